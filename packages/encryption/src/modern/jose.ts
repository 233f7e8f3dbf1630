// Compact JWE and JWS with the one algorithm that the suite uses for each.
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  publicEncrypt,
} from 'node:crypto'

import { decodeBase64url, encodeAscii, encodeBase64url } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import type { KeyOptions, PublicKey, Signer, Unwrapper } from '../keys/interfaces.ts'
import { signWith, unwrapWith } from '../keys/local.ts'
import { checkSignature, type SignedMessage } from '../keys/peer.ts'
import { type HeaderReader, type SealedHeader, splitCompact } from './headers.ts'

const cipherName = 'aes-256-gcm'

/** A256GCM: key, initialization vector and tag, in bytes (RFC 7518, section 5.3). */
const sizes = { key: 32, iv: 12, tag: 16 } as const

const cipherOptions = { authTagLength: sizes.tag }
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

export type RandomBytes = (size: number) => Uint8Array

/** Encrypts for a public key under an encoded protected header: RSA-OAEP-256, A256GCM (RFC 7516, section 5.1). */
export function sealJwe(plaintext: Uint8Array, header: string, to: PublicKey, random: RandomBytes): string {
  // Draws both at once: a draw costs as much as encrypting several kilobytes.
  const randomValues = drawBytes(sizes.key + sizes.iv, random)
  const [secret, iv] = [randomValues.subarray(0, sizes.key), randomValues.subarray(sizes.key)]
  const content = { key: createSecretKey(secret), iv, aad: encodeAscii(header) }
  const { ciphertext, tag } = encryptContent(plaintext, content)
  const wrappedKey = publicEncrypt({ key: to.key, ...oaep }, secret)
  return `${header}.${[wrappedKey, iv, ciphertext, tag].map(encodeBase64url).join('.')}`
}

/** The keys that open messages, by id. */
export type Unwrappers = ReadonlyMap<string, Unwrapper>

interface OpenOptions<T extends SealedHeader> {
  readonly readHeader: HeaderReader<T>
  readonly unwrappers: Unwrappers
  /** Bytes that replace the content key if it does not unwrap, see `createSubstituteKey`. */
  readonly substitute: Uint8Array
  readonly options: KeyOptions
}

interface OpenedJwe<T> {
  readonly header: T
  readonly plaintext: Uint8Array<ArrayBuffer>
}

/** Opens a compact JWE. All cheap checks come before the private key is used. */
export async function openJwe<T extends SealedHeader>(
  text: string,
  { readHeader, unwrappers, substitute, options }: OpenOptions<T>,
): Promise<OpenedJwe<T>> {
  const parts = splitCompact(text, 5)
  const [head = '', wrappedKey = '', encodedIv = '', encodedCiphertext = '', encodedTag = ''] = parts
  const header = readHeader(head)
  const unwrapper = unwrappers.get(header.kid)
  if (unwrapper === undefined) throw new Rejection('key')
  const block = decodeSized(wrappedKey, unwrapper.modulusBytes)
  const iv = decodeSized(encodedIv, sizes.iv)
  const tag = decodeSized(encodedTag, sizes.tag)
  const ciphertext = decodeBase64url(encodedCiphertext)
  const unwrappedKey = await unwrapWith(unwrapper, block, options)
  const failure = unwrappedKey instanceof Rejection ? unwrappedKey : undefined
  const secret = unwrappedKey instanceof Rejection || unwrappedKey?.length !== sizes.key ? substitute : unwrappedKey
  const content = { key: createSecretKey(secret), iv, aad: encodeAscii(head) }
  try {
    return { header, plaintext: decryptContent({ ciphertext, tag }, content) }
  } catch (error) {
    // A failure of the key service shows only after the cipher has failed, at the same time as a forgery.
    throw failure ?? error
  }
}

/**
 * Draws a random key that replaces a content key that does not unwrap or has another length. Decryption then goes on and
 * fails in the cipher, where every forgery fails (RFC 7516, section 11.5). One key is enough: a draw after each failure
 * would make failures slower, and a draw before each message would slow down all.
 */
export const createSubstituteKey = (random: RandomBytes): Uint8Array => drawBytes(sizes.key, random)

// Checks the length, because GCM accepts an initialization vector of any length.
function drawBytes(size: number, random: RandomBytes): Uint8Array {
  const bytes = random(size)
  if (bytes.length === size) return bytes
  throw new TypeError(`randomBytes(${size}) returned ${bytes.length} bytes. It must return ${size}.`)
}

function decodeSized(encoded: string, size: number): Uint8Array {
  const bytes = decodeBase64url(encoded)
  if (bytes.length !== size) throw new Rejection('framing')
  return bytes
}

interface Content {
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/** Key and initialization vector of a message, and the additional data that the tag covers. */
interface ContentKey {
  readonly key: KeyObject
  readonly iv: Uint8Array
  readonly aad: Uint8Array
}

/** Encrypts content. Use a key with its vector only once. */
export function encryptContent(plaintext: Uint8Array, { key, iv, aad }: ContentKey): Content {
  const cipher = createCipheriv(cipherName, key, iv, cipherOptions)
  cipher.setAAD(aad)
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return { ciphertext, tag: cipher.getAuthTag() }
}

/** Decrypts content, and rejects it if its tag is wrong. */
export function decryptContent({ ciphertext, tag }: Content, { key, iv, aad }: ContentKey): Uint8Array<ArrayBuffer> {
  const decipher = createDecipheriv(cipherName, key, iv, cipherOptions)
  decipher.setAAD(aad).setAuthTag(tag)
  const { buffer, byteOffset, byteLength } = decipher.update(ciphertext)
  try {
    decipher.final()
  } catch {
    throw new Rejection('unwrap')
  }
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** The parts of a compact JWS, whose signature is not verified yet. */
export interface Jws<T> extends SignedMessage {
  readonly header: T
  readonly payload: Uint8Array<ArrayBuffer>
}

/** Signs a payload under an encoded protected header (RFC 7515, section 5.1). */
export async function signJws(
  header: string,
  payload: Uint8Array,
  signer: Signer,
  options: KeyOptions,
): Promise<string> {
  const message = `${header}.${encodeBase64url(payload)}`
  const signature = await signWith(signer, encodeAscii(message), options)
  return `${message}.${encodeBase64url(signature)}`
}

/** Splits a compact JWS. Checks its header first. */
export function readJws<T>(text: string, readHeader: HeaderReader<T>): Jws<T> {
  const [header = '', payload = '', signature = ''] = splitCompact(text, 3)
  return {
    header: readHeader(header),
    payload: decodeBase64url(payload),
    message: encodeAscii(text.slice(0, text.length - signature.length - 1)),
    signature: decodeBase64url(signature),
  }
}

/** Rejects a JWS unless one of the keys signed it with PS256 (RFC 7518, section 3.5). */
export const verifyJws = (jws: SignedMessage, keys: readonly PublicKey[]): void => checkSignature(jws, keys, 'PS256')
