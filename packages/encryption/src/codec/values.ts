// Converts values between the plain view and the wire: some are strings in one and numbers in the other.
import type { ParameterDefinition } from '@custody-wallet/types/operations'

import { Rejection } from '../errors.ts'
import { toDecimal, toInteger, JsonNumber } from '../json/number.ts'
import { isJsonObject, type JsonValue } from '../json/reader.ts'

/** Whether a reader accepts a number for a string, and a string for a number. */
export interface Reading {
  readonly numbers: 'documented' | 'either'
  readonly separator: string
}

const readers: Readonly<Record<ParameterDefinition['kind'], (value: JsonValue, reading: Reading) => unknown>> = {
  decimal: readDecimal,
  flag: (value) => toPlainContent(value),
  integer: readInteger,
  list: readList,
  text: readText,
}

/** Reads the plain value of a field of a request. An unfit value stays as it is, so that the validator names its field. */
export const toPlainField = (kind: ParameterDefinition['kind'], value: JsonValue, reading: Reading): unknown =>
  readers[kind](value, reading)

function readList(value: JsonValue, { separator, numbers }: Reading): unknown {
  if (typeof value === 'string') return value.split(separator)
  if (numbers === 'documented') throw new Rejection('json')
  return toPlainContent(value)
}

// A decimal is a string in the plain view, so the validator would accept a string where the wire requires a number.
function readDecimal(value: JsonValue, { numbers }: Reading): unknown {
  if (value instanceof JsonNumber) return toDecimal(value)
  if (typeof value === 'string' && numbers === 'documented') throw new Rejection('json')
  return toPlainContent(value)
}

function readInteger(value: JsonValue, { numbers }: Reading): unknown {
  const hasDigits = numbers === 'either' && typeof value === 'string' && /^(0|-?[1-9][0-9]{0,14})$/.test(value)
  return hasDigits ? Number(value) : toPlainContent(value)
}

function readText(value: JsonValue, { numbers }: Reading): unknown {
  return value instanceof JsonNumber && numbers === 'either'
    ? String(toInteger(value) ?? toDecimal(value))
    : toPlainContent(value)
}

const noPaths: ReadonlySet<string> = new Set()

/**
 * Converts a value of the strict reader to a plain value. Numbers at the given paths become exact decimals in strings,
 * all others numbers. Those are integers in the contract, whose validators reject fractions and rounded values. Only a
 * field that is not in the contract can contain a fraction.
 */
export function toPlainContent(
  value: JsonValue,
  decimalPaths: ReadonlySet<string> = noPaths,
  pointer: string = '',
): unknown {
  if (value instanceof JsonNumber) return decimalPaths.has(pointer) ? toDecimal(value) : toNumber(value)
  if (isJsonObject(value)) {
    const fields = Object.entries(value)
    return Object.fromEntries(
      fields.map(([name, field]) => [name, toPlainContent(field, decimalPaths, `${pointer}/${name}`)]),
    )
  }
  return Array.isArray(value)
    ? value.map((entry: JsonValue) => toPlainContent(entry, decimalPaths, `${pointer}/*`))
    : value
}

function toNumber(number: JsonNumber): number {
  const value = toInteger(number)
  if (value !== undefined) return value
  const double = Number(number.lexeme)
  // The validator would accept a fraction that a double rounds to an integer; it never accepts NaN.
  return Number.isInteger(double) && Number.isSafeInteger(double) ? Number.NaN : double
}
