import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cwd, env as processEnv } from 'node:process'
import { fileURLToPath } from 'node:url'

import type { ProfileSettings, Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import type { Urls } from '@custody-wallet/encryption/fetch'
import { type LoadedKey, type LoadOptions, loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/internal'
import { type KeyUse, Secret } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

import { isHeaderText } from '../calls/checks.ts'
import { checkAddresses, readHosts } from './addresses.ts'
import {
  checkChoices,
  checkNames,
  checkPresent,
  readChoice,
  choices,
  type Environment,
  type EnvironmentName,
  type KeyName,
  splitKeys,
  listKeyVariables,
} from './variables.ts'

/** Options of a client that come from environment variables. */
export interface EnvSettings {
  readonly profile: Profile
  readonly urls: Urls
  readonly apiKey: Secret<string>
  readonly insecureHosts: readonly string[]
}

export interface EnvSettingsOptions {
  /** Folder of relative paths. Default: the working directory. */
  readonly directory?: string
  /** Settings of the profile that differ from its defaults. */
  readonly settings?: Partial<ProfileSettings>
}

/**
 * Reads the options of a client from environment variables, which `environment` lists. One `TypeError` reports all
 * missing variables. Errors contain no values.
 *
 * @example
 * ```ts
 * import { readSettingsFromEnv } from '@custody-wallet/client/env'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ bits: 2048, pairs: 'single' }), generateKeys({ bits: 2048, pairs: 'single' })]
 * const { profile, urls } = readSettingsFromEnv({
 *   CUSTODY_PROFILE: 'classic',
 *   CUSTODY_APP_ID: 'shop-1',
 *   CUSTODY_API_KEY: 'an-api-key',
 *   CUSTODY_OPEN_PLATFORM_URL: 'https://open-platform.custody.example',
 *   CUSTODY_BASE_URL: 'https://api.custody.example',
 *   CUSTODY_V1_URL: 'https://v1.custody.example',
 *   CUSTODY_OWN_PARTY: 'shop',
 *   CUSTODY_PEER_PARTY: 'platform',
 *   CUSTODY_OWN_KEY: own.encryption.privatePem.reveal(), // or file:keys/own.pem
 *   CUSTODY_PEER_KEY: peer.encryption.publicPem,
 * })
 * console.log(profile.name, urls.v1)
 * ```
 */
export function readSettingsFromEnv(
  env: Environment = processEnv,
  { directory = cwd(), settings = {} }: EnvSettingsOptions = {},
): EnvSettings {
  checkEnvironment(env, 'client')
  checkAddresses(env)
  const values = createVariableReader(env, directory)
  const { text } = values
  return {
    profile: buildProfile(env, values, settings),
    urls: {
      openPlatform: text('CUSTODY_OPEN_PLATFORM_URL'),
      base: text('CUSTODY_BASE_URL'),
      v1: text('CUSTODY_V1_URL'),
    },
    apiKey: new Secret(readHeader('CUSTODY_API_KEY', values)),
    insecureHosts: readHosts(env),
  }
}

/**
 * Reads only the profile, for a receiver. It needs neither `CUSTODY_API_KEY` nor the URLs.
 *
 * @example
 * ```ts
 * import { readProfileFromEnv } from '@custody-wallet/client/env'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ bits: 2048, pairs: 'single' }), generateKeys({ bits: 2048, pairs: 'single' })]
 * const profile = readProfileFromEnv({
 *   CUSTODY_PROFILE: 'classic',
 *   CUSTODY_APP_ID: 'shop-1',
 *   CUSTODY_OWN_PARTY: 'shop',
 *   CUSTODY_PEER_PARTY: 'platform',
 *   CUSTODY_OWN_KEY: own.encryption.privatePem.reveal(), // or file:keys/own.pem
 *   CUSTODY_PEER_KEY: peer.encryption.publicPem,
 * })
 * console.log(profile.name) // classic
 * ```
 */
export function readProfileFromEnv(
  env: Environment = processEnv,
  { directory = cwd(), settings = {} }: EnvSettingsOptions = {},
): Profile {
  checkEnvironment(env, 'profile')
  return buildProfile(env, createVariableReader(env, directory), settings)
}

function checkEnvironment(env: Environment, use: 'client' | 'profile'): void {
  checkNames(env)
  checkPresent(env, use)
  checkChoices(env)
}

function buildProfile(env: Environment, values: VariableReader, settings: Partial<ProfileSettings>): Profile {
  const { text } = values
  const identity = {
    ...settings,
    appId: text('CUSTODY_APP_ID'),
    party: { own: text('CUSTODY_OWN_PARTY'), peer: text('CUSTODY_PEER_PARTY') },
    mode: readChoice(choices.CUSTODY_MODE, env['CUSTODY_MODE']),
  }
  if (env['CUSTODY_PROFILE'] === 'modern') return modern({ ...identity, keys: loadSeparateKeys(values) })
  if (listKeyVariables(env).includes('CUSTODY_OWN_KEY'))
    return classic({ ...identity, keys: loadSingleKeys(values), allowSameKey: true })
  const allowSameKey = readChoice(choices.CUSTODY_ALLOW_SAME_KEY, env['CUSTODY_ALLOW_SAME_KEY']) === 'true'
  return classic({ ...identity, keys: loadSeparateKeys(values), allowSameKey })
}

/** Reads variables. Errors contain their names and no values. */
interface VariableReader {
  readonly text: (name: EnvironmentName) => string
  /** Returns the value, or the content of the file that it names. */
  readonly secret: (name: EnvironmentName) => string
  /** Returns each key of a list with its id. */
  readonly keys: (name: KeyName) => readonly [KeyVariable, ...KeyVariable[]]
}

interface KeyVariable {
  readonly text: string
  readonly options: LoadOptions
}

function createVariableReader(env: Environment, directory: string): VariableReader {
  const text = (name: EnvironmentName): string => env[name] ?? ''
  const read = (name: EnvironmentName, value: string): string =>
    value.startsWith('file:') ? readContent(name, value, directory) : value
  return {
    text,
    secret: (name) => read(name, text(name)),
    keys: (name) => {
      const [first = '', ...others] = splitKeys(text(name))
      const isOne = others.length === 0
      const ids = readIds(`${name}_ID`, env[`${name}_ID`] ?? '', others.length + 1)
      const readKey = (value: string, at: number): KeyVariable => ({
        text: read(name, value),
        options: { name: isOne ? name : `${name}[${at}]`, kid: ids[at] },
      })
      return [readKey(first, 0), ...others.map((value, at) => readKey(value, at + 1))]
    },
  }
}

/** Reads the ids of some keys. Without ids, keys use their thumbprints. The id of a single key may contain commas. */
function readIds(name: string, text: string, count: number): readonly string[] {
  if (text === '') return []
  const ids = count === 1 ? [text] : text.split(',').map((id) => id.trim())
  if (ids.length === count) return ids
  throw new TypeError(`${name} must have ${count} ids, separated by commas: one for each key.`)
}

function readContent(name: EnvironmentName, value: string, directory: string): string {
  let code = ''
  try {
    const path = value.startsWith('file://') ? fileURLToPath(value) : resolve(directory, value.slice(5))
    const content = readFileSync(path, 'utf8').trim()
    if (content !== '') return content
  } catch (error) {
    // The error of the system contains the path, which may be the key itself by mistake.
    code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
  const problem = code === '' ? 'is empty' : `cannot be read (${code})`
  throw new TypeError(
    `The file of ${name} ${problem}. Check the path: it is relative to the working directory, or to the option directory.`,
  )
}

function readHeader(name: EnvironmentName, { secret }: VariableReader): string {
  const text = secret(name)
  if (isHeaderText(text)) return text
  throw new TypeError(`${name} must be visible ASCII without spaces at the ends, because it is sent as a header.`)
}

// Loaded here, so that errors name the variable.
function loadOwnKeys(values: VariableReader, name: KeyName): readonly LoadedKey<'private', 'encryption'>[] {
  return values.keys(name).map(({ text, options }) => loadPrivateKey(text, 'encryption', options))
}

// The first of several keys signs.
function loadSigner(values: VariableReader, name: KeyName): LoadedKey<'private', 'signature'> {
  const [{ text, options }] = values.keys(name)
  return loadPrivateKey(text, 'signature', options)
}

function loadOnlySigner(values: VariableReader, name: KeyName): LoadedKey<'private', 'signature'> {
  const { length } = splitKeys(values.text(name))
  if (length === 1) return loadSigner(values, name)
  throw new TypeError(`${name} has ${length} keys, but only one can sign. Keep the key that signs now.`)
}

function loadPeerKeys(values: VariableReader, name: KeyName, use: KeyUse): readonly LoadedKey<'public'>[] {
  return values.keys(name).map(({ text, options }) => loadPublicKey(text, use, options))
}

/** Two pairs of each party. */
const loadSeparateKeys = (values: VariableReader) => ({
  own: {
    encryption: loadOwnKeys(values, 'CUSTODY_OWN_ENCRYPTION_KEY'),
    signature: loadOnlySigner(values, 'CUSTODY_OWN_SIGNATURE_KEY'),
  },
  peer: {
    encryption: loadPeerKeys(values, 'CUSTODY_PEER_ENCRYPTION_KEY', 'encryption'),
    signature: loadPeerKeys(values, 'CUSTODY_PEER_SIGNATURE_KEY', 'signature'),
  },
})

/** One pair of each party, for both uses. */
function loadSingleKeys(values: VariableReader) {
  const theirs = loadPeerKeys(values, 'CUSTODY_PEER_KEY', 'encryption')
  return {
    own: {
      encryption: loadOwnKeys(values, 'CUSTODY_OWN_KEY'),
      signature: loadSigner(values, 'CUSTODY_OWN_KEY'),
    },
    peer: { encryption: theirs, signature: theirs },
  }
}
