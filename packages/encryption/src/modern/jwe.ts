import { constants, createSecretKey, type KeyObject, publicEncrypt } from 'node:crypto'

import { decodeBase64url, encodeBase64url } from '../bytes/encodings.ts'
import { EncryptionError, isGivenUp, Rejection } from '../errors.ts'
import type { KeyOptions, PublicKey, Unwrapper } from '../keys/interfaces.ts'
import { contentSizes, decryptContent, encryptContent } from './content.ts'
import { type HeaderReader, splitCompact } from './header.ts'
import { ascii } from './jws.ts'

/** Source of content keys and initialisation vectors. */
export type RandomBytes = (size: number) => Uint8Array

/** Seals for a public key under an encoded protected header: RSA-OAEP-256, A256GCM (RFC 7516, section 5.1). */
export function sealJwe(plaintext: Uint8Array, header: string, to: PublicKey, random: RandomBytes): string {
  // Drawn at once: each draw has a price of its own, which is that of several kilobytes of cipher.
  const drawn = fresh(contentSizes.key + contentSizes.iv, random)
  const [secret, iv] = [drawn.subarray(0, contentSizes.key), drawn.subarray(contentSizes.key)]
  const key = createSecretKey(secret)
  const { ciphertext, tag } = encryptContent(plaintext, { key, iv, aad: ascii(header) })
  const parts = [wrap(secret, to.key), iv, ciphertext, tag]
  return `${header}.${parts.map(encodeBase64url).join('.')}`
}

const wrap = (secret: Uint8Array, key: KeyObject): Uint8Array =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, secret)

// GCM takes an initialisation vector of any length without a word, so what a given source returns is measured.
function fresh(size: number, random: RandomBytes): Uint8Array {
  const bytes = random(size)
  if (bytes.length === size) return bytes
  throw new TypeError('randomBytes gave another number of bytes than it was asked for.')
}

/** What opening needs beside the text. */
export interface Opening<T> {
  readonly readHeader: HeaderReader<T>
  readonly unwrapper: Unwrapper
  /** Bytes that stand in for a content key where there is none, see `substituteKey`. */
  readonly substitute: Uint8Array
  readonly options: KeyOptions
}

/** What a compact JWE opens to. */
export interface Opened<T> {
  readonly header: T
  readonly plaintext: Uint8Array<ArrayBuffer>
}

/** Opens a compact JWE. All that costs nothing is refused before the private key is used. */
export async function openJwe<T>(text: string, opening: Opening<T>): Promise<Opened<T>> {
  const [head = '', wrapped = '', vector = '', content = '', mark = ''] = splitCompact(text, 5)
  const header = opening.readHeader(head)
  const block = sized(wrapped, opening.unwrapper.modulusBytes)
  const iv = sized(vector, contentSizes.iv)
  const tag = sized(mark, contentSizes.tag)
  const ciphertext = decodeBase64url(content)
  const { bytes, failure } = await contentKey(block, opening)
  const key = createSecretKey(bytes)
  try {
    return { header, plaintext: decryptContent({ ciphertext, tag }, { key, iv, aad: ascii(head) }) }
  } catch (error) {
    throw failure ?? error
  }
}

function sized(encoded: string, size: number): Uint8Array {
  const bytes = decodeBase64url(encoded)
  if (bytes.length !== size) throw new Rejection('framing')
  return bytes
}

/**
 * What goes on in place of a content key. A block that does not unwrap, or unwraps to something else, takes the same
 * way as one that does, with a random key that nobody knows: the cipher is the one place where a forgery fails
 * (RFC 7516, section 11.5). It is drawn once. Drawn after a failure it would make failures slower; drawn before every
 * message it would cost more than all the rest of the framing.
 */
export const substituteKey = (random: RandomBytes): Uint8Array => fresh(contentSizes.key, random)

interface ContentKey {
  readonly bytes: Uint8Array
  /** Why a key service gave none. It is said on this side, and only once the cipher has failed. */
  readonly failure?: Rejection
}

async function contentKey(block: Uint8Array, opening: Opening<unknown>): Promise<ContentKey> {
  const { unwrapper, substitute, options } = opening
  try {
    const key = await unwrapper.unwrap(block, options)
    return { bytes: key.length === contentSizes.key ? key : substitute }
  } catch (error) {
    if (isGivenUp(error)) throw error
    if (options.signal?.aborted === true) throw new EncryptionError('ABORTED')
    return { bytes: substitute, ...(error instanceof Rejection && { failure: error }) }
  }
}
