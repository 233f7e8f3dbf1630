import { Rejection } from '../errors.ts'

const encoder = new TextEncoder()
// Without `ignoreBOM`, the decoder drops a byte order mark, so two byte strings would have one text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = '\u{FEFF}'

/** Encodes a string as UTF-8 (RFC 3629). Throws for a lone surrogate. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed())
    throw new TypeError('The string has a lone surrogate. Replace it before you seal the string.')
  return encoder.encode(text)
}

/** Decodes UTF-8. Rejects invalid bytes and a byte order mark (RFC 8259, section 8.1). */
export function decodeUtf8(bytes: Uint8Array): string {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new Rejection('encoding')
  }
  if (text.startsWith(byteOrderMark)) throw new Rejection('encoding')
  return text
}

export const encodeAscii = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** Tells whether a string is percent-encoded UTF-8. `URLSearchParams` would silently replace anything else. */
export function isPercentEncoded(text: string): boolean {
  // Most sealed texts have no escapes, and decoding takes longer than all other checks of the frame.
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5; RFC 7515, appendix C). */
export const encodeBase64url = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64url')

/**
 * Decodes base64url. Each byte string has exactly one encoding: padding, other characters, white space, an impossible
 * length and non-zero trailing bits are rejected.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64url')
  if (!isCanonical(text, bytes)) throw new Rejection('encoding')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

// Node skips unknown characters, drops trailing bits and accepts `+` and `/`; RFC 4648, 3.3 and 3.5, rejects all of these.
// Skipped characters change the length, and dropped bits change the last characters. Encoding the whole text again would
// take twice the time.
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
