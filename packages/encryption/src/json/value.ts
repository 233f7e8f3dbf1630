// What the strict reader yields and the strict writer takes.
import { isDecimal } from '@custody-wallet/types'

import { Rejection } from '../errors.ts'

// RFC 8259, section 6.
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/

/**
 * A JSON number as it was written. A `number` would round `0.1234567890123456789`; `decimalOf` and `integerOf` give the
 * exact value.
 */
export class JsonNumber {
  readonly lexeme: string

  constructor(lexeme: string) {
    if (!numberPattern.test(lexeme)) throw new TypeError('lexeme must be a number in the syntax of JSON.')
    this.lexeme = lexeme
  }
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject

/** An object without inherited members: it has exactly the members that were written. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Tells a JSON object from a list, a number and the rest. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  isMembers(value) && !(value instanceof JsonNumber)

/** Tells an object that has members by name from a list, null and the rest. */
export const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mostDigits = 36
// Doubles have no larger exponent. The check comes before a text of that length is made.
const mostExponent = 1000

/**
 * Exact decimal text of a number. Without an exponent it is the lexeme itself (`1.50` stays `1.50`), with one its
 * shortest expansion: JavaScript and Python write one satoshi as `1e-8`. Rejects negative zero and more than 36 digits.
 */
export function decimalOf({ lexeme }: JsonNumber): string {
  const text = /[eE]/.test(lexeme) ? shortest(lexeme) : lexeme
  if (!isDecimal(text)) throw new Rejection('json')
  return text
}

/** The integer value of a number in any spelling (`1000`, `1e3`, `1000.0`), if a double holds it exactly. */
export function integerOf({ lexeme }: JsonNumber): number | undefined {
  const text = shortest(lexeme)
  if (text === undefined || text.includes('.')) return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : undefined
}

/** The shortest decimal text of a lexeme, without an exponent; undefined if it is too long. Doubles would round. */
function shortest(lexeme: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(lexeme) ?? []
  if (Math.abs(Number(exponent)) > mostExponent) return undefined
  const digits = whole + fraction
  const first = countZeros(digits, 0, 1)
  if (first === digits.length) return `${sign}0`
  const last = digits.length - countZeros(digits, digits.length - 1, -1)
  const text = withPoint(digits.slice(first, last), whole.length + Number(exponent) - first)
  return text === undefined ? undefined : sign + text
}

const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/

function countZeros(digits: string, start: number, step: 1 | -1): number {
  let at = start
  while (digits.charAt(at) === '0') at += step
  return Math.abs(at - start)
}

/** Digits with the point after the first `place` of them; a negative place puts that many zeros before the digits. */
function withPoint(digits: string, place: number): string | undefined {
  if (Math.max(place, 1) + Math.max(digits.length - place, 0) > mostDigits) return undefined
  if (place >= digits.length) return digits.padEnd(place, '0')
  return place > 0
    ? `${digits.slice(0, place)}.${digits.slice(place)}`
    : `0.${digits.padStart(digits.length - place, '0')}`
}
