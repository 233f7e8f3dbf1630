/**
 * Use this profile if you run both sides: JWE and JWS, with every message bound to its context.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * console.log((await party.sealRequest('findUser', { email: 'user@custody.example' })).path)
 * ```
 *
 * @module
 */
export { modern, type ModernProfileOptions } from './profile.ts'
