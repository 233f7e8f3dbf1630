import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

import { Rejection } from '../errors.ts'

const cipherName = 'aes-256-gcm'

/** A256GCM: key, initialisation vector and tag, in bytes (RFC 7518, section 5.3). */
export const contentSizes = { key: 32, iv: 12, tag: 16 } as const

const options = { authTagLength: contentSizes.tag }

/** How content is enciphered: a fresh key and vector, and the text that is authenticated with it. */
export interface ContentKey {
  readonly key: KeyObject
  readonly iv: Uint8Array
  readonly aad: Uint8Array
}

/** Enciphered content. */
export interface Content {
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/** Enciphers a plaintext. A key with its vector serves once and never again. */
export function encryptContent(plaintext: Uint8Array, { key, iv, aad }: ContentKey): Content {
  const cipher = createCipheriv(cipherName, key, iv, options)
  cipher.setAAD(aad)
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return { ciphertext, tag: cipher.getAuthTag() }
}

/** Deciphers content. Nothing of it leaves before its tag was found right. */
export function decryptContent(
  { ciphertext, tag }: Content,
  { key, iv, aad }: ContentKey,
): Uint8Array<ArrayBuffer> {
  const decipher = createDecipheriv(cipherName, key, iv, options)
  decipher.setAAD(aad).setAuthTag(tag)
  const { buffer, byteOffset, byteLength } = decipher.update(ciphertext)
  try {
    decipher.final()
  } catch {
    throw new Rejection('unwrap')
  }
  return new Uint8Array(buffer, byteOffset, byteLength)
}
