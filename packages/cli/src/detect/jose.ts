import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

import { isObject } from '@custody-wallet/types/validate'

import type { KeyHalf } from './keys.ts'
import type { HashName } from './mgf1.ts'
import { markedPaddings, type Padding } from './paddings.ts'
import type { JoseSettings } from './settings.ts'
import { type Scheme, listSchemes } from './signatures.ts'

export type Header = Readonly<Record<string, unknown>>

/** The parts of a compact JWE or JWS (RFC 7516, RFC 7515), which are not verified yet. */
export interface Compact {
  readonly kind: 'JWE' | 'JWS'
  readonly header: Header
  readonly parts: readonly string[]
}

/** Splits a compact JWE or JWS; undefined for any other text. */
export function readCompact(text: string): Compact | undefined {
  const parts = text.trim().split('.', 6)
  const kind = parts.length === 5 ? 'JWE' : parts.length === 3 ? 'JWS' : undefined
  if (kind === undefined || !parts.every((part) => /^[\w-]*$/.test(part))) return undefined
  try {
    const header: unknown = JSON.parse(toBytes(parts[0]).toString('utf8'))
    return isObject(header) && typeof header['alg'] === 'string' ? { kind, header, parts } : undefined
  } catch {
    return undefined
  }
}

const toBytes = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url')

/** Reads a field of a header as a string; empty if it is not one. */
export const readString = (header: Header, name: string): string => {
  const value = header[name]
  return typeof value === 'string' ? value : ''
}

const findOaep = (hash: HashName): Padding | undefined =>
  markedPaddings.find(({ hashes }) => hashes?.label === hash && hashes.mask === hash)

const wrappings: ReadonlyMap<string, Padding | undefined> = new Map([
  ['RSA1_5', markedPaddings.find(({ kind }) => kind === 'pkcs1')],
  ['RSA-OAEP', findOaep('sha1')],
  ['RSA-OAEP-256', findOaep('sha256')],
  ['RSA-OAEP-384', findOaep('sha384')],
  ['RSA-OAEP-512', findOaep('sha512')],
])

interface Cipher {
  readonly keyBytes: number
  readonly open: (message: CipherText, key: Buffer) => Buffer
}

interface CipherText {
  readonly iv: Buffer
  readonly text: Buffer
  readonly tag: Buffer
  readonly aad: Buffer
}

const createGcm = (bits: 128 | 192 | 256): Cipher => ({
  keyBytes: bits / 8,
  open: ({ iv, text, tag, aad }, key) => {
    const decipher = createDecipheriv(`aes-${bits}-gcm`, key, iv, { authTagLength: 16 }).setAAD(aad).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()])
  },
})

/** RFC 7518, 5.2.2: the first half of the key authenticates, the second encrypts. */
const createCbc = (bits: 128 | 192 | 256, hash: string): Cipher => ({
  keyBytes: bits / 4,
  open: ({ iv, text, tag, aad }, key) => {
    const size = bits / 8
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(aad.length * 8))
    const mac = createHmac(hash, key.subarray(0, size))
      .update(Buffer.concat([aad, iv, text, length]))
      .digest()
    if (tag.length !== size || !timingSafeEqual(mac.subarray(0, size), tag)) throw new TypeError('tag')
    const decipher = createDecipheriv(`aes-${bits}-cbc`, key.subarray(size), iv)
    return Buffer.concat([decipher.update(text), decipher.final()])
  },
})

const ciphers: ReadonlyMap<string, Cipher> = new Map([
  ['A128GCM', createGcm(128)],
  ['A192GCM', createGcm(192)],
  ['A256GCM', createGcm(256)],
  ['A128CBC-HS256', createCbc(128, 'sha256')],
  ['A192CBC-HS384', createCbc(192, 'sha384')],
  ['A256CBC-HS512', createCbc(256, 'sha512')],
])

/** A JWE that a private key opened. */
export interface JweResult {
  readonly half: KeyHalf
  readonly plaintext: Uint8Array
}

/** Whether this module can open the algorithms of a JWE. */
export const isKnownJwe = (header: Header): boolean =>
  wrappings.has(readString(header, 'alg')) && ciphers.has(readString(header, 'enc')) && header['zip'] === undefined

/** Opens a JWE with the private halves. The authentication tag proves that the key fits. */
export function openJwe({ header, parts }: Compact, halves: readonly KeyHalf[]): JweResult | undefined {
  const [head = '', wrapped, iv, text, tag] = parts
  const [padding, cipher] = [wrappings.get(readString(header, 'alg')), ciphers.get(readString(header, 'enc'))]
  if (padding === undefined || cipher === undefined) return undefined
  const block = toBytes(wrapped)
  const message = {
    iv: toBytes(iv),
    text: toBytes(text),
    tag: toBytes(tag),
    aad: Buffer.from(head, 'latin1'),
  }
  for (const half of halves) {
    if (half.half !== 'private' || half.modulusBytes !== block.length) continue
    const raw = half.raw(block)
    const plaintext = decrypt(message, cipher, raw && padding.unpad(raw))
    if (plaintext !== undefined) return { half, plaintext }
  }
  return undefined
}

function decrypt(message: CipherText, cipher: Cipher, key: Uint8Array | undefined): Buffer | undefined {
  if (key?.length !== cipher.keyBytes) return undefined
  try {
    return cipher.open(message, Buffer.from(key))
  } catch {
    return undefined
  }
}

/** The payload of a JWS, and the key that verifies it, if any. */
export interface JwsResult {
  readonly payload: Uint8Array
  readonly scheme?: Scheme
}

/** Verifies a JWS. The scheme comes from the signature instead of the header. */
export function readJws({ parts }: Compact, halves: readonly KeyHalf[], detached?: Uint8Array): JwsResult {
  const [head = '', body = '', signature] = parts
  const payload = detached ?? toBytes(body)
  const message = Buffer.from(`${head}.${detached ? Buffer.from(detached).toString('base64url') : body}`, 'latin1')
  const publics = halves.filter(({ half }) => half === 'public')
  const scheme = listSchemes(toBytes(signature), publics).find(
    (each) => each.padding !== 'bare' && each.isOver(message),
  )
  return { payload, ...(scheme && { scheme }) }
}

/** Reads the settings of a header. */
export function readJose(header: Header): JoseSettings {
  const [enc, kid, ctx] = [readString(header, 'enc'), readString(header, 'kid'), header['ctx']]
  const claims = isObject(ctx) ? Object.entries(ctx).map(([name, value]) => [name, String(value)] as const) : undefined
  return {
    alg: readString(header, 'alg'),
    ...(enc && { enc }),
    ...(kid && { kid }),
    ...(claims && { ctx: Object.fromEntries(claims) }),
  }
}
