/**
 * Call the custody API with types that enforce its rules. Invalid calls fail in the editor or before they are sent. Valid
 * calls return a value or throw a typed error.
 *
 * @example
 * ```ts
 * import { createCustody, isCustodyError } from '@custody-wallet/client'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const profile = modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } })
 * const address = 'http://127.0.0.1:4010'
 * const service = async () => Response.json({ code: '110065', msg: 'no such user' })
 * const custody = createCustody({ profile, urls: { openPlatform: address, base: address, v1: address }, fetch: service })
 * try {
 *   console.log(await custody.accounts.get({ uid: 10042, symbol: 'BTC' }))
 * } catch (error) {
 *   if (isCustodyError(error, 'SERVICE_FAILED')) console.log(error.context.meaning)
 * }
 * ```
 *
 * @module
 */
export * from './common.ts'
export { createCustody, type Custody, type CustodyOptions } from './custody.ts'
export { readMinerFee } from './fees.ts'
export type { CustodyReadiness } from './readiness.ts'
export type { AttemptTrace, CallTrace, GateTrace, TokenTrace } from './tracing.ts'
