// What the strict reader yields and the strict writer takes.

// RFC 8259, section 6.
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/

/**
 * A JSON number as it was written. It is no `number`, which would round `0.1234567890123456789`: `decimalOf` and
 * `integerOf` say what it is worth.
 */
export class JsonNumber {
  readonly lexeme: string

  constructor(lexeme: string) {
    if (!number.test(lexeme)) throw new TypeError('lexeme must be a number as JSON writes it')
    this.lexeme = lexeme
  }
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject

/** An object that inherits nothing: it has the members that were written, and no others. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Tells an object from a list, a number and the rest. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
