// A plain value as the wire carries it: fixed members added and lists joined by the operation table, decimals as numbers
// where the wire document marks them.
import { isDecimal } from '@custody-wallet/types'
import { operations, type Operation } from '@custody-wallet/types/operations'
import type { ShapeName } from '@custody-wallet/types/validate'

import { wire } from './documents.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly 'x-wire-number'?: boolean
}
type Members = Readonly<Record<string, unknown>>

const schemas: Readonly<Record<string, Schema>> = wire.components.schemas

/** Whether the wire document has a schema of the name. */
export const isOnWire = (shape: ShapeName): boolean => shape in schemas

/** The wire form of a value. What the codec does not write stands as an object, which fits in no place of the kind. */
export function wireOf(shape: ShapeName, value: unknown): unknown {
  const calls: readonly Operation[] = Object.values(operations)
  const request = calls.find(({ schemas: names }) => names.parameters === shape)
  const numbered = withNumbers(schemas[shape], value)
  return request && isMembers(numbered) ? requestOf(request, numbered) : numbered
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function requestOf({ batch, filled }: Operation, value: Members): unknown {
  const fixed = Object.entries(filled).map(([name, text]) => [name, text ?? 1_767_225_600_000])
  const joined = batch && batch.parameter in value && { [batch.parameter]: joinedOf(value[batch.parameter]) }
  return { ...value, ...joined, ...Object.fromEntries(fixed) }
}

function joinedOf(value: unknown): unknown {
  const joins = Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','))
  return joins ? value.join(',') : {}
}

function withNumbers(schema: Schema | undefined, value: unknown): unknown {
  const { $ref, properties = {}, items, 'x-wire-number': isNumber } = schema ?? {}
  if (isNumber) return isDecimal(value) ? Number(value) : {}
  if ($ref !== undefined) return withNumbers(schemas[$ref.split('/').at(-1) ?? ''], value)
  if (Array.isArray(value)) return value.map((each) => withNumbers(items, each))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withNumbers(properties[name], member)]),
  )
}
