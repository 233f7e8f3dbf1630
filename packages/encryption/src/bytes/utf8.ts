// Text and bytes, without a repair in either direction: what was signed is what was written, so there is neither a
// replacement character nor a normal form (RFC 3629, section 3; RFC 8259, section 8.1).
import { toUSVString } from 'node:util'

import { Rejection } from '../errors.ts'

const encoder = new TextEncoder()
// `ignoreBOM` keeps the mark in the text, where it can be refused; without it the decoder drops it unseen.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = '\u{FEFF}'

/** The UTF-8 bytes of a text. A lone surrogate has none: that is the caller's mistake. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (!isWellFormed(text)) throw new TypeError('The text has a lone surrogate.')
  return encoder.encode(text)
}

/** The text of UTF-8 bytes. Invalid bytes and a byte order mark are refused. */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (text.startsWith(byteOrderMark)) throw new Rejection('encoding')
  return text
}

/** Tells whether every surrogate of a text has its other half. */
export const isWellFormed = (text: string): boolean => toUSVString(text) === text

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Rejection('encoding')
  }
}
