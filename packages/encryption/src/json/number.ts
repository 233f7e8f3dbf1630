// Numbers of JSON with their exact value.
import { isDecimal } from '@custody-wallet/types'

import { Rejection } from '../errors.ts'

// RFC 8259, section 6.
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/

/**
 * A JSON number as it was written. A `number` would round `0.1234567890123456789`; `toDecimal` and `toInteger` give the
 * exact value.
 */
export class JsonNumber {
  readonly lexeme: string

  constructor(lexeme: string) {
    if (!numberPattern.test(lexeme)) throw new TypeError('lexeme must be a number in JSON syntax.')
    this.lexeme = lexeme
  }
}

const maxDigits = 36
// Doubles have no larger exponent. A larger one would produce a very long string.
const maxExponent = 1000

/**
 * Writes a number as an exact decimal. Without an exponent it stays as it is (`1.50`), with one it is expanded: JavaScript
 * and Python write one satoshi as `1e-8`. Rejects negative zero and more than 36 digits.
 */
export function toDecimal({ lexeme }: JsonNumber): string {
  const text = /[eE]/.test(lexeme) ? toPlainNotation(lexeme) : lexeme
  if (!isDecimal(text)) throw new Rejection('json')
  return text
}

/** Returns the integer value of a number in any spelling (`1000`, `1e3`, `1000.0`), if a double holds it exactly. */
export function toInteger({ lexeme }: JsonNumber): number | undefined {
  const text = toPlainNotation(lexeme)
  if (text === undefined || text.includes('.')) return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : undefined
}

/** Writes a number without an exponent; undefined if it is too long. A double would round it. */
function toPlainNotation(lexeme: string): string | undefined {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = numberParts.exec(lexeme) ?? []
  if (Math.abs(Number(exponent)) > maxExponent) return undefined
  const digits = integer + fraction
  const first = countZeros(digits, 0, 1)
  if (first === digits.length) return `${sign}0`
  const last = digits.length - countZeros(digits, digits.length - 1, -1)
  const text = insertPoint(digits.slice(first, last), integer.length + Number(exponent) - first)
  return text === undefined ? undefined : sign + text
}

const numberParts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/

function countZeros(digits: string, start: number, step: 1 | -1): number {
  let at = start
  while (digits.charAt(at) === '0') at += step
  return Math.abs(at - start)
}

/** Inserts the point after the first `pointIndex` digits. A negative index adds that many zeros before the digits. */
function insertPoint(digits: string, pointIndex: number): string | undefined {
  if (Math.max(pointIndex, 1) + Math.max(digits.length - pointIndex, 0) > maxDigits) return undefined
  if (pointIndex >= digits.length) return digits.padEnd(pointIndex, '0')
  return pointIndex > 0
    ? `${digits.slice(0, pointIndex)}.${digits.slice(pointIndex)}`
    : `0.${digits.padStart(digits.length - pointIndex, '0')}`
}
