import { Rejection } from '../errors.ts'

/** Base64url text of bytes, without padding (RFC 4648, section 5; RFC 7515, appendix C). */
export const encodeBase64url = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64url')

/**
 * The bytes of a base64url text. There is one text for any bytes: padding, characters of another alphabet, white
 * space, a length that cannot be, and bits left over that are not zero are refused.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64url')
  if (!isCanonical(text, bytes)) throw new Rejection('encoding')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

// Node skips what it does not know and drops bits left over (RFC 4648, 3.3 and 3.5 ask to refuse both). What it skipped
// is missing from the length, what it dropped shows in the last characters, and two characters of the other alphabet it
// takes as well. Encoding all of it again would say the same in twice the time.
function isCanonical(text: string, bytes: Buffer): boolean {
  const { length } = text
  const over = length % 4
  return (
    over !== 1 &&
    bytes.length === Math.floor((length * 3) / 4) &&
    Buffer.byteLength(text) === length &&
    !text.includes('+') &&
    !text.includes('/') &&
    bytes.toString('base64url', ((length - over) / 4) * 3) === text.slice(length - over)
  )
}
