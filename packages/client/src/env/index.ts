/**
 * A client that is set up by environment variables. A key is a text, or `file:` and a path.
 *
 * @example
 * ```ts
 * import { createCustodyFromEnv } from '@custody-wallet/client/env'
 *
 * try {
 *   const custody = createCustodyFromEnv()
 *   console.log(await custody.networks.list())
 * } catch (error) {
 *   console.log(error) // names all variables that are missing
 * }
 * ```
 *
 * @module
 */
import { env as processEnv } from 'node:process'

import { createCustody, type Custody, type CustodyOptions } from '../custody.ts'
import { type EnvSettings, readSettingsFromEnv, type EnvSettingsOptions } from './settings.ts'
import type { Environment } from './variables.ts'

export { type Environment, environment } from './variables.ts'
export { readProfileFromEnv, readSettingsFromEnv, type EnvSettingsOptions } from './settings.ts'

/**
 * Makes a client from environment variables; `environment` lists their names. The options are those that are code, such as
 * `fetch` and hooks.
 *
 * @example
 * ```ts
 * import { createCustodyFromEnv } from '@custody-wallet/client/env'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
 * const custody = createCustodyFromEnv({
 *   CUSTODY_PROFILE: 'modern',
 *   CUSTODY_APP_ID: 'shop-1',
 *   CUSTODY_API_KEY: 'an-api-key',
 *   CUSTODY_OPEN_PLATFORM_URL: 'https://open-platform.custody.example',
 *   CUSTODY_BASE_URL: 'https://api.custody.example',
 *   CUSTODY_V1_URL: 'https://v1.custody.example',
 *   CUSTODY_OWN_PARTY: 'shop',
 *   CUSTODY_PEER_PARTY: 'platform',
 *   CUSTODY_OWN_ENCRYPTION_KEY: own.encryption.privatePem.reveal(), // or file:keys/own-encryption.pem
 *   CUSTODY_OWN_SIGNATURE_KEY: own.signature.privatePem.reveal(),
 *   CUSTODY_PEER_ENCRYPTION_KEY: peer.encryption.publicPem,
 *   CUSTODY_PEER_SIGNATURE_KEY: peer.signature.publicPem,
 * })
 * console.log(Object.keys(custody))
 * ```
 */
export function createCustodyFromEnv(
  env: Environment = processEnv,
  options: EnvSettingsOptions & Omit<CustodyOptions, keyof EnvSettings> = {},
): Custody {
  const { directory, profileSettings, ...rest } = options
  const settings = readSettingsFromEnv(env, {
    ...(directory !== undefined && { directory }),
    ...(profileSettings && { profileSettings }),
  })
  return createCustody({ ...rest, ...settings })
}
