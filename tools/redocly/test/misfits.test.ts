import { describe, expect, test } from 'vitest'

import type { Json, Schema } from '../document.ts'
import type { Location, RuleContext } from '../model.ts'
import { misfits } from '../rules/misfits.ts'

const here: Location = {
  source: { absoluteRef: '' },
  absolutePointer: '',
  child: () => here,
  key: () => here,
}
const context: RuleContext = {
  location: here,
  key: '',
  type: { name: 'Schema' },
  report: () => {},
  resolve: () => ({}),
}
const faults = (schema: Schema, value: Json) =>
  misfits(value, { node: schema, location: here }, [], context).map(
    ({ path, must }) => `${path.join('.')} ${must}`,
  )

const person: Schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, ages: { type: 'array', items: { type: 'integer' } } },
}
const either: Schema = { anyOf: [person, { type: 'string', maxLength: 2 }] }

describe('a value that does not fit a schema', () => {
  test.each<[string, Schema, Json, string]>([
    ['has another type', { type: 'integer' }, 1.5, ' be of the type integer'],
    ['is null', { type: 'object' }, null, ' be of the type object'],
    ['is another constant', { const: 'v2' }, 'v1', ' be "v2"'],
    ['is none of several', { enum: [0, 1] }, 2, ' be one of [0,1]'],
    ['is what it must not be', { not: { const: 0 } }, 0, ' not be 0'],
    ['is too short', { minLength: 1 }, '', ' have at least 1 characters'],
    ['is too long', { maxLength: 1 }, 'ab', ' have at most 1 characters'],
    ['looks otherwise', { pattern: '^[0-9]+$' }, '1a', ' match ^[0-9]+$'],
    ['is too small', { minimum: 0 }, -1, ' be at least 0'],
    ['is too great', { maximum: 9 }, 10, ' be at most 9'],
    ['has too few items', { minItems: 1 }, [], ' have 1 items or more'],
    ['has too many items', { maxItems: 1 }, [1, 2], ' have at most 1 items'],
    ['lacks a member', person, {}, ' have the member name'],
    ['has an unknown member', person, { name: 'A', age: 1 }, ' have no member age'],
    ['has a wrong item far below', person, { name: 'A', ages: [1, '2'] }, 'ages.1 be of the type integer'],
    ['fits no alternative', either, { name: 1 }, 'name be of the type string'],
  ])('%s', (_name, schema, value, fault) => {
    expect(faults(schema, value)).toEqual([fault])
  })
})

test.each<[Schema, Json]>([
  [person, { name: 'A', ages: [1] }],
  [either, { name: 'A' }],
  [either, 'ab'],
  [{ not: { const: 0 } }, 1],
  [{ pattern: '([' }, 'ab'],
  [{ minimum: 0, minLength: 3, minItems: 3 }, true],
])('%j fits %j', (schema, value) => {
  expect(faults(schema, value)).toEqual([])
})
