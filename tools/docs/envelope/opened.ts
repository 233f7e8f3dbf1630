// Opens sealed texts with `node:crypto`, to show parts that the codec does not return.
import { constants, createDecipheriv, hash, privateDecrypt, publicDecrypt } from 'node:crypto'

import type { KeyPairTexts } from '@custody-wallet/encryption/keys'

const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Decrypts a compact JWE. */
export function openJwe(text: string, { privatePem }: KeyPairTexts) {
  const [header = '', key = '', iv = '', ciphertext = '', tag = ''] = text.split('.')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const contentKey = privateDecrypt({ key: privatePem.reveal(), padding, oaepHash: 'sha256' }, decodeBytes(key))
  const cipher = createDecipheriv('aes-256-gcm', contentKey, decodeBytes(iv))
    .setAAD(Buffer.from(header))
    .setAuthTag(decodeBytes(tag))
  const content = Buffer.concat([cipher.update(decodeBytes(ciphertext)), cipher.final()]).toString()
  return { header: decodeBytes(header).toString(), content }
}

/** Parses a compact JWS. */
export function readJws(text: string) {
  const [header = '', payload = ''] = text.split('.')
  return { header: decodeBytes(header).toString(), payload: decodeBytes(payload).toString() }
}

// Returns the number and content of consecutive RSA blocks.
function openBlocks(text: string, open: (block: Buffer) => Buffer) {
  const modulus = 256
  const sealed = decodeBytes(text)
  const count = sealed.length / modulus
  const blocks = Array.from({ length: count }, (_, at) => open(sealed.subarray(at * modulus, (at + 1) * modulus)))
  return { count, content: Buffer.concat(blocks).toString() }
}

/** Opens blocks that are encrypted with the sender's private key. */
export const openTypeOne = (text: string, { publicPem }: KeyPairTexts) =>
  openBlocks(text, (block) => publicDecrypt(publicPem, block))

/** Opens blocks that are encrypted with the receiver's public key. */
export const openTypeTwo = (text: string, { privatePem }: KeyPairTexts) =>
  openBlocks(text, (block) => privateDecrypt({ key: privatePem.reveal(), padding: constants.RSA_PKCS1_PADDING }, block))

/** Computes the MD5 that is signed. */
export const hashMd5 = (content: string): string => hash('md5', content, 'hex')
