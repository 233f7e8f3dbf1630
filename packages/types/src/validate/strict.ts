// `JSON.parse` checks the syntax. This parser also rejects JSON that readers understand differently: of two fields with
// one name, one reader keeps the first and another the last, so they could see two different payments.
import { isObject } from '../checks.ts'

/** Limits of JSON: levels, fields of an object, entries of a list, and characters of a string. */
export const jsonLimits: Readonly<Record<'depth' | 'fields' | 'entries' | 'text', number>> = {
  // The contract needs five levels.
  depth: 16,
  fields: 2000,
  // Four times the largest count that the interface names, which is 5,000 addresses.
  entries: 20_000,
  text: 64 * 1024,
}

/** Forbidden field names: a program that copies such a field may change a prototype. */
export const forbiddenNames: ReadonlySet<string> = /* @__PURE__ */ new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON that all readers understand alike, from a string or UTF-8 bytes. Returns `undefined` for anything else: input
 * that is not JSON, has a field twice, exceeds {@link jsonLimits}, or contains a name of {@link forbiddenNames}, a
 * backslash in a name, a lone surrogate, -0 or a number that a double rounds to an integer.
 *
 * @example
 * ```ts
 * import { parseStrictly } from '@custody-wallet/types/validate'
 *
 * console.log(parseStrictly('{"amount":"1.5"}')) // { amount: '1.5' }
 * console.log(parseStrictly('{"amount":"1.5","amount":"9.5"}')) // undefined
 * ```
 */
export function parseStrictly(json: string | Uint8Array): unknown {
  try {
    const text = typeof json === 'string' ? json : decoder.decode(json)
    const value: unknown = JSON.parse(text)
    const walk = new Walk()
    const hasOneReading = walk.allows(value, 0) && !isDropping(text, value, walk.fieldCount) && !isRounding(text)
    return hasOneReading ? value : undefined
  } catch {
    // Errors of the decoder and the parser contain parts of the input.
    return undefined
  }
}

// Keeps the byte order mark, so that `JSON.parse` rejects it.
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Checks a parsed value, and counts the fields of all its objects. */
class Walk {
  fieldCount = 0
  readonly #names = new Set<string>()

  allows(value: unknown, depth: number): boolean {
    if (typeof value === 'string') return isTextAllowed(value)
    if (typeof value === 'number') return !Object.is(value, -0)
    if (typeof value !== 'object' || value === null) return true
    if (depth === jsonLimits.depth) return false
    return isObject(value) ? this.#allowsFields(value, depth + 1) : this.#allowsEntries(value, depth + 1)
  }

  #allowsFields(fields: Readonly<Record<string, unknown>>, depth: number): boolean {
    let count = 0
    for (const name in fields) {
      count += 1
      if (count > jsonLimits.fields || !this.#allowsName(name) || !this.allows(fields[name], depth)) return false
    }
    this.fieldCount += count
    return true
  }

  // The records of a list have the same names, so each is checked once.
  #allowsName(name: string): boolean {
    if (this.#names.has(name)) return true
    // V8 may confuse an escaped name with an earlier one that has a backslash (nodejs/node#63785).
    if (forbiddenNames.has(name) || name.includes('\\') || !isTextAllowed(name)) return false
    this.#names.add(name)
    return true
  }

  #allowsEntries(entries: object, depth: number): boolean {
    return (
      Array.isArray(entries) &&
      entries.length <= jsonLimits.entries &&
      entries.every((entry: unknown) => this.allows(entry, depth))
    )
  }
}

const isTextAllowed = (text: string): boolean => text.length <= jsonLimits.text && text.isWellFormed()

// Colons follow names and occur in strings. If `JSON.parse` dropped a field, the input has more of them than the value.
function isDropping(text: string, value: unknown, fieldCount: number): boolean {
  const others = countColons(text) - fieldCount
  return others !== 0 && others !== countExpectedColons(value)
}

// An escaped backslash does not start an escape.
const countColons = (text: string): number =>
  countOccurrences(text, ':') +
  (text.includes('\\') ? [...text.replaceAll('\\\\', '').matchAll(/\\u003a/gi)].length : 0)

/** Colons in the strings of a value, names included. */
function countExpectedColons(value: unknown): number {
  if (typeof value === 'string') return countOccurrences(value, ':')
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [name, entry]) => sum + countOccurrences(name, ':') + countExpectedColons(entry),
    0,
  )
}

function countOccurrences(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1
  return count
}

// A double rounds 0.99999999999999999999 to 1, and a validator cannot distinguish that from the integer.
function isRounding(text: string): boolean {
  if (!/[.eE][-+]?\d+\s*(?:[,\]}]|$)/.test(text)) return false
  // Without its escapes, which only strings have, a string ends at the next quote.
  const outside = text.replaceAll(/\\./g, '').replaceAll(/"[^"]*"/g, '')
  return [...outside.matchAll(/(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?/g)].some(isRounded)
}

function isRounded([lexeme, integer = '', fraction = '', exponent = '0']: readonly string[]): boolean {
  const lastDigit = (integer + fraction).search(/[1-9]0*$/)
  return lastDigit >= Math.max(0, integer.length + Number(exponent)) && Number.isSafeInteger(Number(lexeme))
}
