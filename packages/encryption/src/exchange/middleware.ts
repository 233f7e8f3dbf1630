import { findOperation } from '@custody-wallet/types/requests'
import { toSafeName } from '@custody-wallet/types/validate'

import type { Party } from '../party/party.ts'
import { type HttpExchange, createHttpExchange, type SealingOptions } from './http.ts'

export interface SealingMiddleware {
  /** Seals a call before it is sent, as openapi-fetch passes it to middleware. */
  readonly onRequest: (call: {
    readonly request: Request
    /** Path of the call in the contract, with its `{segments}`. */
    readonly schemaPath: string
    readonly params: {
      readonly query?: Readonly<Record<string, unknown>>
      readonly path?: Readonly<Record<string, unknown>>
    }
  }) => Promise<Request>
  /** Opens the response to the request that `onRequest` made. */
  readonly onResponse: (call: { readonly request: Request; readonly response: Response }) => Promise<Response>
}

/**
 * Makes middleware for a typed client of the plain view, such as openapi-fetch:
 * `client.use(createSealingMiddleware(party, …))`. Register it last, so that it seals what is sent. Node needs an absolute
 * base URL; the middleware replaces it with the address of the call's family. It opens each response and adds the header
 * `custody-assurance`, which says how far you can trust the response: `signature`, `blocks` or `transport`. It sends the
 * token call unsealed, with its `Timestamp`.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { createSealingMiddleware } from '@custody-wallet/encryption/fetch'
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
 * const { onRequest } = createSealingMiddleware(party, { urls })
 * const schemaPath = '/api/v2/account/getByUidAndSymbol'
 * const request = new Request(`http://plain.invalid${schemaPath}`)
 * const sealed = await onRequest({ request, schemaPath, params: { query: { uid: 10042, symbol: 'BTC' } } })
 * console.log(new URL(sealed.url).origin)
 * ```
 */
export function createSealingMiddleware(party: Party, options: SealingOptions): SealingMiddleware {
  const exchange = createHttpExchange(party, options)
  // A request that fails gets no response, so entries must not keep it alive.
  const pending = new WeakMap<Request, HttpExchange['open']>()
  return {
    async onRequest({ request: plain, schemaPath, params: { query, path = {} } }) {
      const call = { operation: findOperation(schemaPath), segments: readSegments(path), query }
      const { request, open } = await exchange(call, plain)
      pending.set(request, open)
      return request
    },
    async onResponse({ request, response }) {
      const open = pending.get(request)
      if (!open)
        throw new TypeError('Other middleware replaced the sealed request. Register createSealingMiddleware() last.')
      return open(response)
    },
  }
}

function readSegments(path: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(path).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value !== 'string') throw new TypeError(`params.path.${toSafeName(name)} must be a string.`)
      return [name, value]
    }),
  )
}
