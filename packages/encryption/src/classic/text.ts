import { decodeBase64url, encodeBase64url } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import type { TextEncoding } from './options.ts'

/** Writes bytes as text and reads them back. */
export interface TextCodec {
  readonly encode: (bytes: Uint8Array) => string
  /** Refuses every text that `encode` would not have written; of `any-base64`, every text that is no base64. */
  readonly decode: (text: string) => Uint8Array
}

// `Buffer.from` skips what it does not know, so the text is held against what these bytes are written as.
function strict(encoding: 'base64' | 'hex'): TextCodec {
  const encode = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
  return {
    encode,
    decode: (text) => {
      const bytes = Buffer.from(text, encoding)
      if (encode(bytes) !== text) throw new Rejection('encoding')
      return bytes
    },
  }
}

/**
 * The same bytes as base64url without padding. A mixture of both alphabets and wrong padding are refused. A space counts
 * as `+`: that is what a form parser makes of a `+` that a client did not percent-encode.
 */
function bareBase64url(text: string): string {
  const bare = text.replace(/={1,2}$/, '')
  const isPadded = bare.length < text.length
  const isStandard = /[+/ ]/.test(bare)
  if ((isPadded && text.length % 4 !== 0) || (isStandard && /[-_]/.test(bare)))
    throw new Rejection('encoding')
  return isStandard ? bare.replaceAll(/[+ ]/g, '-').replaceAll('/', '_') : bare
}

/** Base64 has its padding, hexadecimal is lower-case, base64url has no padding. */
export const textCodecs: { readonly [Name in TextEncoding]: TextCodec } = {
  'any-base64': { encode: encodeBase64url, decode: (text) => decodeBase64url(bareBase64url(text)) },
  base64: strict('base64'),
  base64url: { encode: encodeBase64url, decode: decodeBase64url },
  hex: strict('hex'),
}
