import { decodeBase64url, encodeAscii, encodeBase64url } from '../bytes/encodings.ts'
import { checkSignature, type Signed, signaturePaddings, signWith } from '../key-operations.ts'
import type { KeyOptions, PublicKey, Signer } from '../keys/interfaces.ts'
import { splitCompact, type HeaderReader } from './headers.ts'

/** A compact JWS taken apart. Its signature is not verified yet. */
export interface Jws<T> extends Signed {
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

/** Takes a compact JWS apart. Its header is checked before anything else. */
export function readJws<T>(text: string, readHeader: HeaderReader<T>): Jws<T> {
  const [header = '', payload = '', signature = ''] = splitCompact(text, 3)
  return {
    header: readHeader(header),
    payload: decodeBase64url(payload),
    message: encodeAscii(text.slice(0, text.length - signature.length - 1)),
    signature: decodeBase64url(signature),
  }
}

/** Rejects a JWS that none of the keys signed with PS256 (RFC 7518, section 3.5). */
export const verifyJws = (jws: Signed, keys: readonly PublicKey[]): void =>
  checkSignature(jws, keys, signaturePaddings.PS256)
