// Takes sealed texts apart with bare primitives, so that the page shows what is really in them.
import { constants, createDecipheriv, hash, privateDecrypt, publicDecrypt } from 'node:crypto'

import type { KeyPairTexts } from '@custody-wallet/encryption/keys'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

/** A compact JWE with its header and what it holds. */
export interface OpenedJwe {
  readonly header: string
  readonly content: string
}

export function openJwe(text: string, { privatePem }: KeyPairTexts): OpenedJwe {
  const [header = '', key = '', iv = '', ciphertext = '', tag = ''] = text.split('.')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const contentKey = privateDecrypt({ key: privatePem.reveal(), padding, oaepHash: 'sha256' }, bytesOf(key))
  const cipher = createDecipheriv('aes-256-gcm', contentKey, bytesOf(iv))
    .setAAD(Buffer.from(header))
    .setAuthTag(bytesOf(tag))
  const content = Buffer.concat([cipher.update(bytesOf(ciphertext)), cipher.final()]).toString()
  return { header: bytesOf(header).toString(), content }
}

/** A compact JWS with its header, what it signs, and the signature itself. */
export interface OpenedJws {
  readonly header: string
  readonly payload: string
  readonly signature: string
}

export function readJws(text: string): OpenedJws {
  const [header = '', payload = '', signature = ''] = text.split('.')
  return { header: bytesOf(header).toString(), payload: bytesOf(payload).toString(), signature }
}

/** RSA blocks that stand one behind the other, and what they hold. */
export interface OpenedBlocks {
  readonly count: number
  readonly content: string
}

const modulus = 256

const opened = (text: string, open: (block: Buffer) => Buffer): OpenedBlocks => {
  const sealed = bytesOf(text)
  const count = sealed.length / modulus
  const blocks = Array.from({ length: count }, (_, at) =>
    open(sealed.subarray(at * modulus, (at + 1) * modulus)),
  )
  return { count, content: Buffer.concat(blocks).toString() }
}

/** Blocks that their sender's private key made: its public key opens them. */
export const openTypeOne = (text: string, { publicPem }: KeyPairTexts): OpenedBlocks =>
  opened(text, (block) => publicDecrypt(publicPem, block))

/** Blocks for the eyes of their receiver. */
export const openTypeTwo = (text: string, { privatePem }: KeyPairTexts): OpenedBlocks =>
  opened(text, (block) =>
    privateDecrypt({ key: privatePem.reveal(), padding: constants.RSA_PKCS1_PADDING }, block),
  )

/** The MD5 that the interface has signed. */
export const md5Of = (content: string): string => hash('md5', content, 'hex')
