// The arithmetic of each suite: calls of node:crypto with prepared buffers and parsed keys.
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'

import type { Keys, Message } from './messages.ts'

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const
const pkcs1 = { padding: constants.RSA_PKCS1_PADDING } as const
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const
const gcm = { authTagLength: 16 } as const

/** Parsed keys of a request from the merchant to the platform. */
function parseKeys({ merchant, platform }: Keys) {
  return {
    seal: createPublicKey(platform.encryption.publicPem),
    open: createPrivateKey(platform.encryption.privatePem.reveal()),
    sign: createPrivateKey(merchant.signature.privatePem.reveal()),
    verify: createPublicKey(merchant.signature.publicPem),
  }
}

type Works<Name extends string> = { readonly [Work in Name]: () => unknown }

/** RSA-OAEP-256, A256GCM, PS256, and the two hashes of the plaintext. */
export function createBareModern(
  keys: Keys,
  { plaintext, data, sign: text }: Message,
): Works<'seal' | 'open' | 'sign' | 'verify'> {
  const key = parseKeys(keys)
  const sealOptions = { key: key.seal, ...oaep }
  const openOptions = { key: key.open, ...oaep }
  const signOptions = { key: key.sign, ...pss }
  const verifyOptions = { key: key.verify, ...pss }
  const [header = '', ...parts] = data.split('.')
  const [block, iv, content, tag] = parts.map(decodeBytes)
  const [, signedText = '', mark = ''] = /^(.+)\.(.+)$/.exec(text) ?? []
  const [aad, message, signature] = [Buffer.from(header), Buffer.from(signedText), decodeBytes(mark)]
  if (!block || !iv || !content || !tag) throw new TypeError('A compact JWE has five parts.')
  return {
    seal: () => {
      const [secret, vector] = [randomBytes(32), randomBytes(12)]
      const cipher = createCipheriv('aes-256-gcm', createSecretKey(secret), vector, gcm).setAAD(aad)
      return [cipher.update(plaintext), cipher.final(), cipher.getAuthTag(), publicEncrypt(sealOptions, secret)]
    },
    open: () => {
      const secret = createSecretKey(privateDecrypt(openOptions, block))
      const decipher = createDecipheriv('aes-256-gcm', secret, iv, gcm).setAAD(aad).setAuthTag(tag)
      return [decipher.update(content), decipher.final()]
    },
    sign: () => [...computeHashes(plaintext), sign('sha256', message, signOptions)],
    verify: () => [...computeHashes(plaintext), requireValid(verify('sha256', message, verifyOptions, signature))],
  }
}

const computeHashes = (plaintext: Uint8Array): readonly string[] => [
  hash('sha256', plaintext, 'base64url'),
  hash('md5', plaintext, 'hex'),
]

/** Blocks of type 1 for queries, and PKCS#1 blocks for envelopes. */
export function createBareClassic(
  keys: Keys,
  plaintext: Uint8Array,
): Works<'querySeal' | 'queryOpen' | 'envelopeSeal' | 'envelopeOpen'> {
  const key = parseKeys(keys)
  const sealOptions = { key: key.seal, ...pkcs1 }
  const openOptions = { key: key.open, ...pkcs1 }
  const signOptions = { key: key.sign, ...pkcs1 }
  const verifyOptions = { key: key.verify, ...pkcs1 }
  const [queryChunks, chunks] = [cutBytes(plaintext, 234), cutBytes(plaintext, 245)]
  const queryBlocks = queryChunks.map((chunk) => privateEncrypt(signOptions, chunk))
  const blocks = chunks.map((chunk) => publicEncrypt(sealOptions, chunk))
  return {
    querySeal: () => queryChunks.map((chunk) => privateEncrypt(signOptions, chunk)),
    queryOpen: () => queryBlocks.map((block) => publicDecrypt(verifyOptions, block)),
    envelopeSeal: () => chunks.map((chunk) => publicEncrypt(sealOptions, chunk)),
    envelopeOpen: () => blocks.map((block) => privateDecrypt(openOptions, block)),
  }
}

/** One signature, inline and on the thread pool. */
export function createBareSigning(keys: Keys): Works<'alone' | 'pooled'> {
  const signOptions = { key: parseKeys(keys).sign, ...pss }
  const message = Buffer.alloc(500)
  return {
    alone: () => sign('sha256', message, signOptions),
    pooled: () => signOnPool('sha256', message, signOptions),
  }
}

const signOnPool = promisify(sign)

const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Pieces of so many bytes; the last may be shorter. */
const cutBytes = (whole: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size))

function requireValid(isValid: boolean): boolean {
  if (!isValid) throw new Error('The signature is invalid.')
  return isValid
}
