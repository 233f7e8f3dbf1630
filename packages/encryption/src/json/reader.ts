// A strict reader of JSON (RFC 8259) for what a counterparty sealed or signed. `JSON.parse` takes the last of two
// members with one name and rounds numbers, so two readers of one signed text can see two payments. What this one
// refuses beyond the grammar has one reading only, or none that the contract has a use for.
import { Rejection } from '../errors.ts'
import { Cursor } from './cursor.ts'
import { readText } from './text.ts'
import {
  forbiddenNames,
  isNumberLexeme,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  maxDepth,
} from './value.ts'

interface Brackets {
  readonly open: string
  readonly next: string
  readonly close: string
  readonly most: number
}

const curly: Brackets = { open: '{', next: ',}', close: '}', most: 2000 }
// Four times the largest count that the interface names, which is 5,000 addresses.
const square: Brackets = { open: '[', next: ',]', close: ']', most: 20_000 }

export interface ReaderOptions {
  /** Characters of the longest string. An outer frame needs more than the default, for what is sealed in it. */
  readonly longestText?: number
}

/**
 * Reads a JSON text. Refuses two members with one name, members that reach a prototype, text behind the value, more
 * than 16 levels, 2,000 members, 20,000 entries or 64 KB of string, and lone surrogates. Numbers keep their lexemes.
 */
export function readJson(text: string, { longestText = 64 * 1024 }: ReaderOptions = {}): JsonValue {
  const place = { cursor: new Cursor(text), depth: 0, longestText }
  const value = readValue(place)
  if (place.cursor.peek() !== '') throw new Rejection('json')
  return value
}

interface Place {
  readonly cursor: Cursor
  readonly depth: number
  readonly longestText: number
}

const readers: ReadonlyMap<string, (place: Place) => JsonValue> = new Map<
  string,
  (place: Place) => JsonValue
>([
  ['{', readObject],
  ['[', readList],
  ['"', ({ cursor, longestText }) => readText(cursor, longestText)],
  ['t', ({ cursor }) => readWord(cursor, 'true', true)],
  ['f', ({ cursor }) => readWord(cursor, 'false', false)],
  ['n', ({ cursor }) => readWord(cursor, 'null', null)],
])

const readValue = (place: Place): JsonValue => (readers.get(place.cursor.peek()) ?? readNumber)(place)

function readObject(place: Place): JsonObject {
  const { cursor, longestText } = place
  const within = inside(place)
  const members: { [name: string]: JsonValue } = Object.create(null)
  readEach(cursor, curly, () => {
    const name = readText(cursor, longestText)
    if (name in members || forbiddenNames.has(name)) throw new Rejection('json')
    cursor.takeNext(':')
    members[name] = readValue(within)
  })
  return members
}

function readList(place: Place): readonly JsonValue[] {
  const within = inside(place)
  const entries: JsonValue[] = []
  readEach(place.cursor, square, () => entries.push(readValue(within)))
  return entries
}

function inside(place: Place): Place {
  if (place.depth === maxDepth) throw new Rejection('json')
  return { ...place, depth: place.depth + 1 }
}

function readEach(cursor: Cursor, { open, next, close, most }: Brackets, readOne: () => void): void {
  cursor.takeNext(open)
  let closed = cursor.peek() === close
  if (closed) cursor.take(close)
  for (let count = 0; !closed; count += 1) {
    if (count === most) throw new Rejection('json')
    readOne()
    closed = cursor.takeNext(next) === close
  }
}

function readWord<T>(cursor: Cursor, word: string, value: T): T {
  if (cursor.takeCount(word.length) !== word) throw new Rejection('json')
  return value
}

function readNumber({ cursor }: Place): JsonNumber {
  const lexeme = cursor.takeWhile(isNumeric)
  if (!isNumberLexeme(lexeme)) throw new Rejection('json')
  return new JsonNumber(lexeme)
}

// Digits, signs, the point and the exponent's letter, in any order; the lexeme's own pattern decides.
const numeric: ReadonlySet<number> = new Set(Array.from('0123456789+-.eE', (letter) => letter.charCodeAt(0)))
const isNumeric = (code: number): boolean => numeric.has(code)
