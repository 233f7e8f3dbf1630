/**
 * Keys of both parties: loading what people have, naming it, using it in this process or through a key service,
 * rotating the other party's, and making new ones.
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
export { generateKeys, type GeneratedKeys, type GenerateOptions, type KeyPairTexts } from './generate.ts'
export type { KeyOptions, PeerKeys, PublicKey, Signer, SignerInput, Unwrapper } from './interfaces.ts'
export { type KeyInput, loadPrivateKey, loadPublicKey, type LoadOptions, type RsaJwk } from './load.ts'
export { localSigner, type LocalKeyOptions, localUnwrapper, type Mode } from './local.ts'
export {
  type PeerKeyEntry,
  type PeerKeyInput,
  peerKeys,
  type PeerKeysInput,
  publicKey,
  type PublicKeyOptions,
} from './peer.ts'
export { Gate, type GateOptions, type SetTimer } from './pool.ts'
export { thumbprint } from './thumbprint.ts'
export { Secret } from '../secret.ts'
export type { KeyUse } from './wanted.ts'
