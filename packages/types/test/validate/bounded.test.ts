// How much of a hostile value is read before it is rejected and explained.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { answers, explain, parameters, type ShapeName } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { wholePlain } from '../support/documents.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

const schemas: Readonly<Record<string, Schema>> = wholePlain.components.schemas
const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

const strangers = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`x${at}`, {}]))

/** A list of a million entries, all of them the same. */
const manyOf = (entry: unknown): object =>
  new Proxy([], {
    get(target, name) {
      if (name === 'length') return 1_000_000
      return /^\d+$/.test(String(name)) ? entry : Reflect.get(target, name)
    },
  })

type Fill = (items: Schema) => unknown

/** Values that fit a schema down to its lists and no further, for each of its forms. */
function formsOf(schema: Schema, fill: Fill): readonly object[] {
  const { anyOf, type, items = {}, properties = {} } = resolved(schema)
  if (anyOf) return anyOf.flatMap((form) => formsOf(form, fill))
  if (type === 'array') return [manyOf(fill(items))]
  const members = Object.entries(properties).map(([name, member]) => [name, formsOf(member, fill)[0]])
  return [Object.fromEntries(members)]
}

/** The same with unknown members, too. */
const valuesOf = (schema: Schema, fill: Fill): readonly object[] =>
  formsOf(schema, fill).flatMap((form) => (Array.isArray(form) ? [form] : [form, { ...form, ...strangers }]))

const fills: Readonly<Record<string, Fill>> = {
  'empty objects': () => ({}),
  'wrong members': (items) => formsOf(items, () => ({}))[0],
  'unknown members': () => strangers,
  numbers: () => 0.5,
}

/** A value that calls back at every read. */
function watched(value: unknown, onRead: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      onRead()
      return watched(Reflect.get(target, name), onRead)
    },
    getOwnPropertyDescriptor(target, name) {
      onRead()
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
}

/** Looks at a value, and throws at the first read that is too much. */
function lookWithin(most: number, value: unknown, look: (value: unknown) => unknown): void {
  let reads = 0
  look(
    watched(value, () => {
      reads += 1
      if (reads > most) throw new RangeError(`more than ${most} reads`)
    }),
  )
}

const withNames = (names: readonly string[]) =>
  Object.entries(fills).flatMap(([fill, fillOf]) => names.map((name) => ({ fill, fillOf, name })))

describe.each(withNames([...Object.keys(schemas), 'NoParameters']))(
  '$name with $fill',
  ({ name, fillOf }) => {
    // An issue takes a few reads in each form.
    test('is explained after few reads', () => {
      for (const value of valuesOf(schemas[name] ?? { type: 'object' }, fillOf))
        expect(() => lookWithin(1500, value, (read) => explain(name as ShapeName, read))).not.toThrow()
    })
  },
)

describe.each(withNames(Object.keys(operations)))('$name with $fill', ({ name, fillOf }) => {
  const id = name as OperationId

  test.each([
    ['answer', answers[id]],
    ['parameters', parameters[id]],
  ] as const)('as its %s is rejected after fewer reads still', (side, fits) => {
    for (const value of valuesOf(schemas[operations[id].schemas[side]] ?? { type: 'object' }, fillOf))
      expect(() => lookWithin(50, value, fits)).not.toThrow()
  })
})
