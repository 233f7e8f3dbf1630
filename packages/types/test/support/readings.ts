// Compares three readings of a schema, which must agree on every value: the generated predicates, a strict ajv and
// `explain`. The wire document must agree about wire forms.
import { type ShapeName, explain } from '@custody-wallet/types/validate'
import * as validate from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  listResponseExamples,
  listBodyExamples,
  listOperations,
  plain,
  listQueryExamples,
  fullPlain,
  wire,
} from './documents.ts'
import { listSchemas, createStrict } from './strict-schemas.ts'
import { isOnWire, toWire } from './wire-form.ts'

const documents = { plain: createStrict(fullPlain), wire: createStrict(wire) }

const predicates = Object.entries(validate).flatMap(([name, value]) => {
  const shape = name.replace(/^is/, '')
  return name.startsWith('is') && shape in fullPlain.components.schemas
    ? [{ shape: shape as ShapeName, fits: value as (value: unknown) => boolean }]
    : []
})

const messages: readonly unknown[] = [...listOperations(plain).keys()].flatMap((id) => [
  ...listResponseExamples(plain, id).values(),
  ...listBodyExamples(plain, id).values(),
  ...listQueryExamples(plain, id).values(),
])

// Every object and list inside the examples as well, so that each shape meets values that it accepts.
const examples: readonly unknown[] = [{}, ...messages.flatMap((message) => listParts(message))]

function listParts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap((entry) => listParts(entry))]
}

const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  Number.MIN_SAFE_INTEGER,
  -(2 ** 53),
  '',
  '0',
  '1',
  '-0',
  '-1.5',
  '1e3',
  '9'.repeat(36),
  '9'.repeat(37),
  `-${'9'.repeat(36)}`,
  `-${'9'.repeat(37)}`,
  `0.${'1'.repeat(35)}`,
  `0.${'1'.repeat(36)}`,
  `-0.${'1'.repeat(35)}`,
  `-0.${'1'.repeat(36)}`,
  `${'1'.repeat(37)}.1`,
  'x',
  true,
  {},
  [],
  ['a,b'],
  { code: 0 },
  { code: '0', msg: '' },
]
const odd = fc.constantFrom(...oddValues)

/** Copies valid examples with each odd value in place of each part. */
function* corruptEverywhere(isFitting: (value: unknown) => boolean): Generator {
  for (const example of examples.filter((value) => isFitting(value)))
    for (const path of listPaths(example)) for (const value of oddValues) yield corrupt(example, path, value)
}

// Entries of a list are alike, so the first one stands for all.
function listPaths(value: unknown): readonly (readonly number[])[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const parts = Array.isArray(value) ? value.slice(0, 1) : Object.values(value)
  return [[], ...parts.flatMap((part, at) => listPaths(part).map((path) => [at, ...path]))]
}

/** Copies a value, and replaces or removes the value at a path. */
function corrupt(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null) return replacement
  const keys = Object.keys(value)
  const key = keys[step % (keys.length || 1)]
  if (key === undefined) return replacement
  const changed = corrupt((value as Record<string, unknown>)[key], rest, replacement)
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
}

const createValues = (isFitting: (value: unknown) => boolean) => {
  const own = fc.constantFrom(...examples.filter((value) => isFitting(value)))
  const createCorrupt = (value: typeof own) =>
    fc.tuple(value, fc.array(fc.nat(30), { maxLength: 4 }), odd).map((parts) => corrupt(...parts))
  return fc.oneof(own, createCorrupt(own), createCorrupt(fc.constantFrom(...examples)), fc.jsonValue({ maxDepth: 3 }))
}

/** Declares one test for each predicate that compares the three readings on so many values. */
export function compareReadings(numRuns: number): void {
  describe.each(predicates)('$shape', ({ shape, fits: isFitting }) => {
    const accepts = documents.plain.named(shape)

    test('means the same to the predicate, to the explainer and to ajv', () => {
      const seen = new Set<boolean>()
      fc.assert(
        fc.property(createValues(isFitting), (value) => {
          const isAccepted = isFitting(value)
          seen.add(isAccepted)
          expect(accepts(value)).toBe(isAccepted)
          expect(explain(shape, value).length === 0).toBe(isAccepted)
        }),
        { numRuns },
      )
      expect(seen).toEqual(new Set([true, false]))
    })
  })

  test.each(predicates)('$shape means the same with an odd value in any place', ({ shape, fits: isFitting }) => {
    const accepts = documents.plain.named(shape)
    const different = [...corruptEverywhere(isFitting)].filter((value) => accepts(value) !== isFitting(value))
    expect(different).toEqual([])
  })

  const onWire = predicates.filter(({ shape }) => isOnWire(shape))
  test.each(onWire)(
    '$shape on the wire means the same with an odd value in any place',
    ({ shape, fits: isFitting }) => {
      const accepts = documents.wire.named(shape)
      const isDifferent = (value: unknown) => accepts(toWire(shape, value)) !== isFitting(value)
      expect([...corruptEverywhere(isFitting)].filter(isDifferent)).toEqual([])
    },
  )

  describe.each(onWire)('$shape on the wire', ({ shape, fits: isFitting }) => {
    const accepts = documents.wire.named(shape)

    test('means the same to the predicate and to ajv', () => {
      const seen = new Set<boolean>()
      fc.assert(
        fc.property(createValues(isFitting), (value) => {
          const isAccepted = isFitting(value)
          seen.add(isAccepted)
          expect(accepts(toWire(shape, value))).toBe(isAccepted)
        }),
        { numRuns },
      )
      expect(seen).toEqual(new Set([true, false]))
    })
  })

  test.each(['plain', 'wire'] as const)('a strict ajv compiles every schema of the %s document', (name) => {
    const schemas = listSchemas({ plain, wire }[name])
    expect(schemas.length).toBeGreaterThan(120)
    for (const schema of schemas) expect(() => documents[name].compile(schema)).not.toThrow()
  })

  test('the oracle covers every predicate', () => {
    expect(predicates.length).toBeGreaterThan(50)
  })
}
