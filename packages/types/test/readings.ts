// The generated predicates against ajv over the same document, and against our own explainer: three readings of one
// schema have to agree on every value, the spoilt ones above all.
import { type ShapeName, explain } from '@custody-wallet/types/validate'
import * as validate from '@custody-wallet/types/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { answerExamples, bodyExamples, operationsOf, plain, queryExamples } from './documents.ts'

const ajv = new Ajv2020({ strict: false, logger: false })
const digits = (text: string): number => text.replaceAll(/[^0-9]/g, '').length
for (const format of ['decimal', 'amount']) ajv.addFormat(format, (text: string) => digits(text) <= 36)
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
ajv.addFormat('int32', { type: 'number', validate: Number.isSafeInteger })
ajv.addSchema({ $id: 'plain', components: plain.components })

const predicates = Object.entries(validate).flatMap(([name, value]) => {
  const shape = name.replace(/^is/, '')
  return name.startsWith('is') && shape in plain.components.schemas
    ? [{ shape: shape as ShapeName, fits: value as (value: unknown) => boolean }]
    : []
})

const messages: readonly unknown[] = [...operationsOf(plain).keys()].flatMap((id) => [
  ...answerExamples(plain, id).values(),
  ...bodyExamples(plain, id).values(),
  ...queryExamples(plain, id).values(),
])

// Every object and list inside the examples as well, so that each shape meets values that it accepts.
const examples: readonly unknown[] = [{}, ...messages.flatMap((message) => partsOf(message))]

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap((member) => partsOf(member))]
}

const odd = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '0',
  '1',
  '-0',
  '-1.5',
  '1e3',
  'x',
  true,
  {},
  [],
  ['a,b'],
  { code: 0 },
  { code: '0', msg: '' },
)

/** A copy of a value in which one place, chosen by the path, holds something else or is gone. */
function spoil(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null) return replacement
  const keys = Object.keys(value)
  const key = keys[step % (keys.length || 1)]
  if (key === undefined) return replacement
  const changed = spoil((value as Record<string, unknown>)[key], rest, replacement)
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
}

const valuesFor = (fits: (value: unknown) => boolean) => {
  const own = fc.constantFrom(...examples.filter((value) => fits(value)))
  const spoilt = (value: typeof own) =>
    fc.tuple(value, fc.array(fc.nat(30), { maxLength: 4 }), odd).map((parts) => spoil(...parts))
  return fc.oneof(own, spoilt(own), spoilt(fc.constantFrom(...examples)), fc.jsonValue({ maxDepth: 3 }))
}

/** Declares one test for each predicate that compares the three readings on so many values. */
export function compareReadings(numRuns: number): void {
  describe.each(predicates)('$shape', ({ shape, fits }) => {
    const accepts = ajv.compile({ $ref: `plain#/components/schemas/${shape}` })

    test('means the same to the predicate, to the explainer and to ajv', () => {
      const seen = new Set<boolean>()
      fc.assert(
        fc.property(valuesFor(fits), (value) => {
          const answer = fits(value)
          seen.add(answer)
          expect(accepts(value)).toBe(answer)
          expect(explain(shape, value).length === 0).toBe(answer)
        }),
        { numRuns },
      )
      expect(seen).toEqual(new Set([true, false]))
    })
  })

  test('the oracle covers every predicate', () => {
    expect(predicates.length).toBeGreaterThan(50)
  })
}
