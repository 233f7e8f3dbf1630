// How much of a hostile value is read before it is rejected and explained.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { responses, explain, parameters, type ShapeName } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { fullPlain } from '../support/documents.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

const schemas: Readonly<Record<string, Schema>> = fullPlain.components.schemas
const resolveSchema = (schema: Schema): Schema =>
  schema.$ref ? resolveSchema(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

const unknownNames = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`x${at}`, {}]))

/** A list of a million entries, all of them the same. */
const createMany = (entry: unknown): object =>
  new Proxy([], {
    get(target, name) {
      if (name === 'length') return 1_000_000
      return /^\d+$/.test(String(name)) ? entry : Reflect.get(target, name)
    },
  })

type Fill = (items: Schema) => unknown

/** Values that fit a schema down to its lists and no further, for each of its forms. */
function listForms(schema: Schema, fill: Fill): readonly object[] {
  const { anyOf, type, items = {}, properties = {} } = resolveSchema(schema)
  if (anyOf) return anyOf.flatMap((form) => listForms(form, fill))
  if (type === 'array') return [createMany(fill(items))]
  const fields = Object.entries(properties).map(([name, field]) => [name, listForms(field, fill)[0]])
  return [Object.fromEntries(fields)]
}

/** The same with unknown fields, too. */
const listValues = (schema: Schema, fill: Fill): readonly object[] =>
  listForms(schema, fill).flatMap((form) => (Array.isArray(form) ? [form] : [form, { ...form, ...unknownNames }]))

const fills: Readonly<Record<string, Fill>> = {
  'empty objects': () => ({}),
  'wrong fields': (items) => listForms(items, () => ({}))[0],
  'unknown fields': () => unknownNames,
  numbers: () => 0.5,
}

/** A value that calls back at every read. */
function watchValue(value: unknown, onRead: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      onRead()
      return watchValue(Reflect.get(target, name), onRead)
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
    watchValue(value, () => {
      reads += 1
      if (reads > most) throw new RangeError(`more than ${most} reads`)
    }),
  )
}

const createWithNames = (names: readonly string[]) =>
  Object.entries(fills).flatMap(([fill, fillOf]) => names.map((name) => ({ fill, fillOf, name })))

describe.each(createWithNames([...Object.keys(schemas), 'NoParameters']))('$name with $fill', ({ name, fillOf }) => {
  // An issue needs a few reads in each form.
  test('is explained after few reads', () => {
    for (const value of listValues(schemas[name] ?? { type: 'object' }, fillOf))
      expect(() => lookWithin(1500, value, (read) => explain(name as ShapeName, read))).not.toThrow()
  })
})

describe.each(createWithNames(Object.keys(operations)))('$name with $fill', ({ name, fillOf }) => {
  const id = name as OperationId

  test.each([
    ['response', responses[id]],
    ['parameters', parameters[id]],
  ] as const)('as its %s is rejected after even fewer reads', (side, fits) => {
    for (const value of listValues(schemas[operations[id].schemas[side]] ?? { type: 'object' }, fillOf))
      expect(() => lookWithin(50, value, fits)).not.toThrow()
  })
})
