import { describe, expect, test } from 'vitest'

import { operations } from '../../src/operations.ts'
import { computeSize } from '../../src/validate/index.ts'

const countBytes = (value: unknown): number => JSON.stringify(value).length

describe('the largest value of a schema', () => {
  test('counts names, punctuation and limited values, and the number of unlimited strings', () => {
    const fields = Object.entries(operations.cancelWithdrawal.parameters)
    const texts = fields.filter(([, { kind }]) => kind === 'text')
    const largest = Object.fromEntries(
      fields.map(([name, { kind }]) => [name, kind === 'integer' ? Number.MAX_SAFE_INTEGER : '']),
    )
    const { bytes, open } = computeSize('WithdrawalCancellation')
    expect(open).toBe(texts.length)
    expect(bytes - countBytes(largest)).toBeGreaterThanOrEqual(0)
    expect(bytes - countBytes(largest)).toBeLessThan(4)
  })

  test('counts every entry of a list', () => {
    const { bytes, open } = computeSize('WithdrawalLookup')
    expect(open).toBe(100)
    expect(bytes - countBytes({ ids: Array(100).fill('') })).toBeGreaterThanOrEqual(0)
  })

  test('is the size of the largest alternative', () => {
    const { bytes, open } = computeSize('AddressRegistration')
    expect(open).toBe(101)
    expect(bytes - countBytes({ symbol: '', addresses: Array(100).fill(''), memo: false })).toBeGreaterThanOrEqual(0)
  })

  test('follows the limits of the contract', () => {
    expect(computeSize('Amount')).toEqual({ bytes: 39, open: 0 })
    expect(computeSize('DepositFlag')).toEqual({ bytes: 1, open: 0 })
    expect(computeSize('NoParameters')).toEqual({ bytes: 2, open: 0 })
  })

  test('is known for the parameters of every call', () => {
    for (const { schemas } of Object.values(operations))
      expect(computeSize(schemas.parameters).bytes).toBeGreaterThanOrEqual(2)
  })

  test('needs the name of a schema', () => {
    expect(() => Reflect.apply(computeSize, undefined, ['toString'])).toThrow(
      new TypeError('The contract has no schema toString.'),
    )
  })
})
