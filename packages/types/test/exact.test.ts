// What a JSON text cannot carry unchanged fits nowhere: -0 becomes 0, and a lone surrogate has no UTF-8.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { explain, parameters } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { bodyExamples, plain, queryExamples } from './documents.ts'

const ids = Object.keys(operations) as OperationId[]
/** Copies of a value in which one text or one number is spoilt, by its place. */
function spoilt(value: unknown, pointer = ''): readonly (readonly [pointer: string, copy: unknown])[] {
  if (typeof value === 'number') return [[pointer, -0]]
  if (typeof value === 'string') return [[pointer, `${value}\ud83d`]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    spoilt(member, `${pointer}/${name}`).map(
      ([place, copy]) =>
        [place, Array.isArray(value) ? value.with(Number(name), copy) : { ...value, [name]: copy }] as const,
    ),
  )
}

test.each(ids)('%s rejects -0 and lone surrogates in its parameters, by their place', (id) => {
  for (const [name, example] of [...bodyExamples(plain, id), ...queryExamples(plain, id)])
    for (const [pointer, copy] of spoilt(example)) {
      const places = new Set(explain(operations[id].schemas.parameters, copy).map((each) => each.pointer))
      expect([name, pointer, parameters[id](copy), places]).toEqual([
        name,
        pointer,
        false,
        new Set([pointer]),
      ])
    }
})

test.each([
  ['-0', { uid: -0, symbol: 'BTC' }, '/uid', 'must be 0, not -0'],
  ['a lone surrogate', { uid: 1, symbol: 'B\ud800' }, '/symbol', 'must not contain a lone surrogate'],
])('%s is named in words', (_name, value, pointer, message) => {
  expect(explain('AccountLookup', value)).toMatchObject([{ pointer, message }])
})
