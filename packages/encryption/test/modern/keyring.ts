// Shared pairs, for suites.

import type { PeerKeys, PublicKey, Signer, Unwrapper } from '../../src/keys/interfaces.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import type { Pair } from '../support/pairs.ts'

/** Returns the public key for a suite, under its thumbprint or another id. */
export const toPublicKey = (pair: Pair, kid?: string): PublicKey =>
  loadPublicKey(pair.publicKey, undefined, { name: 'test', kid })

/** Opens RSA-OAEP-256 blocks. */
export const createUnwrapper = (pair: Pair, kid?: string): Unwrapper =>
  createLocalUnwrapper(loadPrivateKey(pair.privateKey, 'encryption', { kid }), { alg: 'RSA-OAEP-256' })

/** Signs with PS256. */
export const createSigner = (pair: Pair, kid?: string): Signer =>
  createLocalSigner(loadPrivateKey(pair.privateKey, 'signature', { kid }), { alg: 'PS256' })

/** Keys of the other party: one to seal for, and those that may have signed, which are all handed out. */
export const createPeer = (encryption: PublicKey, ...verification: readonly PublicKey[]): PeerKeys => ({
  getEncryptionKey: () => encryption,
  listVerificationKeys: () => verification,
})
