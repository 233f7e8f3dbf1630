import { isWellFormed } from '../bytes/utf8.ts'
import { Rejection } from '../errors.ts'
import type { Cursor } from './cursor.ts'

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Reads a string. Halves of a pair may come as escapes, so only the text that they spell shows whether one is alone. */
export function readText(cursor: Cursor, longest: number): string {
  cursor.takeNext('"')
  const run = cursor.takeWhile(isPlain)
  const text = cursor.take('"\\') === '"' ? run : run + readEscaped(cursor)
  if (text.length > longest || !isWellFormed(text)) throw new Rejection('json')
  return text
}

// The rest of a string, behind its first backslash.
function readEscaped(cursor: Cursor): string {
  const pieces: string[] = []
  do pieces.push(readEscape(cursor), cursor.takeWhile(isPlain))
  while (cursor.take('"\\') === '\\')
  return pieces.join('')
}

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

// False at the end of the text, where the code is not a number.
const isPlain = (code: number): boolean => code >= firstPrintable && code !== quote && code !== backslash

function readEscape(cursor: Cursor): string {
  const letter = cursor.takeCount(1)
  const text = letter === 'u' ? unitOf(cursor.takeCount(4)) : escapes.get(letter)
  if (text === undefined) throw new Rejection('json')
  return text
}

const unitOf = (digits: string): string | undefined =>
  /^[0-9a-fA-F]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined
