import {
  type Account,
  type AddressRegistration,
  type Responses,
  type Decimal,
  type Delegation,
  type DepositNotification,
  type Networks,
  type OpenNetwork,
  type Parameters,
  type PendingWithdrawal,
  type Stake,
  type StakingDetails,
  type SupportedNetwork,
  type User,
  type UserLookup,
  type Withdrawal,
  type WithdrawalLookup,
  isSuccessful,
} from '@custody-wallet/types'
import { parameters } from '@custody-wallet/types/validate'
import { describe, expect, expectTypeOf, test } from 'vitest'

describe('records', () => {
  test('have exact decimals, which are not plain strings', () => {
    expectTypeOf<Withdrawal['amount']>().toEqualTypeOf<Decimal>()
    expectTypeOf<Account['normal_balance']>().toEqualTypeOf<Decimal>()
    expectTypeOf<Account['lock_balance']>().toEqualTypeOf<Decimal>()
    expectTypeOf<Account['deposit_address']>().toEqualTypeOf<string>()
    expectTypeOf<string>().not.toExtend<Decimal>()
    expectTypeOf<Decimal>().toExtend<string>()
  })

  test('have exact decimals for JSON numbers of v1 too', () => {
    expectTypeOf<PendingWithdrawal['amount']>().toEqualTypeOf<Decimal>()
    expectTypeOf<PendingWithdrawal['trans_id']>().toEqualTypeOf<number>()
  })

  test('keep the names of the interface, including the misspelt one', () => {
    expectTypeOf<Delegation>().toHaveProperty('address_form')
    expectTypeOf<Delegation>().not.toHaveProperty('address_from')
  })

  test('tell the two stakings and the two types of networks apart', () => {
    expectTypeOf<Stake>().not.toHaveProperty('unbond')
    expectTypeOf<StakingDetails['unbond']>().toHaveProperty('lock_number')
    expectTypeOf<StakingDetails['unstake']>().not.toHaveProperty('lock_number')
    expectTypeOf<OpenNetwork>().not.toHaveProperty('if_open_chain')
    expectTypeOf<SupportedNetwork['if_open_chain']>().toEqualTypeOf<boolean>()
    expectTypeOf<Networks['support_main_chain']>().toEqualTypeOf<readonly SupportedNetwork[]>()
  })

  test('are read-only', () => {
    expectTypeOf<Pick<User, 'uid'>>().toEqualTypeOf<{ readonly uid: number }>()
  })
})

describe('a user look-up', () => {
  test('accepts an e-mail address, a mobile number with country, or both', () => {
    expectTypeOf<{ email: string }>().toExtend<UserLookup>()
    expectTypeOf<{ mobile: string; country: string }>().toExtend<UserLookup>()
    expectTypeOf<{ mobile: string; country: string; email: string }>().toExtend<UserLookup>()
  })

  test('does not compile without either, or with only a mobile number', () => {
    // @ts-expect-error neither e-mail address nor mobile number
    const nothing: UserLookup = {}
    // @ts-expect-error a country finds no user
    const country: UserLookup = { country: '86' }
    // @ts-expect-error a mobile number needs its country
    const mobile: UserLookup = { mobile: '5550100' }
    // @ts-expect-error so it does beside an e-mail address
    const both: UserLookup = { mobile: '5550100', email: 'user@custody.example' }
    expectTypeOf([nothing, country, mobile, both]).toEqualTypeOf<UserLookup[]>()
  })
})

describe('requests', () => {
  test('accept lists of ids as lists, and amounts as plain strings', () => {
    expectTypeOf<WithdrawalLookup>().toEqualTypeOf<{ readonly ids: readonly string[] }>()
    expectTypeOf<AddressRegistration['addresses']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<DepositNotification['amount']>().toEqualTypeOf<string>()
    expectTypeOf<DepositNotification['status']>().toEqualTypeOf<0 | 1>()
  })

  test('do not compile with fields of the codec, or with a misspelt field', () => {
    // @ts-expect-error the codec fills the time in
    const time: WithdrawalLookup = { ids: ['r1'], time: 1 }
    // @ts-expect-error a number is no amount
    const amount: Pick<DepositNotification, 'amount'> = { amount: 0.1 }
    // @ts-expect-error the field is called ids
    const misspelt: WithdrawalLookup = { id: ['r1'] }
    expectTypeOf([time, amount, misspelt]).toBeArray()
  })
})

describe('responses', () => {
  test('are a success with data or a failure without', () => {
    type Success = Extract<Responses['listWithdrawals'], { data: unknown }>
    expectTypeOf<Success['code']>().toEqualTypeOf<'0'>()
    expectTypeOf<Success['data']>().toEqualTypeOf<readonly Withdrawal[]>()
    expectTypeOf<Extract<Responses['getToken'], { data: unknown }>['code']>().toEqualTypeOf<0>()
  })

  test('are narrowed by their code', () => {
    const listWithdrawals = (response: Responses['listWithdrawals']) => (isSuccessful(response) ? response.data : [])
    const listStakes = (response: Responses['listStakes']) => (isSuccessful(response) ? response.length : response.code)
    expectTypeOf(listWithdrawals).returns.toEqualTypeOf<readonly Withdrawal[]>()
    expectTypeOf(listStakes).returns.toEqualTypeOf<number | string>()
    expect(listWithdrawals({ code: '100004', msg: '' })).toEqual([])
    expect(listStakes([])).toBe(0)
    const codes = [{ code: '0' }, { code: 0 }, [], { code: '00' }, { code: false }, { code: 7 }]
    expect(codes.map((response) => isSuccessful(response))).toEqual([true, true, true, false, false, false])
  })

  test('have a type for every call with parameters', () => {
    expectTypeOf<keyof Responses>().toEqualTypeOf<keyof Parameters>()
  })
})

describe('an address registration', () => {
  test('accepts a single address only for a coin with memos', () => {
    const registration = { symbol: 'XRP', addresses: ['r1', 'r2'], memo: true } as const
    expect(parameters.registerAddresses(registration)).toBe(false)
    expect(parameters.registerAddresses({ ...registration, addresses: ['r1'] })).toBe(true)
    expect(parameters.registerAddresses({ ...registration, memo: false })).toBe(true)
  })
})
