import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

import type { Custody, CustodyOptions } from '@custody-wallet/client'
import { type Environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import { splitKeys } from '@custody-wallet/client/internal'
import { Failure, createMisuse, readPortBase } from '@custody-wallet/demo/cli'
import type { ProfileSettings } from '@custody-wallet/encryption'
import { checkUrl } from '@custody-wallet/types/http'
import { parseStrictly, isObject } from '@custody-wallet/types/validate'

import type { serviceOptions } from './options.ts'
import type { Screen } from './screen.ts'

type Settings = ReturnType<typeof readSettingsFromEnv>

/** The options of a command that calls a service. */
export interface ServiceLine {
  readonly text: (name: keyof typeof serviceOptions) => string | undefined
}

/** The variables of a command, and where they come from. */
export interface Variables {
  readonly env: Environment
  /** Base folder of relative paths in the variables. */
  readonly directory: string
  /** Name for messages: `the environment`, or the file. */
  readonly source: string
  readonly profileSettings: Partial<ProfileSettings>
}

/** Reads the settings of a command. Throws a `Failure` that names what is missing. */
export async function readSettings(line: ServiceLine, screen: Pick<Screen, 'env'>): Promise<Settings> {
  const { env, directory, profileSettings } = await readVariables(line, screen)
  return runWithUsageErrors(() => readSettingsFromEnv(env, { directory, settings: profileSettings }))
}

const fileHint = 'Set them, for example with --env FILE.'
const settingsHint = 'Run custody doctor to check your settings, or use --demo modern, which needs none.'

/** Runs code that checks settings. Throws a `Failure` that names the invalid setting and the next step. */
export function runWithUsageErrors<Result>(make: () => Result, next: string = settingsHint): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Failure(`${error.message.replace(/Set them, for example with node [^.]*\./, fileHint)} ${next}`, 2)
  }
}

/** Creates a client from settings and from options that only code can set. */
export async function createClient(
  settings: Settings,
  options: Pick<CustodyOptions, 'fetch' | 'timeout'> = {},
): Promise<Custody> {
  const { createCustody } = await import('@custody-wallet/client')
  return runWithUsageErrors(() => createCustody({ ...settings, ...options }))
}

/** Reads the variables of a command from a demo merchant, a file or the environment. */
export async function readVariables(line: ServiceLine, { env }: Pick<Screen, 'env'>): Promise<Variables> {
  const [demo, url, file] = [line.text('demo'), line.text('url'), line.text('env')]
  const profileSettings = readProfileSettings(line.text('settings'))
  if (demo !== undefined) {
    if (file !== undefined) throw createMisuse('--demo and --env exclude each other: remove one.')
    return {
      env: await readDemoVariables(demo, url, env),
      directory: '.',
      source: `--demo ${demo}`,
      profileSettings,
    }
  }
  if (url !== undefined)
    throw createMisuse('--url needs --demo. Without --demo, the addresses come from the variables.')
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
  throw new Failure(`${file} contains zero bytes, so it is not UTF-8. Save it as UTF-8.`, 2)
}

async function readDemoVariables(name: string, url: string | undefined, env: NodeJS.ProcessEnv): Promise<Environment> {
  const { loadDemoKeys, merchantNames, buildMerchantVariables, getStateDirectory } =
    await import('@custody-wallet/demo')
  const merchant = merchantNames.find((each) => each === name.replace(/^demo-/, ''))
  if (merchant === undefined) throw createMisuse(`--demo must be ${merchantNames.join(' or ')}, not ${name}.`)
  const address =
    url === undefined
      ? `http://127.0.0.1:${readPortBase(env) + 21}`
      : parseAddress('--url', url, 'http://127.0.0.1:4021')
  return buildMerchantVariables(merchant, loadDemoKeys(getStateDirectory(env))[merchant], address)
}

/** Parses an address and removes trailing slashes. Messages leave out the address: it may contain a password. */
export function parseAddress(option: string, address: string, example: string): string {
  try {
    return checkUrl(address, option)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw createMisuse(`${option} must be a URL such as ${example}, without credentials, query or fragment.`)
  }
}

function readProfileSettings(file: string | undefined): Partial<ProfileSettings> {
  if (file === undefined) return {}
  const profileSettings = parseStrictly(readText(file))
  if (isObject(profileSettings)) return profileSettings
  throw new Failure(`${file} is not a JSON object of settings. Write it like {"transport":"query"}.`, 2)
}

/** Lists the keys of a variable, or of the files it names; undefined stands for an unreadable file. */
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
    // The system error repeats the path, which may be a key that someone put there by mistake.
    return undefined
  }
}

/** Reads a text file without its byte order mark. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(`${file} cannot be read (${code}). Check the path.`, 2)
  }
}
