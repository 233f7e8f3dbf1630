// Opens sealed texts with bare primitives, so that the page shows their real content.
import { constants, createDecipheriv, hash, privateDecrypt, publicDecrypt } from 'node:crypto'

import type { KeyPairTexts } from '@custody-wallet/encryption/keys'

const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Header and content of a compact JWE. */
export function openJwe(text: string, { privatePem }: KeyPairTexts) {
  const [header = '', key = '', iv = '', ciphertext = '', tag = ''] = text.split('.')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const contentKey = privateDecrypt(
    { key: privatePem.reveal(), padding, oaepHash: 'sha256' },
    decodeBytes(key),
  )
  const cipher = createDecipheriv('aes-256-gcm', contentKey, decodeBytes(iv))
    .setAAD(Buffer.from(header))
    .setAuthTag(decodeBytes(tag))
  const content = Buffer.concat([cipher.update(decodeBytes(ciphertext)), cipher.final()]).toString()
  return { header: decodeBytes(header).toString(), content }
}

/** Header and payload of a compact JWS. */
export function readJws(text: string) {
  const [header = '', payload = ''] = text.split('.')
  return { header: decodeBytes(header).toString(), payload: decodeBytes(payload).toString() }
}

// Number and content of consecutive RSA blocks.
function openBlocks(text: string, open: (block: Buffer) => Buffer) {
  const modulus = 256
  const sealed = decodeBytes(text)
  const count = sealed.length / modulus
  const blocks = Array.from({ length: count }, (_, at) =>
    open(sealed.subarray(at * modulus, (at + 1) * modulus)),
  )
  return { count, content: Buffer.concat(blocks).toString() }
}

/** Blocks encrypted with the private key of the sender. */
export const openTypeOne = (text: string, { publicPem }: KeyPairTexts) =>
  openBlocks(text, (block) => publicDecrypt(publicPem, block))

/** Blocks encrypted with the public key of the receiver. */
export const openTypeTwo = (text: string, { privatePem }: KeyPairTexts) =>
  openBlocks(text, (block) =>
    privateDecrypt({ key: privatePem.reveal(), padding: constants.RSA_PKCS1_PADDING }, block),
  )

/** The MD5 that the interface signs. */
export const hashMd5 = (content: string): string => hash('md5', content, 'hex')
