// Every name, once: the client reads them, and whoever hands out credentials writes them.

/**
 * Names of the environment variables that `custodyFromEnv` reads, with what each has to hold.
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
  CUSTODY_OWN_ENCRYPTION_KEY: { needed: 'modern', what: 'private key that opens, or file: and its path' },
  CUSTODY_OWN_SIGNATURE_KEY: { needed: 'modern', what: 'private key that signs, or file: and its path' },
  CUSTODY_PEER_ENCRYPTION_KEY: {
    needed: 'modern',
    what: 'public key to seal for the other party, or file: and its path',
  },
  CUSTODY_PEER_SIGNATURE_KEY: {
    needed: 'modern',
    what: 'public key to verify the other party, or file: and its path',
  },
  CUSTODY_OWN_KEY: { needed: 'classic', what: 'private key for both uses, or file: and its path' },
  CUSTODY_PEER_KEY: {
    needed: 'classic',
    what: 'public key of the other party for both uses, or file: and its path',
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
  CUSTODY_INSECURE_HOSTS: {
    needed: 'never',
    what: 'hosts, separated by commas, that may have plain http and demo keys though they are not loopback',
  },
} as const

/** What a client has to know of a variable. */
interface Row {
  /** Whether the name is needed: in any case, under one profile, or not at all. */
  readonly needed: 'always' | 'modern' | 'classic' | 'never'
  /** What stands in it. Secrets may be `file:` and a path. */
  readonly what: string
}

/** The same table, name by name. */
export const rows: readonly (readonly [name: string, Row])[] = Object.entries(environment)

/** Name of an environment variable that is read. */
export type EnvironmentName = keyof typeof environment

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Names of this family that others read. */
export const elsewhere: ReadonlySet<string> = new Set(['CUSTODY_PORT_BASE'])
