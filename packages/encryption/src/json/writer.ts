// `JSON.stringify` drops functions, turns NaN into null and calls `toJSON`, so its output can differ from the value. This
// writer copies the value first, and throws if the copy would differ.
import { isDecimal } from '@custody-wallet/types'
import { forbiddenNames, jsonLimits, toSafeName } from '@custody-wallet/types/validate'

import { JsonNumber } from './number.ts'

// Writes a number with exactly these digits. The compiler's libraries lack this function.
const { rawJSON }: { readonly rawJSON: (lexeme: string) => object } = Object(JSON)

/** Paths of strings that are numbers on the wire: JSON pointers (RFC 6901) with `*` for the entries of a list. */
export type NumberPaths = ReadonlySet<string>

/**
 * Writes a plain value as JSON: null, booleans, well-formed strings, safe integers, `JsonNumber`, lists and plain objects.
 * Omits undefined fields. A string at one of the given paths must be an exact decimal and becomes a number. Throws a
 * `TypeError` for any other value, which names the path, not the value.
 */
export const writeJson = (value: unknown, numbers: NumberPaths = new Set()): string =>
  JSON.stringify(new Copier(numbers).copy(value))

/**
 * Writes a sealed text as a JSON string. Sealed texts are long and need no escapes; checking that is much faster than
 * `JSON.stringify`.
 */
export const quote = (text: string): string =>
  text.includes('"') || text.includes('\\') ? JSON.stringify(text) : `"${text}"`

class Copier {
  readonly #numbers: NumberPaths
  /** Field names that were checked. Records repeat them. */
  readonly #names = new Set<string>()
  /** Path from the whole value to the value that is being copied. */
  readonly #path: string[] = []

  constructor(numbers: NumberPaths) {
    this.#numbers = numbers
  }

  // Branches, not a table: a response has thousands of values, and each call through a table costs time.
  copy(value: unknown): unknown {
    if (typeof value === 'string') return this.#copyString(value)
    if (typeof value === 'number') return this.#copyInteger(value)
    if (typeof value === 'object') return this.#copyObject(value)
    if (typeof value === 'boolean') return value
    throw this.#createError('must be a value that JSON can express')
  }

  #copyInteger(value: number): number {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw this.#createError('must be a safe integer; write amounts as strings')
    return value
  }

  #copyString(text: string): unknown {
    if (this.#numbers.size > 0 && this.#numbers.has(this.#writePointer())) return this.#copyDecimal(text)
    if (!text.isWellFormed()) throw this.#createError('must not contain a lone surrogate')
    return text
  }

  #copyDecimal(text: string): object {
    if (!isDecimal(text)) throw this.#createError('must be an exact decimal in a string with at most 36 digits')
    return rawJSON(text)
  }

  #copyObject(value: object | null): unknown {
    if (value === null) return null
    if (value instanceof JsonNumber) return rawJSON(value.lexeme)
    if (this.#path.length === jsonLimits.depth)
      throw this.#createError(`is nested deeper than ${jsonLimits.depth} levels`)
    if (Array.isArray(value)) return this.#copyEntries(value)
    if (!isPlainObject(value)) throw this.#createError('must be a plain object')
    return this.#copyFields(value)
  }

  #copyFields(value: Readonly<Record<string, unknown>>): object {
    // A spread copies the fields of a record at once. Field by field, a page would take several times as long.
    const copy: Record<string, unknown> = { ...value }
    for (const name of Object.keys(copy)) {
      if (!this.#names.has(name)) this.#checkName(name)
      const entry = copy[name]
      if (entry === undefined || this.#isPlainString(entry)) continue
      this.#path.push(name)
      const entryCopy = this.copy(entry)
      if (entryCopy !== entry) copy[name] = entryCopy
      this.#path.pop()
    }
    return copy
  }

  // Most values of a response are such strings, which need no path.
  #isPlainString(value: unknown): boolean {
    return typeof value === 'string' && this.#numbers.size === 0 && value.isWellFormed()
  }

  #checkName(name: string): void {
    if (forbiddenNames.has(name)) throw this.#createError('has a forbidden field name', name)
    if (!name.isWellFormed()) throw this.#createError('has a field name with a lone surrogate')
    this.#names.add(name)
  }

  #copyEntries(list: readonly unknown[]): readonly unknown[] {
    this.#path.push('*')
    const copies = Array.from(list, (entry) => this.copy(entry))
    this.#path.pop()
    return copies
  }

  #writePointer(): string {
    return this.#path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  }

  #createError(rule: string, ...entry: readonly string[]): TypeError {
    const steps = [...this.#path, ...entry].map((step) => `/${toSafeName(step)}`)
    return new TypeError(`${steps.join('') || 'The value'} ${rule}.`)
  }
}

/** Fields of an object, with values of unknown type. */
export const listEntries = (value: object): readonly (readonly [string, unknown])[] => Object.entries(value)

// An object of another realm is plain too: the prototype of its prototype is null.
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
