/**
 * Receives sealed messages over HTTP and passes them to a plain handler. For servers that use `Request` and `Response`,
 * and for `node:http`, Express and Fastify.
 *
 * @example
 * ```ts
 * import { createGateway, createNodeListener, type GatewayOptions } from '@custody-wallet/encryption/gateway'
 *
 * const createListener = (options: GatewayOptions) => createNodeListener(createGateway(options))
 * console.log(createListener.name)
 * ```
 *
 * @module
 */
export { NotSupportedError, type RejectionCodes } from './responses.ts'
export { createGateway, type Gateway } from './gateway.ts'
export { createNodeListener, type NodeListener, type NodeListenerOptions } from './node.ts'
export type { CallResponder, Call, GatewayOptions, Handler } from './options.ts'
export type { TokenHandler } from './requests.ts'
