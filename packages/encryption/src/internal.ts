/**
 * What our other packages share with this one. Do not import it elsewhere: any release may change it.
 *
 * @module
 */
export { pathOf } from './codec/requests.ts'
export { createExchange, onceBody } from './exchange/exchange.ts'
export {
  generateKeysAsync,
  type LoadedKey,
  loadPrivateKey,
  loadPublicKey,
  type LoadOptions,
} from './keys/load.ts'
export { peerKeys } from './keys/peer.ts'
export { answerLimits, requestLimits } from './limits.ts'
export { rejectionText } from './profile/rejections.ts'
export type { Context, SuiteOptions } from './suite.ts'
