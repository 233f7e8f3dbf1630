import { describe, expect, test } from 'vitest'

import { kinds } from '../kinds.ts'
import { base, compareDocuments, patchSchema, applyPatch, listChanges } from './base.ts'
import { callCases } from './calls.ts'
import { schemaCases } from './schemas.ts'

describe('in a schema,', () => {
  test.each(schemaCases)('$what is $sent where it is sent, $read where it is read', ({ patch, kind, sent, read }) => {
    expect(listChanges(base, patchSchema('Sent', patch))).toEqual([[kind, sent]])
    expect(listChanges(base, patchSchema('Seen', patch))).toEqual([[kind, read]])
  })

  test.each(schemaCases)(
    '$what in a notification gets the stricter class of both sides',
    ({ patch, kind, sent, read }) => {
      const worse = [sent, read].includes('breaking') ? 'breaking' : sent
      expect(listChanges(base, patchSchema('Told', patch))).toEqual([[kind, worse]])
      expect(listChanges(base, patchSchema('Heard', patch))).toEqual([[kind, worse]])
    },
  )
})

describe('in the contract,', () => {
  test.each(callCases)('$what is $class', ({ patch, kind, class: expected }) => {
    expect(listChanges(base, applyPatch(base, patch))).toEqual([[kind, expected]])
  })
})

describe('the table of kinds', () => {
  test('has a fixture for every kind', () => {
    const tested = new Set([
      'reference changed',
      ...schemaCases.map(({ kind }) => kind),
      ...callCases.map(({ kind }) => kind),
    ])
    expect(Object.keys(kinds).filter((kind) => !tested.has(kind))).toEqual([])
  })
})

describe('swapping old and new', () => {
  const opposites = [
    ['added', 'removed'],
    ['tightened', 'loosened'],
    ['narrowed', 'widened'],
    ['closed', 'opened'],
    ['made required', 'made optional'],
    ['weakened', 'strengthened'],
  ] as const
  const isReversible = ({ kind }: { readonly kind: string }) => kind !== 'reference lost'
  const getOpposite = (kind: string) => {
    const plain = kind.replace(/^(required|optional) field/, 'field')
    const [one, other] = opposites
      .flatMap((pair) => [pair, pair.toReversed()])
      .find(([word = '']) => plain.includes(word)) ?? ['', '']
    return plain.replace(one ?? '', other ?? '')
  }
  const removeRequirement = (kind: string) => kind.replace(/^(required|optional) field/, 'field')

  test.each(
    [
      ...schemaCases.map((each) => ({ ...each, patch: { components: { schemas: { Seen: each.patch } } } })),
      ...callCases,
    ].filter(isReversible),
  )('makes the opposite of $what', ({ patch, kind }) => {
    expect(compareDocuments(applyPatch(base, patch), base).map((change) => removeRequirement(change.kind))).toEqual([
      getOpposite(kind),
    ])
  })
})
