import { shownName } from '@custody-wallet/types/validate'

import type { Party } from '../party.ts'
import { exchange, type ExchangeOptions, type Outgoing } from './exchange.ts'
import { operationAt } from './routes.ts'

export type { Urls } from './urls.ts'

export type SealingMiddlewareOptions = ExchangeOptions

/** What a client says about a call before it is sent; openapi-fetch says this and more. */
export interface PlainAsk {
  readonly request: Request
  /** Path of the call in the contract, with its braces. */
  readonly schemaPath: string
  readonly params: {
    readonly query?: Readonly<Record<string, unknown>>
    readonly path?: Readonly<Record<string, unknown>>
  }
}

/** What a client says about an answer. */
interface SealedReply {
  /** The request that `onRequest` made. */
  readonly request: Request
  readonly response: Response
}

export interface SealingMiddleware {
  readonly onRequest: (ask: PlainAsk) => Promise<Request>
  readonly onResponse: (reply: SealedReply) => Promise<Response>
}

/**
 * Middleware for a typed client of the plain view, such as openapi-fetch: `client.use(sealingMiddleware(party, …))`.
 * Register it last, so that it stands next to the wire. The client needs some absolute base URL, as any does on Node;
 * calls go to the address of their family all the same, sealed. Answers come back opened, and their header
 * `custody-assurance` says how far they can be trusted: `signature`, `blocks` or `transport`. The token call goes out as
 * it is, with its `Timestamp`.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { sealingMiddleware } from '@custody-wallet/encryption/fetch'
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
 * const { onRequest } = sealingMiddleware(party, { urls })
 * const schemaPath = '/api/v2/account/getByUidAndSymbol'
 * const request = new Request(`http://plain.invalid${schemaPath}`)
 * const sealed = await onRequest({ request, schemaPath, params: { query: { uid: 10042, symbol: 'BTC' } } })
 * console.log(new URL(sealed.url).origin)
 * ```
 */
export function sealingMiddleware(party: Party, options: SealingMiddlewareOptions): SealingMiddleware {
  const seal = exchange(party, options)
  // By request, so that answers find theirs however many are under way, and what never comes back is forgotten.
  const underway = new WeakMap<Request, Outgoing['open']>()
  return {
    async onRequest({ request: carrier, schemaPath, params: { query, path = {} } }) {
      const call = { operation: operationAt(schemaPath), segments: textsOf(path), query }
      const { request, open } = await seal(call, carrier)
      underway.set(request, open)
      return request
    },
    async onResponse({ request, response }) {
      const open = underway.get(request)
      if (!open)
        throw new TypeError('Other middleware replaced the sealed request; register sealingMiddleware last.')
      return open(response)
    },
  }
}

function textsOf(path: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.entries(path).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (typeof value !== 'string') throw new TypeError(`params.path.${shownName(name)} must be a text.`)
      return [name, value]
    }),
  )
}
