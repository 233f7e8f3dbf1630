/**
 * A typed server of the custody interface: one handler for each call, behind the plain view and the wire view.
 *
 * @example
 * ```ts
 * import { createService, listen } from '@custody-wallet/server'
 *
 * const service = createService({ merchants: new Map(), handlers: {}, partial: true })
 * const servers = await listen({ plain: service.plain, wire: service.wire })
 * console.log((await fetch(`${servers.plain.url}/health/ready`)).status)
 * await servers.close()
 * ```
 *
 * @module
 */
export type { Fetch, RequestInfo, TextResponse, View } from './core/responses.ts'
export type { Readiness, ReadyCheck, ReadyChecks } from './core/health.ts'
export type { ListenOptions } from './core/listen-options.ts'
export { ListenError, type RunningServer } from './core/listen.ts'
export { UnavailableError } from './core/problem.ts'
export { listen, type ListenViewsOptions, type Servers } from './listen.ts'
export { checkResponse, NotBuiltError, InvalidResponseError, reject } from './service/response.ts'
export type { CallReport, RequestContext } from './service/context.ts'
export type { CallContext, Handler, Handlers, Rejection, RejectionCode, Value } from './service/handlers.ts'
export { checkAddresses } from './service/merchants.ts'
export type { Merchant, MerchantQuery, Merchants } from './service/merchants.ts'
export type { ServiceOptions } from './service/options.ts'
export { type CallListener, createReportedView } from './service/reports.ts'
export type { HandlerTrace } from './service/tracing.ts'
export { createService, type Service } from './service/service.ts'
export { checkTokenCall, createTokenFailure } from './service/token-call.ts'
export type { RevocationStore, TokenInfo, TokenOptions, Tokens } from './service/tokens.ts'
