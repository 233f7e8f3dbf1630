/**
 * Keys of both parties: load them, use them in this process or through a key service, rotate the other party's, and
 * generate new ones.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPrivateKey, localSigner, peerKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
 * const signer = localSigner(loadPrivateKey(own.signature.privatePem, 'signature'), { alg: 'PS256' })
 * const peer = peerKeys({ encryption: platform.encryption.publicPem, signature: platform.signature.publicPem })
 * console.log(signer.kid, peer.encryptionKey(Date.now()).kid)
 * ```
 *
 * @module
 */
export { thumbprint } from './checks.ts'
export type { RsaJwk } from './formats.ts'
export { Gate, type GateOptions } from './gate.ts'
export type { KeyOptions, PeerKeys, PublicKey, Signer, SignerInput, Unwrapper } from './interfaces.ts'
export {
  type GeneratedKeys,
  generateKeys,
  generateKeysAsync,
  type GenerateOptions,
  type KeyInput,
  type KeyPairTexts,
  type LoadedKey,
  loadPrivateKey,
  loadPublicKey,
  type LoadOptions,
} from './load.ts'
export { localSigner, type LocalKeyOptions, localUnwrapper, type Mode } from './local.ts'
export { type PeerKeyEntry, type PeerKeyInput, peerKeys, type PeerKeysInput } from './peer.ts'
export type { KeyKind, KeyUse } from './requirements.ts'
export { Secret } from './secret.ts'
export type { SetTimer } from '../options.ts'
