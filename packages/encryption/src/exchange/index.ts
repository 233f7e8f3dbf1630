/**
 * Makes sealed calls over HTTP: middleware for a typed client, and a `fetch` for plain calls.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { createSealingFetch } from '@custody-wallet/encryption/fetch'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 * import { modern } from '@custody-wallet/encryption/modern'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * const [openPlatform, base, v1] = ['https://open.custody.example', 'https://api.custody.example', 'https://v1.custody.example']
 * const plainFetch = createSealingFetch(party, { urls: { openPlatform, base, v1 } })
 * console.log(plainFetch.name)
 * ```
 *
 * @module
 */
export type { Urls } from '@custody-wallet/types/http'
export { createSealingFetch, type SealingFetchOptions } from './fetch.ts'
export type { SealingOptions } from './http.ts'
export { createSealingMiddleware, type SealingMiddleware } from './middleware.ts'
