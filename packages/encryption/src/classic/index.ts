/**
 * Speaks the dialect of the publicly documented deployments. Its weaknesses, compared with `modern`:
 *
 * - Anyone with the sender's public key can read a query.
 * - An attacker can omit, repeat and reorder the blocks of a query, because each block is valid alone.
 * - A v1 signature covers only the MD5 of the content. It does not cover the merchant, path, time or direction, nor the
 *   code, message and request of a response.
 * - Failures, and successes without content, are unsigned.
 * - One key pair serves all purposes.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { classic } from '@custody-wallet/encryption/classic'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ pairs: 'single' }), generateKeys({ pairs: 'single' })]
 * const ids = { own: 'shop', peer: 'platform' }
 * const profile = classic({ appId: 'demo-shop', party: ids, keys: { own, peer }, allowSameKey: true })
 * const party = createParty(profile)
 * console.log((await party.sealRequest('findUser', { email: 'user@custody.example' })).path)
 * ```
 *
 * @module
 */
export { type ClassicDialect, deployedOptions, fullBlocks, oaepEnvelopes } from './options.ts'
export { classic, type ClassicProfileOptions } from './profile.ts'
