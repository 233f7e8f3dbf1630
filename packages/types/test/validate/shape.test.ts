import { describe, expect, test } from 'vitest'

import { operations } from '../../src/operations.ts'
import { sizeOf } from '../../src/validate/index.ts'

const bytesOf = (value: unknown): number => JSON.stringify(value).length

describe('the largest value of a schema', () => {
  test('counts names, punctuation and bounded values, and the number of unlimited texts', () => {
    const fields = Object.entries(operations.cancelWithdrawal.parameters)
    const texts = fields.filter(([, { kind }]) => kind === 'text')
    const largest = Object.fromEntries(
      fields.map(([name, { kind }]) => [name, kind === 'integer' ? Number.MAX_SAFE_INTEGER : '']),
    )
    const { bytes, open } = sizeOf('WithdrawalCancellation')
    expect(open).toBe(texts.length)
    expect(bytes - bytesOf(largest)).toBeGreaterThanOrEqual(0)
    expect(bytes - bytesOf(largest)).toBeLessThan(4)
  })

  test('counts every entry of a list', () => {
    const { bytes, open } = sizeOf('WithdrawalLookup')
    expect(open).toBe(100)
    expect(bytes - bytesOf({ ids: Array(100).fill('') })).toBeGreaterThanOrEqual(0)
  })

  test('is the size of the largest alternative', () => {
    const { bytes, open } = sizeOf('AddressRegistration')
    expect(open).toBe(101)
    expect(
      bytes - bytesOf({ symbol: '', addresses: Array(100).fill(''), memo: false }),
    ).toBeGreaterThanOrEqual(0)
  })

  test('follows the limits of the contract', () => {
    expect(sizeOf('Amount')).toEqual({ bytes: 39, open: 0 })
    expect(sizeOf('DepositFlag')).toEqual({ bytes: 1, open: 0 })
    expect(sizeOf('NoParameters')).toEqual({ bytes: 2, open: 0 })
  })

  test('is known for the parameters of every call', () => {
    for (const { schemas } of Object.values(operations))
      expect(sizeOf(schemas.parameters).bytes).toBeGreaterThanOrEqual(2)
  })

  test('needs the name of a schema', () => {
    expect(() => Reflect.apply(sizeOf, undefined, ['toString'])).toThrow(
      new TypeError('The contract has no schema toString.'),
    )
  })
})
