import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { type DepositKey, depositRequestId } from '../src/workflows/index.ts'

interface Vectors {
  readonly vectors: readonly {
    readonly about: string
    readonly key: DepositKey
    readonly request_id: string
  }[]
}
const { vectors }: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/deposit-request-ids.json', import.meta.url), 'utf8'),
)

const key: DepositKey = { symbol: 'BTC', txid: '4d1f', address_to: 'bc1q' }
const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((some) => some.trim() === some)
const keys = fc.record({ symbol: text, txid: text, address_to: text, memo: fc.option(text, { nil: '' }) })

describe('the request id of a deposit', () => {
  test.each(vectors)('is for ever what was published: $about', (vector) => {
    expect(depositRequestId(vector.key)).toBe(vector.request_id)
  })

  test('has samples enough', () => {
    expect(vectors.length).toBeGreaterThan(6)
  })

  test('differs wherever the key differs, however its parts run into each other', () => {
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(depositRequestId(one) === depositRequestId(other)).toBe(same)
      }),
    )
    expect(depositRequestId({ ...key, symbol: 'BTC4', txid: 'd1f' })).not.toBe(
      depositRequestId({ ...key, symbol: 'BTC', txid: '4d1f' }),
    )
  })

  test('can be listed and stored anywhere: no comma, one case, 53 characters', () => {
    const isPlain = (each: DepositKey): boolean => /^dep1-[0-9a-f]{48}$/.test(depositRequestId(each))
    expect(() => fc.assert(fc.property(keys, isPlain))).not.toThrow()
  })

  test('looks at nothing beside the key', () => {
    const more = { ...key, amount: '1', confirm: 3 }
    expect(depositRequestId(more)).toBe(depositRequestId(key))
  })

  test.each([
    ['symbol', ''],
    ['txid', ''],
    ['address_to', ''],
    ['txid', ' 4d1f'],
    ['address_to', 'bc1q\n'],
    ['memo', ' 1'],
    ['memo', '\uD800'],
  ])('is refused for a %s of %j, by the name of the member alone', (member, value) => {
    expect(() => depositRequestId({ ...key, [member]: value })).toThrow(new RegExp(`^${member} must`))
  })

  test('is typed: a memo may be left out, and nothing else', () => {
    expectTypeOf(depositRequestId).returns.toEqualTypeOf<string>()
    // @ts-expect-error -- a transaction is part of it
    expect(() => depositRequestId({ symbol: 'BTC', address_to: 'bc1q' })).toThrow(TypeError)
  })
})
