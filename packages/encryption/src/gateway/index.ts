/**
 * The receiving side: a plain handler behind sealed messages, for servers that use `Request` and `Response`, and for
 * `node:http`, Express and Fastify.
 *
 * @example
 * ```ts
 * import { createGateway, type GatewayOptions, createNodeListener } from '@custody-wallet/encryption/gateway'
 *
 * const listenerFor = (options: GatewayOptions) => createNodeListener(createGateway(options))
 * console.log(listenerFor.name)
 * ```
 *
 * @module
 */
export { NotSupportedError, type RejectionCodes } from './responses.ts'
export { createGateway, type Gateway } from './gateway.ts'
export { createNodeListener, type NodeListener, type NodeListenerOptions } from './node.ts'
export type { CallResponder, Call, GatewayOptions, Handler } from './options.ts'
export type { BodyOptions, TokenHandler } from './requests.ts'
