import { createPlainRequest, type Fetch } from '@custody-wallet/types/http'
import { findRoute } from '@custody-wallet/types/requests'

import type { Party } from '../party/party.ts'
import { createHttpExchange, type SealingOptions } from './http.ts'

export interface SealingFetchOptions extends SealingOptions {
  /** Sends the sealed requests. Default: the global `fetch`. */
  readonly fetch?: Fetch
}

/**
 * Makes a `fetch` for plain calls. Pass it paths, queries and JSON bodies of the plain view. It seals each call, sends it
 * to the address of its family and returns the opened response. It ignores the origin of a plain URL. Join lists in a
 * query with commas, or repeat the parameter. The response header `custody-assurance` says how far you can trust a
 * response.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { createSealingFetch } from '@custody-wallet/encryption/fetch'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * const urls = {
 *   openPlatform: 'https://open-platform.custody.example',
 *   base: 'https://api.custody.example',
 *   v1: 'https://v1.custody.example',
 * }
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const plainFetch = createSealingFetch(party, { urls, fetch: service })
 * const response = await plainFetch('/api/v2/billing/withdrawList?ids=order-1,order-2')
 * console.log(await response.json(), response.headers.get('custody-assurance'))
 * ```
 */
export function createSealingFetch(
  party: Party,
  { fetch = async (url, init) => globalThis.fetch(url, init), ...options }: SealingFetchOptions,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const exchange = createHttpExchange(party, options)
  return async (input, init) => {
    const plain = createPlainRequest(input, init)
    const { request, open } = await exchange(findRoute(new URL(plain.url).pathname), plain)
    return open(await fetch(request.url, request))
  }
}
