import { codes, depositStatus, findKnownCode, findKnownValue, states, withdrawalStatus } from '@custody-wallet/types'
import { describe, expect, expectTypeOf, test } from 'vitest'

describe('known values', () => {
  test('have the meaning of a status, whether it is final, and the source', () => {
    expect(withdrawalStatus[5]).toMatchObject({ meaning: 'Succeeded', final: true, source: 'interface' })
    expectTypeOf(withdrawalStatus[5].final).toEqualTypeOf<true>()
    expect(depositStatus[1].source).toBe('documented')
  })

  test('have advice for states only', () => {
    expect(depositStatus[1].advice).toBe('Credit it once, by its id.')
    expect(findKnownValue('transactionKind', '0')).not.toHaveProperty('advice')
  })

  test('do not have status 3 of a withdrawal, in types and in data', () => {
    expect(withdrawalStatus).not.toHaveProperty('3')
    expect(findKnownValue('withdrawalStatus', 3)).toBeUndefined()
    // @ts-expect-error the interface skips 3
    expect(withdrawalStatus[3]).toBeUndefined()
  })

  test('do not have inherited names', () => {
    expect(findKnownValue('transactionKind', 'constructor')).toBeUndefined()
    expect(findKnownValue('transactionKind', '__proto__')).toBeUndefined()
  })

  test('may have the meanings of a deployment in place of those of the contract', () => {
    expect(findKnownValue('withdrawalStatus', 5, { 5: 'Paid' })).toEqual({
      meaning: 'Paid',
      final: true,
      source: 'profile',
    })
    expect(findKnownValue('withdrawalStatus', 3, { 3: 'Processing' })).toEqual({
      meaning: 'Processing',
      source: 'profile',
    })
    expect(findKnownValue('withdrawalStatus', 4, { 3: 'Processing' })?.meaning).toBe('Failed')
    expect(findKnownValue('transactionKind', 'constructor', {})).toBeUndefined()
  })

  test('are not final if their meaning is open', () => {
    const open = Object.values(states).flatMap((known) => Object.values<{ source: string; final?: boolean }>(known))
    expect(open.filter(({ source, final }) => source === 'open' && final)).toEqual([])
  })
})

describe('codes', () => {
  test('have different meanings in different families', () => {
    expect(codes.v2['100001'].meaning).toBe('System error')
    expect(codes.v1['100001'].meaning).toBe('Invalid JSON')
  })

  test('of MPC include those of v2', () => {
    expect(codes.mpc).toMatchObject(codes.v2)
    expect(codes.mpc['200004'].source).toBe('documented')
  })

  test('have the cause, the remedy, and whether retrying can help', () => {
    expect(findKnownCode('v2', '110088')).toMatchObject({ source: 'documented', repeat: 'never' })
    expect(findKnownCode('v1', 100008)?.cause).toMatch(/public key/)
    const failures = Object.values(codes).flatMap((table) => Object.entries<object>(table).slice(1))
    expect(failures.filter(([, known]) => !('cause' in known && 'remedy' in known && 'repeat' in known))).toEqual([])
  })

  test('that are not listed are undefined, and so are inherited names', () => {
    expect(findKnownCode('v2', '987')).toBeUndefined()
    expect(findKnownCode('v2', 'constructor')).toBeUndefined()
  })
})
