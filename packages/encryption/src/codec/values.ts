// Values between the plain view and the wire: some are text in one and a number in the other.
import type { ParameterFacts } from '@custody-wallet/types/operations'

import { Rejection } from '../errors.ts'
import { decimalOf, integerOf, isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'

/** Whether a reader accepts a number for a text, and a text for a number. */
export interface Reading {
  readonly numbers: 'as-shown' | 'either'
  readonly separator: string
}

const readers: Readonly<Record<ParameterFacts['kind'], (value: JsonValue, reading: Reading) => unknown>> = {
  decimal: decimalFrom,
  flag: (value) => plainContent(value),
  integer: integerFrom,
  list: listFrom,
  text: textFrom,
}

/** The plain value of a member of a request. An unfit value stays unchanged: the validator then rejects it by name. */
export const plainMember = (kind: ParameterFacts['kind'], value: JsonValue, reading: Reading): unknown =>
  readers[kind](value, reading)

function listFrom(value: JsonValue, { separator, numbers }: Reading): unknown {
  if (typeof value === 'string') return value.split(separator)
  if (numbers === 'as-shown') throw new Rejection('json')
  return plainContent(value)
}

// A decimal is text in the plain view, so the validator would accept a text where the wire requires a number.
function decimalFrom(value: JsonValue, { numbers }: Reading): unknown {
  if (value instanceof JsonNumber) return decimalOf(value)
  if (typeof value === 'string' && numbers === 'as-shown') throw new Rejection('json')
  return plainContent(value)
}

function integerFrom(value: JsonValue, { numbers }: Reading): unknown {
  const digits = numbers === 'either' && typeof value === 'string' && /^(0|-?[1-9][0-9]{0,14})$/.test(value)
  return digits ? Number(value) : plainContent(value)
}

function textFrom(value: JsonValue, { numbers }: Reading): unknown {
  return value instanceof JsonNumber && numbers === 'either'
    ? String(integerOf(value) ?? decimalOf(value))
    : plainContent(value)
}

const noPlaces: ReadonlySet<string> = new Set()

/**
 * A value of the strict reader as a plain value. Numbers at the given places become exact decimal text, all others
 * numbers. The contract has only integers among those, and its validators reject by name a value that is not an integer
 * or was rounded. Only a member that the contract does not know can contain a fraction.
 */
export function plainContent(
  value: JsonValue,
  decimalAt: ReadonlySet<string> = noPlaces,
  pointer: string = '',
): unknown {
  if (value instanceof JsonNumber) return decimalAt.has(pointer) ? decimalOf(value) : numberOf(value)
  if (isJsonObject(value)) {
    const members = Object.entries(value)
    return Object.fromEntries(
      members.map(([name, member]) => [name, plainContent(member, decimalAt, `${pointer}/${name}`)]),
    )
  }
  return Array.isArray(value)
    ? value.map((entry: JsonValue) => plainContent(entry, decimalAt, `${pointer}/*`))
    : value
}

function numberOf(number: JsonNumber): number {
  const value = integerOf(number)
  if (value !== undefined) return value
  const rounded = Number(number.lexeme)
  // The validator would accept a fraction that a double rounds to an integer; it never accepts NaN.
  return Number.isInteger(rounded) && Number.isSafeInteger(rounded) ? Number.NaN : rounded
}
