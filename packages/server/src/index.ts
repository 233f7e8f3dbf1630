/**
 * A typed server of the custody interface: one handler for each call, behind the plain view and the wire view.
 *
 * @example
 * ```ts
 * import { createService, listen } from '@custody-wallet/server'
 *
 * const service = createService({ merchants: new Map(), handlers: {}, partial: true })
 * const servers = await listen({ plain: service.plain, wire: service.wire })
 * console.log((await fetch(`${servers.plain.url}/health`)).status)
 * await servers.close()
 * ```
 *
 * @module
 */
export type { Fetch, RequestInfo } from './core/responses.ts'
export { ListenError, type ListenOptions, type RunningServer } from './core/listen.ts'
export { UnavailableError } from './core/problem.ts'
export { listen, type ListenViewsOptions, type Servers } from './listen.ts'
export { checkResponse, NotBuiltError, InvalidResponseError } from './service/response.ts'
export { type CallReport, getCurrentRequest, type RequestContext } from './service/context.ts'
export {
  type CallContext,
  type Handler,
  type Handlers,
  type Rejection,
  type RejectionCode,
  reject,
  type Value,
} from './service/handlers.ts'
export { checkAddresses } from './service/merchants.ts'
export type { Merchant, MerchantQuery, Merchants } from './service/merchants.ts'
export { createService, type Service, type ServiceOptions } from './service/service.ts'
export { checkTokenCall, createTokenFailure } from './service/token-call.ts'
export type { RevocationStore, TokenInfo, TokenOptions, Tokens } from './service/tokens.ts'
