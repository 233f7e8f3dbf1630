// Converts plain values to their wire form: adds fixed fields, joins lists, and turns decimals into numbers, as the
// operation table and the wire document say.
import { isDecimal } from '@custody-wallet/types'
import { operations, type Operation } from '@custody-wallet/types/operations'
import { isObject, type ShapeName } from '@custody-wallet/types/validate'

import { wire } from './documents.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly 'x-wire-number'?: boolean
}
type Fields = Readonly<Record<string, unknown>>

const schemas: Readonly<Record<string, Schema>> = wire.components.schemas

/** Whether the wire document has a schema of the name. */
export const isOnWire = (shape: ShapeName): boolean => shape in schemas

/** Converts a value to its wire form. A value that the codec does not write becomes an object, which never fits. */
export function toWire(shape: ShapeName, value: unknown): unknown {
  const calls: readonly Operation[] = Object.values(operations)
  const request = calls.find(({ schemas: names }) => names.parameters === shape)
  const numbered = convertNumbers(schemas[shape], value)
  return request && isObject(numbered) ? toWireRequest(request, numbered) : numbered
}

function toWireRequest({ batch, filled }: Operation, value: Fields): unknown {
  const fixed = Object.entries(filled).map(([name, text]) => [name, text ?? 1_767_225_600_000])
  const joined = batch && batch.parameter in value && { [batch.parameter]: toJoined(value[batch.parameter]) }
  return { ...value, ...joined, ...Object.fromEntries(fixed) }
}

function toJoined(value: unknown): unknown {
  const isJoined = Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','))
  return isJoined ? value.join(',') : {}
}

function convertNumbers(schema: Schema | undefined, value: unknown): unknown {
  const { $ref, properties = {}, items, 'x-wire-number': isNumber } = schema ?? {}
  if (isNumber) return isDecimal(value) ? Number(value) : {}
  if ($ref !== undefined) return convertNumbers(schemas[$ref.split('/').at(-1) ?? ''], value)
  if (Array.isArray(value)) return value.map((each) => convertNumbers(items, each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, convertNumbers(properties[name], field)]),
  )
}
