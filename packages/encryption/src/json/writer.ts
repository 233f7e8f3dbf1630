// A strict writer of JSON for what is sealed or signed. `JSON.stringify` leaves out functions, turns NaN into null and
// asks `toJSON` first: what it writes is not always what it was given. This one writes that, or throws.
import { isDecimal } from '@custody-wallet/types'

import { isWellFormed } from '../bytes/utf8.ts'
import { forbiddenNames, JsonNumber, maxDepth } from './value.ts'

/** Tells whether the text at a pointer (RFC 6901, with `*` for the entries of a list) is a number on the wire. */
export type NumberAt = (pointer: string) => boolean

/**
 * The JSON text of a plain value: null, booleans, well-formed texts, safe integers, lists, plain objects, and numbers
 * by their lexeme. Members that are undefined are left out. Text where `numberAt` says so is an exact decimal and
 * becomes a bare number. Everything else is a `TypeError` that names the place and not the value.
 */
export const writeJson = (value: unknown, numberAt: NumberAt): string =>
  write(value, { pointer: '', depth: 0, numberAt })

interface Place {
  readonly pointer: string
  readonly depth: number
  readonly numberAt: NumberAt
}

const writers: Readonly<Record<string, (value: unknown, place: Place) => string>> = {
  boolean: String,
  number: writeInteger,
  object: writeObject,
  string: (value, place) => writeText(String(value), place),
}

function write(value: unknown, place: Place): string {
  const writer = writers[typeof value]
  if (!writer) throw mistake(place, 'must be a value that JSON has')
  return writer(value, place)
}

function writeInteger(value: unknown, place: Place): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw mistake(place, 'must be a safe integer; write an amount as text')
  return String(value)
}

function writeText(text: string, place: Place): string {
  if (place.numberAt(place.pointer)) return writeDecimal(text, place)
  if (!isWellFormed(text)) throw mistake(place, 'must not have a lone surrogate')
  return JSON.stringify(text)
}

function writeDecimal(text: string, place: Place): string {
  if (!isDecimal(text)) throw mistake(place, 'must be an exact decimal as text with at most 36 digits')
  return text
}

function writeObject(value: unknown, place: Place): string {
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return value.lexeme
  if (place.depth === maxDepth) throw mistake(place, `is more than ${maxDepth} levels deep`)
  if (Array.isArray(value)) return writeList(value, place)
  if (!isPlain(value)) throw mistake(place, 'must be a plain object')
  return writeMembers(value, place)
}

function writeList(entries: readonly unknown[], place: Place): string {
  const within = inside(place, '*')
  return `[${Array.from(entries, (entry) => write(entry, within)).join()}]`
}

function writeMembers(value: object, place: Place): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]: [string, unknown]) => writeMember(name, member, place)).join()}}`
}

function writeMember(name: string, member: unknown, place: Place): string {
  const within = inside(place, name.replaceAll('~', '~0').replaceAll('/', '~1'))
  if (forbiddenNames.has(name)) throw mistake(within, 'has a name that no member may have')
  if (!isWellFormed(name)) throw mistake(place, 'has a member whose name has a lone surrogate')
  return `${JSON.stringify(name)}:${write(member, within)}`
}

const inside = ({ pointer, depth, numberAt }: Place, step: string): Place => ({
  pointer: `${pointer}/${step}`,
  depth: depth + 1,
  numberAt,
})

// The prototype of plain objects is the one that has none itself, in whichever realm it was made.
function isPlain(value: unknown): value is object {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const mistake = ({ pointer }: Place, rule: string): TypeError =>
  new TypeError(`${pointer === '' ? 'The value' : pointer} ${rule}`)
