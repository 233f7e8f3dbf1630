/**
 * For our other packages only. Any release may change it.
 *
 * @module
 */
export { buildPath } from './codec/requests.ts'
export { createExchange, createOnceBody } from './exchange/exchange.ts'
export { generateKeysAsync, type LoadedKey, loadPrivateKey, loadPublicKey, type LoadOptions } from './keys/load.ts'
export { createPeerKeys } from './keys/peer.ts'
export { responseLimits, requestLimits } from './limits.ts'
export { notify } from './options.ts'
export { describeRejection } from './profile/rejections.ts'
export type { Context, SuiteOptions } from './suite.ts'
