/**
 * The receiving side: a plain handler behind sealed messages, for servers that use `Request` and `Response`, and for
 * `node:http`, Express and Fastify.
 *
 * @example
 * ```ts
 * import { type GatewayOptions, gateway, nodeListener } from '@custody-wallet/encryption/gateway'
 *
 * const listenerFor = (options: GatewayOptions) => nodeListener(gateway(options))
 * console.log(listenerFor.name)
 * ```
 *
 * @module
 */
export { NotSupportedError, type RefusalCodes } from './answers.ts'
export { gateway, type Gateway } from './gateway.ts'
export { nodeListener, type NodeListener, type NodeListenerOptions } from './node.ts'
export type { AnswerCall, Call, GatewayOptions, Handler } from './options.ts'
export type { BodyOptions, TokenHandler } from './requests.ts'
