// Values between the plain view and the wire: what is text here and a number there, and the other way round.
import type { ParameterFacts } from '@custody-wallet/types/operations'

import { Rejection } from '../errors.ts'
import { decimalOf, integerOf, isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'

/** How a reader treats a number where a text is shown, and the other way round. */
export interface Reading {
  readonly numbers: 'as-shown' | 'either'
  readonly separator: string
}

const readers: Readonly<Record<ParameterFacts['kind'], (value: JsonValue, reading: Reading) => unknown>> = {
  decimal: decimalFrom,
  flag: asItIs,
  integer: integerFrom,
  list: listFrom,
  text: textFrom,
}

/** The plain value of a member of a request. What does not fit stays as it is, for the validator to name. */
export const plainMember = (kind: ParameterFacts['kind'], value: JsonValue, reading: Reading): unknown =>
  readers[kind](value, reading)

function listFrom(value: JsonValue, { separator, numbers }: Reading): unknown {
  if (typeof value === 'string') return value.split(separator)
  if (numbers === 'as-shown') throw new Rejection('json')
  return asItIs(value)
}

// In the plain view a decimal is text, so a text would pass for a number that was asked for on the wire.
function decimalFrom(value: JsonValue, { numbers }: Reading): unknown {
  if (value instanceof JsonNumber) return decimalOf(value)
  if (typeof value === 'string' && numbers === 'as-shown') throw new Rejection('json')
  return asItIs(value)
}

function integerFrom(value: JsonValue, { numbers }: Reading): unknown {
  const digits = numbers === 'either' && typeof value === 'string' && /^(0|-?[1-9][0-9]{0,14})$/.test(value)
  return digits ? Number(value) : asItIs(value)
}

function textFrom(value: JsonValue, { numbers }: Reading): unknown {
  return value instanceof JsonNumber && numbers === 'either'
    ? String(integerOf(value) ?? decimalOf(value))
    : asItIs(value)
}

const nowhere: ReadonlySet<string> = new Set()

function asItIs(value: JsonValue): unknown {
  return plainContent(value)
}

/**
 * A value of the strict reader as a plain one. Numbers at the given places become exact decimal text, and all others
 * numbers. The contract knows no others but integers, and its validators refuse by name whatever is none or was
 * rounded; a fraction can survive only in a member that the contract does not know.
 */
export function plainContent(
  value: JsonValue,
  decimalAt: ReadonlySet<string> = nowhere,
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
  // A fraction that a double rounds to an integer would pass for one; NaN passes for nothing.
  return Number.isInteger(rounded) && Number.isSafeInteger(rounded) ? Number.NaN : rounded
}
