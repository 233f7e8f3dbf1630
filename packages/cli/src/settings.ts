// Which service a command calls, as which merchant, with which keys.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

import type { Custody, CustodyOptions } from '@custody-wallet/client'
import { type Environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import { splitKeys } from '@custody-wallet/client/internal'
import type { ProfileSettings } from '@custody-wallet/encryption'
import { Failure, createMisuse, readPortBase } from '@custody-wallet/server/cli'
import { checkAddress } from '@custody-wallet/types/http'
import { parseStrictly } from '@custody-wallet/types/validate'

import type { serviceOptions } from './commands.ts'
import { isRecord } from './json-values.ts'
import type { Screen } from './screen.ts'

type Settings = ReturnType<typeof readSettingsFromEnv>

/** The options of a command that calls a service. */
export interface ServiceLine {
  readonly text: (name: keyof typeof serviceOptions) => string | undefined
}

/** Where the variables of a command come from. */
export interface Variables {
  readonly env: Environment
  /** Folder of the relative paths in the variables. */
  readonly directory: string
  /** For messages: `the environment`, or the name of the file. */
  readonly source: string
  readonly profileSettings: Partial<ProfileSettings>
}

/** Reads the settings of a command; a `Failure` says what is missing. */
export async function readSettings(line: ServiceLine, screen: Pick<Screen, 'env'>): Promise<Settings> {
  const { env, directory, profileSettings } = await readVariables(line, screen)
  return runWithUsageErrors(() => readSettingsFromEnv(env, { directory, profileSettings }))
}

const explained = 'custody doctor explains each setting; --demo modern needs none.'

/** What is made of settings. A `Failure` says which of them is not accepted, and what to do next. */
export function runWithUsageErrors<Result>(make: () => Result, next: string = explained): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Failure(`${error.message} ${next}`, 2)
  }
}

/** A client with settings, and with options that are code. */
export async function createClient(
  settings: Settings,
  options: Pick<CustodyOptions, 'fetch' | 'timeout'> = {},
): Promise<Custody> {
  const { createCustody } = await import('@custody-wallet/client')
  return runWithUsageErrors(() => createCustody({ ...settings, ...options }))
}

/** The variables of a command: of a demo merchant, of a file, or of the environment. */
export async function readVariables(line: ServiceLine, { env }: Pick<Screen, 'env'>): Promise<Variables> {
  const [demo, url, file] = [line.text('demo'), line.text('url'), line.text('env')]
  const profileSettings = readProfileSettings(line.text('settings'))
  if (demo !== undefined) {
    if (file !== undefined) throw createMisuse('--demo and --env exclude each other.')
    return {
      env: await readDemoVariables(demo, url, env),
      directory: '.',
      source: `--demo ${demo}`,
      profileSettings,
    }
  }
  if (url !== undefined)
    throw createMisuse('--url goes with --demo; otherwise the variables contain the addresses.')
  if (file === undefined) return { env, directory: '.', source: 'the environment', profileSettings }
  return {
    env: parseEnv(readVariableFile(file)),
    directory: dirname(resolve(file)),
    source: file,
    profileSettings,
  }
}

function readVariableFile(file: string): string {
  const text = readText(file)
  if (!text.includes('\0')) return text
  throw new Failure(`${file} is not UTF-8: it contains zero bytes. Save it as UTF-8.`, 2)
}

async function readDemoVariables(
  name: string,
  url: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Environment> {
  const {
    loadDemoKeys: demoKeysIn,
    merchantNames,
    buildMerchantVariables: merchantVariables,
    stateDirectory,
  } = await import('@custody-wallet/server/demo')
  const merchant = merchantNames.find((each) => each === name.replace(/^demo-/, ''))
  if (merchant === undefined) throw createMisuse(`--demo takes ${merchantNames.join(' or ')}, not ${name}.`)
  const address =
    url === undefined
      ? `http://127.0.0.1:${readPortBase(env) + 21}`
      : parseAddress('--url', url, 'http://127.0.0.1:4021')
  return merchantVariables(merchant, demoKeysIn(stateDirectory(env))[merchant], address)
}

/** An address of the command line, without slashes at its end. The message does not repeat it: it may contain a password. */
export function parseAddress(option: string, address: string, example: string): string {
  try {
    return checkAddress(address, option)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw createMisuse(
      `${option} needs an address, such as ${example}, without credentials, query and fragment.`,
    )
  }
}

function readProfileSettings(file: string | undefined): Partial<ProfileSettings> {
  if (file === undefined) return {}
  // The profile checks each setting.
  const profileSettings = parseStrictly(readText(file))
  if (isRecord(profileSettings)) return profileSettings
  throw new Failure(`${file} must contain a JSON object of settings, such as {"transport":"query"}.`, 2)
}

/** The keys in a variable, or in the files that it names; undefined for a file that cannot be read. */
export const listKeyTexts = (
  name: string,
  { env, directory }: Pick<Variables, 'directory' | 'env'>,
): readonly (string | undefined)[] => splitKeys(env[name] ?? '').map((value) => readKeyText(value, directory))

function readKeyText(value: string, directory: string): string | undefined {
  if (!value.startsWith('file:')) return value
  try {
    const path = value.startsWith('file://') ? fileURLToPath(value) : resolve(directory, value.slice(5))
    return readFileSync(path, 'utf8')
  } catch {
    // The error of the system repeats the path, which may be the key itself by mistake.
    return undefined
  }
}

/** The text of a file of the user, without the byte order mark that some editors write before it. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(`${file} cannot be read (${code}). Check the path.`, 2)
  }
}
