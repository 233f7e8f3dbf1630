import { Rejection } from '../errors.ts'

/** Base64url text of bytes, without padding (RFC 4648, section 5; RFC 7515, appendix C). */
export const encodeBase64url = (bytes: Uint8Array): string => encode(view(bytes))

/**
 * The bytes of a base64url text. There is one text for any bytes: padding, characters of another alphabet, white
 * space, a length that cannot be, and bits left over that are not zero are refused.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  // Node skips what it does not know and drops bits left over (RFC 4648, 3.3 and 3.5 ask to refuse both). An encoder
  // writes only what is canonical, so comparing with its output finds all of it, at a fraction of a pattern's time.
  const bytes = Buffer.from(text, 'base64url')
  if (encode(bytes) !== text) throw new Rejection('encoding')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const encode = (bytes: Buffer): string => bytes.toString('base64url')

const view = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
