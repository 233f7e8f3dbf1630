import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { copyParameters } from '../../src/validate/index.ts'

describe('a copy of parameters', () => {
  test('has the same fields, whatever the caller changes later', () => {
    const values = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), values), (given) => {
        const before = structuredClone(given)
        const copy = copyParameters(given)
        for (const [name, value] of Object.entries(given))
          if (Array.isArray(value)) value.push('later')
          else given[name] = 'later'
        given['later'] = 'later'
        expect(copy).toEqual(before)
      }),
    )
  })

  test('cannot be changed, so copying it returns it as it is', () => {
    const copy = copyParameters({ symbol: 'BTC', addresses: [{ address: 'a' }] })
    expect(copyParameters(copy)).toBe(copy)
    for (const change of [
      () => Object.assign(Object(copy), { symbol: 'ETH' }),
      () => Object(copy).addresses.push('b'),
      () => Object.assign(Object(copy).addresses[0], { address: 'b' }),
    ])
      expect(change).toThrow(TypeError)
  })

  test('has no inherited field, and no second reading of its own', () => {
    let readings = 0
    const given = Object.create({ symbol: 'BTC' }, { uid: { enumerable: true, get: () => (readings += 1) } })
    expect([copyParameters(given), readings]).toEqual([{ uid: 1 }, 1])
  })

  test('of a frozen object of the caller is another object', () => {
    const given = Object.freeze({ ids: ['order-1'] })
    expect(copyParameters(given)).not.toBe(given)
  })

  test('of a circular object ends', () => {
    const given: Record<string, unknown> = {}
    given['self'] = given
    expect(copyParameters(given)).not.toBe(given)
  })

  test.each([undefined, null, 'text', 7, [['order-1']]])('of %j, which is no object, is the value itself', (value) => {
    expect(copyParameters(value)).toBe(value)
  })
})
