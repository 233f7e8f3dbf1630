import {
  constants,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

import type { KeyUse } from './wanted.ts'

const proofs: { readonly [Use in KeyUse]: (privateKey: KeyObject, publicKey: KeyObject) => boolean } = {
  encryption: opensWhatIsSealed,
  signature: signsWhatVerifies,
}

/** Tells whether two keys are halves of one pair, by using them on random bytes. */
export function isPair(privateKey: KeyObject, publicKey: KeyObject, use: KeyUse): boolean {
  try {
    return proofs[use](privateKey, publicKey)
  } catch {
    return false
  }
}

function opensWhatIsSealed(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const options = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const content = randomBytes(32)
  const sealed = publicEncrypt({ key: publicKey, ...options }, content)
  return timingSafeEqual(privateDecrypt({ key: privateKey, ...options }, sealed), content)
}

function signsWhatVerifies(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const message = randomBytes(32)
  const signature = sign('sha256', message, { key: privateKey, ...options })
  return verify('sha256', message, { key: publicKey, ...options }, signature)
}
