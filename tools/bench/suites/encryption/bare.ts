// Only the arithmetic of each suite: calls of node:crypto on prepared buffers and parsed keys.
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
function parsed({ merchant, platform }: Keys) {
  return {
    seal: createPublicKey(platform.encryption.publicPem),
    open: createPrivateKey(platform.encryption.privatePem.reveal()),
    sign: createPrivateKey(merchant.signature.privatePem.reveal()),
    verify: createPublicKey(merchant.signature.publicPem),
  }
}

type Works<Name extends string> = { readonly [Work in Name]: () => unknown }

/** RSA-OAEP-256, A256GCM, PS256, and the two hashes of the plaintext. */
export function bareModern(
  keys: Keys,
  { plaintext, data, sign: text }: Message,
): Works<'seal' | 'open' | 'sign' | 'verify'> {
  const key = parsed(keys)
  const sealing = { key: key.seal, ...oaep }
  const opening = { key: key.open, ...oaep }
  const signing = { key: key.sign, ...pss }
  const verifying = { key: key.verify, ...pss }
  const [header = '', ...parts] = data.split('.')
  const [block, iv, content, tag] = parts.map(bytes)
  const [, signed = '', mark = ''] = /^(.+)\.(.+)$/.exec(text) ?? []
  const [aad, message, signature] = [Buffer.from(header), Buffer.from(signed), bytes(mark)]
  if (!block || !iv || !content || !tag) throw new TypeError('A compact JWE has five parts.')
  return {
    seal: () => {
      const [secret, vector] = [randomBytes(32), randomBytes(12)]
      const cipher = createCipheriv('aes-256-gcm', createSecretKey(secret), vector, gcm).setAAD(aad)
      return [cipher.update(plaintext), cipher.final(), cipher.getAuthTag(), publicEncrypt(sealing, secret)]
    },
    open: () => {
      const secret = createSecretKey(privateDecrypt(opening, block))
      const decipher = createDecipheriv('aes-256-gcm', secret, iv, gcm).setAAD(aad).setAuthTag(tag)
      return [decipher.update(content), decipher.final()]
    },
    sign: () => [...hashes(plaintext), sign('sha256', message, signing)],
    verify: () => [...hashes(plaintext), must(verify('sha256', message, verifying, signature))],
  }
}

const hashes = (plaintext: Uint8Array): readonly string[] => [
  hash('sha256', plaintext, 'base64url'),
  hash('md5', plaintext, 'hex'),
]

/** Blocks of type 1 for queries, and PKCS#1 blocks for envelopes. */
export function bareClassic(
  keys: Keys,
  plaintext: Uint8Array,
): Works<'querySeal' | 'queryOpen' | 'envelopeSeal' | 'envelopeOpen'> {
  const key = parsed(keys)
  const sealing = { key: key.seal, ...pkcs1 }
  const opening = { key: key.open, ...pkcs1 }
  const signing = { key: key.sign, ...pkcs1 }
  const verifying = { key: key.verify, ...pkcs1 }
  const [queryChunks, chunks] = [cut(plaintext, 234), cut(plaintext, 245)]
  const queryBlocks = queryChunks.map((chunk) => privateEncrypt(signing, chunk))
  const blocks = chunks.map((chunk) => publicEncrypt(sealing, chunk))
  return {
    querySeal: () => queryChunks.map((chunk) => privateEncrypt(signing, chunk)),
    queryOpen: () => queryBlocks.map((block) => publicDecrypt(verifying, block)),
    envelopeSeal: () => chunks.map((chunk) => publicEncrypt(sealing, chunk)),
    envelopeOpen: () => blocks.map((block) => privateDecrypt(opening, block)),
  }
}

/** One signature, inline and on the thread pool. */
export function bareSigning(keys: Keys): Works<'alone' | 'pooled'> {
  const signing = { key: parsed(keys).sign, ...pss }
  const message = Buffer.alloc(500)
  return {
    alone: () => sign('sha256', message, signing),
    pooled: () => signOnPool('sha256', message, signing),
  }
}

const signOnPool = promisify(sign)

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** Pieces of so many bytes; the last may be shorter. */
const cut = (whole: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
    whole.subarray(at * size, (at + 1) * size),
  )

function must(holds: boolean): boolean {
  if (!holds) throw new Error('The signature is not valid. Only valid messages are measured.')
  return holds
}
