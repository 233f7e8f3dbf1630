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
export { answerText, NotSupportedError, Refusal, type RefusalCodes } from './answers.ts'
export { gateway, type Gateway, sealedAnswers } from './gateway.ts'
export {
  nodeListener,
  type NodeListener,
  type NodeListenerOptions,
  type NodeReply,
  type NodeRequest,
} from './node.ts'
export type { AnswerCall, Call, GatewayLimits, GatewayOptions, Handler } from './options.ts'
export { type BodyOptions, type BodyReader, bodyReader, type TokenHandler } from './requests.ts'
export { TextAnswer } from './text-answer.ts'
