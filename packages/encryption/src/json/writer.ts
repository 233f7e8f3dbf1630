// A strict writer of JSON for what is sealed or signed. `JSON.stringify` leaves out functions, turns NaN into null and
// asks `toJSON` first: what it writes is not always what it was given. This one gives it a copy in which nothing of
// that kind is left, or throws.
import { isDecimal } from '@custody-wallet/types'
import { forbiddenNames, jsonLimits, shownName } from '@custody-wallet/types/validate'

import { isWellFormed } from '../bytes/utf8.ts'
import { JsonNumber } from './value.ts'

// A number in the very digits of its text, which no double has seen. The libraries of the compiler do not know it yet.
const { rawJSON }: { readonly rawJSON: (lexeme: string) => object } = Object(JSON)

/** Places of texts that are numbers on the wire: pointers (RFC 6901) with `*` for the entries of a list. */
export type NumberPlaces = ReadonlySet<string>

/**
 * The JSON text of a plain value: null, booleans, well-formed texts, safe integers, lists, plain objects, and numbers
 * by their lexeme. Members that are undefined are left out. Text at one of the given places is an exact decimal and
 * becomes a bare number. Everything else is a `TypeError` that names the place and not the value.
 */
export const writeJson = (value: unknown, numbers: NumberPlaces = new Set()): string =>
  JSON.stringify(new Copier(numbers).copy(value))

/**
 * A text as JSON. Sealed texts are long and have nothing to escape; to see that takes a fraction of the time that it
 * takes to escape nothing.
 */
export const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? JSON.stringify(text) : `"${text}"`

const copiers: Readonly<Record<string, (value: unknown, copier: Copier) => unknown>> = {
  boolean: (value) => value,
  number: (value, copier) => copier.integer(value),
  object: (value, copier) => copier.object(value),
  string: (value, copier) => copier.text(String(value)),
}

class Copier {
  readonly #numbers: NumberPlaces
  /** Steps from the whole value to the one that is being copied. */
  readonly #path: string[] = []

  constructor(numbers: NumberPlaces) {
    this.#numbers = numbers
  }

  copy(value: unknown): unknown {
    const copyOf = copiers[typeof value]
    if (!copyOf) throw this.#mistake('must be a value that JSON has')
    return copyOf(value, this)
  }

  integer(value: unknown): unknown {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw this.#mistake('must be a safe integer; write an amount as text')
    return value
  }

  text(text: string): unknown {
    if (this.#numbers.size > 0 && this.#numbers.has(this.#pointer())) return this.#decimal(text)
    if (!isWellFormed(text)) throw this.#mistake('must not have a lone surrogate')
    return text
  }

  #decimal(text: string): object {
    if (!isDecimal(text)) throw this.#mistake('must be an exact decimal as text with at most 36 digits')
    return rawJSON(text)
  }

  object(value: unknown): unknown {
    if (value === null) return null
    if (value instanceof JsonNumber) return rawJSON(value.lexeme)
    if (this.#path.length === jsonLimits.depth)
      throw this.#mistake(`is more than ${jsonLimits.depth} levels deep`)
    if (Array.isArray(value)) return Array.from(value, (entry: unknown) => this.#within('*', entry))
    if (!isPlain(value)) throw this.#mistake('must be a plain object')
    return this.#members(value)
  }

  #members(value: object): object {
    const copy: Record<string, unknown> = {}
    for (const [name, member] of entriesOf(value)) {
      if (forbiddenNames.has(name)) throw this.#mistake('has a name that no member may have', name)
      if (!isWellFormed(name)) throw this.#mistake('has a member whose name has a lone surrogate')
      if (member !== undefined) copy[name] = this.#within(name, member)
    }
    return copy
  }

  #within(step: string, value: unknown): unknown {
    this.#path.push(step)
    const copy = this.copy(value)
    this.#path.pop()
    return copy
  }

  #pointer(): string {
    return this.#path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  }

  #mistake(rule: string, ...member: readonly string[]): TypeError {
    const steps = [...this.#path, ...member].map((step) => `/${shownName(step)}`)
    return new TypeError(`${steps.join('') || 'The value'} ${rule}`)
  }
}

/** Members of an object whose values may be anything. */
export const entriesOf = (value: object): readonly (readonly [string, unknown])[] => Object.entries(value)

// The prototype of plain objects is the one that has none itself, in whichever realm it was made.
function isPlain(value: unknown): value is object {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
