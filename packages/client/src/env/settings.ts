import { cwd, env as processEnv } from 'node:process'

import type { Knobs, Profile } from '@custody-wallet/encryption'
import type { Urls } from '@custody-wallet/encryption/fetch'
import { Secret } from '@custody-wallet/encryption/keys'

import { checkNames } from './misspelt.ts'
import type { Environment } from './names.ts'
import { profiles } from './profiles.ts'
import { checkPresent, valuesOf } from './values.ts'

/** What an environment says about a deployment: the part of the client's options that is not code. */
export interface EnvSettings {
  readonly profile: Profile
  readonly urls: Urls
  readonly apiKey: Secret<string>
  readonly insecureHosts: readonly string[]
}

export interface EnvSettingsOptions {
  /** Folder that relative paths of key files start from; the working directory unless given. */
  readonly directory?: string
  /** Knobs of the profile that differ in this deployment. */
  readonly knobs?: Partial<Knobs>
}

/**
 * Reads the settings of a client from environment variables; `environment` lists their names. Everything that is
 * missing is named at once, in a `TypeError` that repeats no value.
 *
 * @example
 * ```ts
 * import { settingsFromEnv } from '@custody-wallet/client/env'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ bits: 2048, pairs: 'single' }), generateKeys({ bits: 2048, pairs: 'single' })]
 * const { profile, urls } = settingsFromEnv({
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
export function settingsFromEnv(
  env: Environment = processEnv,
  { directory = cwd(), knobs = {} }: EnvSettingsOptions = {},
): EnvSettings {
  checkNames(env)
  const name = env['CUSTODY_PROFILE'] ?? ''
  checkPresent(env, name)
  const build = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (!build) throw new TypeError(`CUSTODY_PROFILE must be ${Object.keys(profiles).join(' or ')}.`)
  const values = valuesOf(env, directory)
  const { text, secret, list } = values
  const party = { own: text('CUSTODY_OWN_PARTY'), peer: text('CUSTODY_PEER_PARTY') }
  return {
    profile: build({ ...knobs, appId: text('CUSTODY_APP_ID'), party }, values),
    urls: {
      openPlatform: text('CUSTODY_OPEN_PLATFORM_URL'),
      base: text('CUSTODY_BASE_URL'),
      v1: text('CUSTODY_V1_URL'),
    },
    apiKey: new Secret(secret('CUSTODY_API_KEY')),
    insecureHosts: list('CUSTODY_INSECURE_HOSTS'),
  }
}
