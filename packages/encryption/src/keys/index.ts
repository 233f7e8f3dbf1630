/**
 * Keys of both parties: formats, new keys, limits, and the interfaces for a KMS or HSM.
 *
 * @example
 * ```ts
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const { encryption, signature } = generateKeys({ bits: 2048 })
 * console.log(encryption.publicPem, `${signature.privatePem}`)
 * ```
 *
 * @module
 */
export type { RsaJwk } from './formats.ts'
export { Gate, type GateOptions } from './gate.ts'
export type { KeyOptions, Signer, SignerInput, Unwrapper } from './interfaces.ts'
export { type GeneratedKeys, generateKeys, type GenerateOptions, type KeyInput, type KeyPairTexts } from './load.ts'
export type { Mode } from './local.ts'
export type { PeerKeyEntry, PeerKeyInput } from './peer.ts'
export type { KeyUse } from './requirements.ts'
export { Secret } from './secret.ts'
export type { SetTimer } from '../options.ts'
export type { KeyTrace } from './tracing.ts'
