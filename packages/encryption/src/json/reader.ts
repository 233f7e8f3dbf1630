// `JSON.parse` takes the last of two fields with the same name and rounds numbers, so two readers of one signed text
// can see two different payments. `JSON.parse` checks the syntax (RFC 8259); this reader rejects duplicate names, keeps
// the text of numbers, and adds limits.
import { forbiddenNames, isObject, jsonLimits } from '@custody-wallet/types/validate'

import { Rejection } from '../errors.ts'
import { JsonNumber } from './number.ts'

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject

/** An object without inherited fields. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Tells a JSON object from a list, a number and other values. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  isObject(value) && !(value instanceof JsonNumber)

export interface ReaderOptions {
  /** Most characters of a string. A frame needs more than the default for its sealed text. */
  readonly longestText?: number
}

/**
 * Reads JSON. Rejects two fields with the same name, names that reach a prototype, lone surrogates, and anything beyond
 * the limits of `parseStrictly`. Numbers keep their text.
 */
export function readJson(text: string, { longestText = jsonLimits.text }: ReaderOptions = {}): JsonValue {
  try {
    JSON.parse(text)
  } catch {
    throw new Rejection('json')
  }
  // `JSON.parse` has checked the syntax, so the reader does not check it again.
  return new Reader(text, longestText).readValue(0)
}

const readers: Readonly<Record<string, (reader: Reader, depth: number) => JsonValue>> = {
  '{': (reader, depth) => reader.readObject(depth),
  '[': (reader, depth) => reader.readList(depth),
  '"': (reader) => reader.readString(),
  t: (reader) => reader.readLiteral('true', true),
  f: (reader) => reader.readLiteral('false', false),
  n: (reader) => reader.readLiteral('null', null),
}

const afterSpace = /[ \t\n\r]*/y
const numberCharacters = /[-+.0-9eE]*/y
const space = 0x20

// An object without inherited fields. `Object.create(null)` makes a hash table, which is several times slower than an
// instance of a class with an empty prototype.
class FieldMap {
  [name: string]: JsonValue
}
Reflect.deleteProperty(FieldMap.prototype, 'constructor')
Object.setPrototypeOf(FieldMap.prototype, null)

class Reader {
  readonly #text: string
  readonly #longest: number
  #at = 0
  /** Position of the next backslash. Strings that end before it have no escapes. */
  #escape: number

  constructor(text: string, longest: number) {
    this.#text = text
    this.#longest = longest
    this.#escape = this.#find('\\', 0)
  }

  readValue(depth: number): JsonValue {
    return (readers[this.#peek()] ?? ((reader) => reader.readNumber()))(this, depth)
  }

  readObject(depth: number): JsonObject {
    const fields = new FieldMap()
    this.#readEach('}', depth, jsonLimits.fields, () => {
      this.#peek()
      const name = this.readString()
      if (name in fields || forbiddenNames.has(name)) throw new Rejection('json')
      this.#take()
      fields[name] = this.readValue(depth + 1)
    })
    return fields
  }

  readList(depth: number): readonly JsonValue[] {
    const entries: JsonValue[] = []
    this.#readEach(']', depth, jsonLimits.entries, () => entries.push(this.readValue(depth + 1)))
    return entries
  }

  readLiteral<T>(word: string, value: T): T {
    this.#at += word.length
    return value
  }

  readNumber(): JsonNumber {
    return new JsonNumber(this.#match(numberCharacters))
  }

  readString(): string {
    const start = this.#at
    const end = this.#findEndOfString()
    const text = end < this.#escape ? this.#text.slice(start + 1, end) : decodeString(this.#text.slice(start, end + 1))
    this.#at = end + 1
    if (this.#escape < this.#at) this.#escape = this.#find('\\', this.#at)
    if (text.length > this.#longest || !text.isWellFormed()) throw new Rejection('json')
    return text
  }

  // A quote ends a string unless an unescaped backslash precedes it.
  #findEndOfString(): number {
    let end = this.#find('"', this.#at + 1)
    for (let at = this.#escape; at < end; at = this.#find('\\', at + 2))
      if (at + 1 === end) end = this.#find('"', end + 1)
    return end
  }

  #readEach(close: string, depth: number, most: number, readOne: () => void): void {
    if (depth === jsonLimits.depth) throw new Rejection('json')
    this.#at += 1
    if (this.#peek() === close) this.#at += 1
    else
      for (let count = 1; ; count += 1) {
        if (count > most) throw new Rejection('json')
        readOne()
        if (this.#take() === close) return
      }
  }

  #take(): string {
    const found = this.#peek()
    this.#at += 1
    return found
  }

  #peek(): string {
    if (this.#text.charCodeAt(this.#at) <= space) this.#match(afterSpace)
    return this.#text.charAt(this.#at)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    pattern.test(this.#text)
    const start = this.#at
    this.#at = pattern.lastIndex
    return this.#text.slice(start, this.#at)
  }

  #find(character: string, from: number): number {
    const at = this.#text.indexOf(character, from)
    return at === -1 ? this.#text.length : at
  }
}

function decodeString(literal: string): string {
  const text: string = JSON.parse(literal)
  return text
}
