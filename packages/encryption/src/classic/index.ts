/**
 * The dialect of the publicly documented deployments. What it leaves open, where `modern` does not:
 *
 * - A query hides nothing: its blocks open with a public key.
 * - Blocks of a query may be left out, repeated and put in another order; each is valid alone.
 * - A v1 signature rests on MD5 and covers the content alone: not the merchant, the path, the time, the direction, and
 *   of an answer neither code, nor message, nor the request it belongs to.
 * - Failures, and successes without content, come unsigned.
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
export type { ClassicOptions } from './options.ts'
export { assertImplicitRejection } from './probe.ts'
export { deployed, fullBlocks, oaepEnvelopes } from './presets.ts'
export { classic, type ClassicProfileOptions } from './profile.ts'
export { type ClassicKeys, classicSuite } from './suite.ts'
