// The table of environment variables, and the checks of an environment against it.
import { findNearestName } from '@custody-wallet/types/validate'

/**
 * The environment variables that `createCustodyFromEnv` reads, and what each contains.
 *
 * @example
 * ```ts
 * import { environment } from '@custody-wallet/client/env'
 *
 * for (const [name, { needed, what }] of Object.entries(environment)) console.log(name, needed, what)
 * ```
 */
export const environment = {
  CUSTODY_PROFILE: { needed: 'always', what: 'modern or classic' },
  CUSTODY_APP_ID: { needed: 'always', what: 'customer id of the merchant' },
  CUSTODY_API_KEY: { needed: 'always', what: 'credential of the token call, or file: and its path' },
  CUSTODY_OPEN_PLATFORM_URL: { needed: 'always', what: 'address of the token call' },
  CUSTODY_BASE_URL: { needed: 'always', what: 'address of the v2 and MPC calls' },
  CUSTODY_V1_URL: { needed: 'always', what: 'address of the v1 calls' },
  CUSTODY_OWN_PARTY: { needed: 'always', what: 'id of this party' },
  CUSTODY_PEER_PARTY: { needed: 'always', what: 'id of the other party' },
  CUSTODY_OWN_ENCRYPTION_KEY: {
    needed: 'modern',
    what: 'private key that opens, or file: and its path; during a rotation up to three',
  },
  CUSTODY_OWN_SIGNATURE_KEY: { needed: 'modern', what: 'private key that signs, or file: and its path' },
  CUSTODY_PEER_ENCRYPTION_KEY: {
    needed: 'modern',
    what: 'public key to seal for the other party, or file: and its path; during a rotation up to three, and the first seals',
  },
  CUSTODY_PEER_SIGNATURE_KEY: {
    needed: 'modern',
    what: 'public key to verify the other party, or file: and its path; during a rotation up to three',
  },
  CUSTODY_OWN_KEY: {
    needed: 'classic',
    what: 'private key for both uses, or file: and its path; during a rotation up to three, and the first signs',
  },
  CUSTODY_PEER_KEY: {
    needed: 'classic',
    what: 'public key of the other party for both uses, or file: and its path; during a rotation up to three, and the first seals',
  },
  CUSTODY_OWN_ENCRYPTION_KEY_ID: {
    needed: 'never',
    what: 'name of that key between the parties; its thumbprint unless given',
  },
  CUSTODY_OWN_SIGNATURE_KEY_ID: {
    needed: 'never',
    what: 'name of that key between the parties; its thumbprint unless given',
  },
  CUSTODY_PEER_ENCRYPTION_KEY_ID: {
    needed: 'never',
    what: 'name of that key between the parties; its thumbprint unless given',
  },
  CUSTODY_PEER_SIGNATURE_KEY_ID: {
    needed: 'never',
    what: 'name of that key between the parties; its thumbprint unless given',
  },
  CUSTODY_OWN_KEY_ID: {
    needed: 'never',
    what: 'name of that key between the parties; its thumbprint unless given',
  },
  CUSTODY_ALLOW_SAME_KEY: {
    needed: 'never',
    what: 'true lets one key have both uses, where classic has four keys; false (default) rejects that',
  },
  CUSTODY_MODE: {
    needed: 'never',
    what: 'where private-key operations run: inline (default), or pool, for a server such as a receiver',
  },
  CUSTODY_INSECURE_HOSTS: {
    needed: 'never',
    what: 'hosts beyond loopback, separated by commas, that may use plain http and demo keys',
  },
} as const

/**
 * The keys in a variable. Several are separated by commas: a comma before `file:`, PEM, a JWK or DER as base64. Other
 * commas belong to a key or a path.
 */
export const splitKeys = (text: string): readonly string[] => text.split(/,\s*(?=file:|-----BEGIN |\{|MI)/)

/** Variables that take one of a few texts. The first one is the default, if it is not needed. */
export const choices = {
  CUSTODY_PROFILE: ['modern', 'classic'],
  CUSTODY_ALLOW_SAME_KEY: ['false', 'true'],
  CUSTODY_MODE: ['inline', 'pool'],
} as const
choices satisfies Partial<Record<EnvironmentName, readonly string[]>>

interface Variable {
  /** When the variable is needed: always, under one profile (`classic` may have the keys of `modern`), or never. */
  readonly needed: 'always' | 'modern' | 'classic' | 'never'
  /** What it contains. Secrets may be `file:` and a path. */
  readonly what: string
}

const variables: readonly (readonly [name: string, Variable])[] = Object.entries(environment)

/** Name of an environment variable that the client reads. */
export type EnvironmentName = keyof typeof environment

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

const prefix = 'CUSTODY_'
const names = variables.map(([name]) => name)

// Other packages read these names.
const foreign: ReadonlySet<string> = new Set(['CUSTODY_CONTROL_TOKEN', 'CUSTODY_PORT_BASE'])

/**
 * Variables that begin with `CUSTODY_` and are unknown, because a misspelt variable has no effect. `near`: the known name that
 * it probably means.
 */
export const listUnknownVariables = (
  env: Environment,
): readonly { readonly name: string; readonly near: string | undefined }[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !names.includes(name) && !foreign.has(name))
    .map((name) => ({ name, near: findNearestVariable(name) }))

/** Rejects unknown names that begin like ours. */
export function checkNames(env: Environment): void {
  const unknown = listUnknownVariables(env)
  if (unknown.length === 0) return
  const sentences = unknown.map(
    ({ name, near }) =>
      `${name} is an unknown environment variable. ${near === undefined ? 'Check its spelling.' : `Did you mean ${near}?`}`,
  )
  throw new TypeError(sentences.join(' '))
}

// Compared without the prefix, which makes all names similar.
function findNearestVariable(name: string): string | undefined {
  const known = findNearestName(
    name.slice(prefix.length),
    names.map((each) => each.slice(prefix.length)),
  )
  return known && prefix + known
}

/**
 * Variables that take one of a few texts, and have another one. The rules repeat no text, because it may be a key by
 * mistake.
 */
export const listWrongChoices = (
  env: Environment,
): readonly { readonly name: string; readonly problem: string }[] =>
  Object.entries<readonly string[]>(choices)
    .filter(([name, texts]) => env[name] && !texts.includes(env[name]))
    .map(([name, texts]) => ({ name, problem: `${name} must be ${texts.join(' or ')}.` }))

/** Rejects an environment in which a variable has a text that it does not take, and names all of them. */
export function checkChoices(env: Environment): void {
  const wrong = listWrongChoices(env)
  if (wrong.length > 0) throw new TypeError(wrong.map(({ problem }) => problem).join(' '))
}

/** The text of a variable that takes one of a few; the first one unless it is set. */
export const readChoice = <Text extends string>(
  texts: readonly [Text, ...Text[]],
  given: string | undefined,
): Text => texts.find((text) => text === given) ?? texts[0]

/** Variables that only calls need; a profile does not. */
const forCalls: readonly string[] = [
  'CUSTODY_API_KEY',
  'CUSTODY_OPEN_PLATFORM_URL',
  'CUSTODY_BASE_URL',
  'CUSTODY_V1_URL',
] satisfies readonly EnvironmentName[]

/** Name of a variable with keys. */
export type KeyName = Extract<EnvironmentName, `CUSTODY_${'OWN' | 'PEER'}_${string}KEY`>

const isKeyName = (name: string): name is KeyName => /^CUSTODY_(?:OWN|PEER)_(?:\w+_)?KEY$/.test(name)

const listKeyNames = (profile: string): readonly KeyName[] =>
  variables.flatMap(([name, { needed }]) => (needed === profile && isKeyName(name) ? [name] : []))

/**
 * The variables with keys that an environment needs: under `classic`, those of two pairs if it has only such ones.
 */
export function listKeyVariables(env: Environment): readonly KeyName[] {
  const profile = env['CUSTODY_PROFILE'] ?? ''
  const [pairs, singles] = [listKeyNames('modern'), listKeyNames('classic')]
  const hasValue = (name: KeyName): boolean => Boolean(env[name])
  return profile === 'classic' && pairs.some(hasValue) && !singles.some(hasValue)
    ? pairs
    : listKeyNames(profile)
}

/**
 * Variables that an environment lacks, for a client or only for its profile.
 */
export function listMissingVariables(
  env: Environment,
  use: 'client' | 'profile' = 'client',
): readonly string[] {
  const keys: readonly string[] = listKeyVariables(env)
  return variables
    .filter(([name, { needed }]) => needed === 'always' || keys.includes(name))
    .map(([name]) => name)
    .filter((name) => !env[name] && !(use === 'profile' && forCalls.includes(name)))
}

/** Rejects an environment without variables that its use needs, and names all of them. */
export function checkPresent(env: Environment, use: 'client' | 'profile'): void {
  const missing = listMissingVariables(env, use)
  if (missing.length === 0) return
  const list = missing.join(', ').replace(/, (\w+)$/, ' and $1')
  const keys = env['CUSTODY_PROFILE'] ? '' : ' CUSTODY_PROFILE decides which keys are needed.'
  throw new TypeError(
    `Missing or empty environment variables: ${list}.${keys} Set them, for example with node --env-file=FILE.`,
  )
}
