import { type Exact, findNearestName } from '@custody-wallet/types/validate'

/**
 * Lists the environment variables that `createCustodyFromEnv` reads, and what each contains.
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
  CUSTODY_OPEN_PLATFORM_URL: { needed: 'always', what: 'URL of the token call' },
  CUSTODY_BASE_URL: { needed: 'always', what: 'URL of the v2 and MPC calls' },
  CUSTODY_V1_URL: { needed: 'always', what: 'URL of the v1 calls' },
  CUSTODY_OWN_PARTY: { needed: 'always', what: 'id of this party' },
  CUSTODY_PEER_PARTY: { needed: 'always', what: 'id of the other party' },
  CUSTODY_OWN_ENCRYPTION_KEY: {
    needed: 'modern',
    what: 'private key that decrypts, or file: and its path; during a rotation up to three',
  },
  CUSTODY_OWN_SIGNATURE_KEY: { needed: 'modern', what: 'private key that signs, or file: and its path' },
  CUSTODY_PEER_ENCRYPTION_KEY: {
    needed: 'modern',
    what: 'public key that encrypts for the other party, or file: and its path; during a rotation up to three, and the first encrypts',
  },
  CUSTODY_PEER_SIGNATURE_KEY: {
    needed: 'modern',
    what: 'public key that verifies the other party, or file: and its path; during a rotation up to three',
  },
  CUSTODY_OWN_KEY: {
    needed: 'classic',
    what: 'private key for both uses, or file: and its path; during a rotation up to three, and the first signs',
  },
  CUSTODY_PEER_KEY: {
    needed: 'classic',
    what: 'public key of the other party for both uses, or file: and its path; during a rotation up to three, and the first encrypts',
  },
  CUSTODY_OWN_ENCRYPTION_KEY_ID: {
    needed: 'never',
    what: 'id of that key between the parties; default: its thumbprint',
  },
  CUSTODY_OWN_SIGNATURE_KEY_ID: {
    needed: 'never',
    what: 'id of that key between the parties; default: its thumbprint',
  },
  CUSTODY_PEER_ENCRYPTION_KEY_ID: {
    needed: 'never',
    what: 'id of that key between the parties; default: its thumbprint',
  },
  CUSTODY_PEER_SIGNATURE_KEY_ID: {
    needed: 'never',
    what: 'id of that key between the parties; default: its thumbprint',
  },
  CUSTODY_OWN_KEY_ID: {
    needed: 'never',
    what: 'id of that key between the parties; default: its thumbprint',
  },
  CUSTODY_ALLOW_SAME_KEY: {
    needed: 'never',
    what: 'true accepts one key for both uses, where classic has four keys; false (default) rejects it',
  },
  CUSTODY_MODE: {
    needed: 'never',
    what: 'where private-key operations run: inline (default), or pool for a server; a receiver always uses pool',
  },
  CUSTODY_INSECURE_HOSTS: {
    needed: 'never',
    what: 'hosts beyond loopback, separated by commas, that accept plain http and demo keys',
  },
} as const

/** Splits the keys of a variable at commas before `file:`, PEM, a JWK or DER as base64. Other commas belong to keys or paths. */
export const splitKeys = (text: string): readonly string[] => text.split(/,\s*(?=file:|-----BEGIN |\{|MI)/)

/** Variables with a few possible values. The first one is the default of optional variables. */
export const choices = {
  CUSTODY_PROFILE: ['modern', 'classic'],
  CUSTODY_ALLOW_SAME_KEY: ['false', 'true'],
  CUSTODY_MODE: ['inline', 'pool'],
} as const
choices satisfies Exact<typeof choices, Partial<Record<EnvironmentName, readonly string[]>>>

interface Variable {
  /** When the variable is required: always, under one profile, or never. `classic` accepts the keys of `modern`. */
  readonly needed: 'always' | 'modern' | 'classic' | 'never'
  /** Content of the variable. A secret can be `file:` and a path. */
  readonly what: string
}

const variables: readonly (readonly [name: string, Variable])[] = Object.entries(environment)

/** Name of an environment variable that the client reads. */
export type EnvironmentName = keyof typeof environment

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

const prefix = 'CUSTODY_'
const names = variables.map(([name]) => name)

// Read by other packages.
const foreign: ReadonlySet<string> = new Set([
  'CUSTODY_ALLOWED_HOSTS',
  'CUSTODY_CONTROL_HOST',
  'CUSTODY_CONTROL_TOKEN',
  'CUSTODY_DOCS_URL',
  'CUSTODY_HOST',
  'CUSTODY_NOTIFY_HOSTS',
  'CUSTODY_PORT_BASE',
])

/** Lists unknown variables that begin with `CUSTODY_`. `near` is the known name that is probably meant. */
export const listUnknownVariables = (
  env: Environment,
): readonly { readonly name: string; readonly near: string | undefined }[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !names.includes(name) && !foreign.has(name))
    .map((name) => ({ name, near: findNearestVariable(name) }))

/** Rejects unknown variables, because a misspelt one would have no effect. */
export function checkNames(env: Environment): void {
  const unknown = listUnknownVariables(env)
  if (unknown.length === 0) return
  const sentences = unknown.map(
    ({ name, near }) =>
      `Unknown environment variable ${name}. ${near === undefined ? 'Check its spelling.' : `Did you mean ${near}?`}`,
  )
  throw new TypeError(sentences.join(' '))
}

// Compares without the prefix, which makes all names similar.
function findNearestVariable(name: string): string | undefined {
  const known = findNearestName(
    name.slice(prefix.length),
    names.map((each) => each.slice(prefix.length)),
  )
  return known && prefix + known
}

/** Lists variables whose value is not one of the possible ones. Problems leave out the value, which may be a key by mistake. */
export const listWrongChoices = (env: Environment): readonly { readonly name: string; readonly problem: string }[] =>
  Object.entries<readonly string[]>(choices)
    .filter(([name, texts]) => env[name] && !texts.includes(env[name]))
    .map(([name, texts]) => ({ name, problem: `${name} must be ${texts.join(' or ')}.` }))

/** Throws one error for all variables with an impossible value. */
export function checkChoices(env: Environment): void {
  const wrong = listWrongChoices(env)
  if (wrong.length > 0) throw new TypeError(wrong.map(({ problem }) => problem).join(' '))
}

/** Returns the value of a variable with a few possible values. Default: the first one. */
export const readChoice = <Text extends string>(texts: readonly [Text, ...Text[]], value: string | undefined): Text =>
  texts.find((text) => text === value) ?? texts[0]

/** Variables that a profile alone does not need. */
const forCalls: readonly string[] = [
  'CUSTODY_API_KEY',
  'CUSTODY_OPEN_PLATFORM_URL',
  'CUSTODY_BASE_URL',
  'CUSTODY_V1_URL',
] satisfies readonly EnvironmentName[]

export type KeyName = Extract<EnvironmentName, `CUSTODY_${'OWN' | 'PEER'}_${string}KEY`>

const isKeyName = (name: string): name is KeyName => /^CUSTODY_(?:OWN|PEER)_(?:\w+_)?KEY$/.test(name)

const listKeyNames = (profile: string): readonly KeyName[] =>
  variables.flatMap(([name, { needed }]) => (needed === profile && isKeyName(name) ? [name] : []))

/** Lists the key variables that an environment needs. Under `classic`, those of two pairs if it sets only these. */
export function listKeyVariables(env: Environment): readonly KeyName[] {
  const profile = env['CUSTODY_PROFILE'] ?? ''
  const [pairs, singles] = [listKeyNames('modern'), listKeyNames('classic')]
  const hasValue = (name: KeyName): boolean => Boolean(env[name])
  return profile === 'classic' && pairs.some(hasValue) && !singles.some(hasValue) ? pairs : listKeyNames(profile)
}

/** Lists missing variables, for a client or only for its profile. */
export function listMissingVariables(env: Environment, use: 'client' | 'profile' = 'client'): readonly string[] {
  const keys: readonly string[] = listKeyVariables(env)
  return variables
    .filter(([name, { needed }]) => needed === 'always' || keys.includes(name))
    .map(([name]) => name)
    .filter((name) => !env[name] && !(use === 'profile' && forCalls.includes(name)))
}

/** Throws one error for all missing variables. */
export function checkPresent(env: Environment, use: 'client' | 'profile'): void {
  const missing = listMissingVariables(env, use)
  if (missing.length === 0) return
  const list = missing.join(', ').replace(/, (\w+)$/, ' and $1')
  const keys = env['CUSTODY_PROFILE'] ? '' : ' CUSTODY_PROFILE decides which keys are needed.'
  throw new TypeError(
    `Missing or empty environment variables: ${list}.${keys} Set them, for example with node --env-file=FILE.`,
  )
}
