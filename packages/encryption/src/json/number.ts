// What a number lexeme is worth, exactly. Programs write exponents (JavaScript and Python write one satoshi as 1e-8),
// so they are read; arithmetic is on text, because a double rounds.
import { isDecimal } from '@custody-wallet/types'

import { Rejection } from '../errors.ts'
import type { JsonNumber } from './value.ts'

const mostDigits = 36
// No double has a larger one. More is refused before any text of that length is made.
const mostExponent = 1000

/**
 * Exact decimal text of a number, as amounts surface. Without an exponent it is the lexeme itself (`1.50` stays
 * `1.50`), with one its shortest expansion. Negative zero and more than 36 digits are refused.
 */
export function decimalOf({ lexeme }: JsonNumber): string {
  const text = /[eE]/.test(lexeme) ? shortest(lexeme) : lexeme
  if (!isDecimal(text)) throw new Rejection('json')
  return text
}

/** The integer that a number is, however written (`1000`, `1e3`, `1000.0`), if a double holds it exactly. */
export function integerOf({ lexeme }: JsonNumber): number | undefined {
  const text = shortest(lexeme)
  if (text === undefined || text.includes('.')) return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : undefined
}

/** The one shortest decimal text of a lexeme, without an exponent; none where it would be too long. */
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

/** Digits with the point behind as many of them as given; a negative place is that many zeros before them. */
function withPoint(digits: string, place: number): string | undefined {
  if (Math.max(place, 1) + Math.max(digits.length - place, 0) > mostDigits) return undefined
  if (place >= digits.length) return digits.padEnd(place, '0')
  return place > 0
    ? `${digits.slice(0, place)}.${digits.slice(place)}`
    : `0.${digits.padStart(digits.length - place, '0')}`
}
