import { constants, hash, verify } from 'node:crypto'

import { decodeBase64url, encodeBase64url } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import type { KeyOptions, PublicKey, Signer, SignerInput } from '../keys/interfaces.ts'
import { splitCompact, type HeaderReader } from './header.ts'

const saltBytes = 32
const mostKeys = 3

/** A compact JWS taken apart. Nobody has verified it yet. */
export interface Jws<T> {
  readonly header: T
  readonly payload: Uint8Array<ArrayBuffer>
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/** Signs a payload under an encoded protected header (RFC 7515, section 5.1). */
export async function signJws(
  header: string,
  payload: Uint8Array,
  signer: Signer,
  options: KeyOptions,
): Promise<string> {
  const signed = `${header}.${encodeBase64url(payload)}`
  const signature = await signer.sign(signerInput(ascii(signed)), options)
  if (signature.length !== signer.modulusBytes)
    throw new TypeError('signer.sign gave another number of bytes than its modulus has.')
  return `${signed}.${encodeBase64url(signature)}`
}

// Local keys never read the hash: `crypto.sign` makes its own.
const signerInput = (message: Uint8Array): SignerInput => ({
  message,
  get sha256() {
    return hash('sha256', message, 'buffer')
  },
})

/** Takes a compact JWS apart; its header is decided about before anything else is looked at. */
export function readJws<T>(text: string, readHeader: HeaderReader<T>): Jws<T> {
  const [header = '', payload = '', signature = ''] = splitCompact(text, 3)
  return {
    header: readHeader(header),
    payload: decodeBase64url(payload),
    signed: ascii(text.slice(0, text.length - signature.length - 1)),
    signature: decodeBase64url(signature),
  }
}

/**
 * Refuses a signature that none of the keys made. Every key is tried, whatever the ones before it said: time tells
 * nobody which one fits.
 */
export function verifyJws(jws: Jws<unknown>, keys: readonly PublicKey[]): void {
  const live = keys.slice(0, mostKeys)
  if (live.length === 0) throw new Rejection('key')
  const outcomes = live.map((key) => isSignedBy(jws, key))
  if (!outcomes.includes(true)) throw new Rejection('signature')
}

// PS256 (RFC 7518, section 3.5): the salt is as long as the hash, no shorter and no longer.
function isSignedBy({ signed, signature }: Jws<unknown>, { key, modulusBytes }: PublicKey): boolean {
  if (signature.length !== modulusBytes) return false
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return verify('sha256', signed, { key, padding, saltLength: saltBytes }, signature)
}

/** Bytes of a text in base64url and dots. */
export const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
