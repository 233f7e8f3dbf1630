import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type Account,
  type Custody,
  isCustodyError,
  type Networks,
  ServiceError,
  type Withdrawal,
} from '../src/index.ts'
import { getSampleResponse } from './support/samples.ts'
import { createClient } from './support/service.ts'

// Never called: the compiler alone reads it.
const makeWrongCalls = ({ accounts, users, withdrawals, networks, notifications }: Custody) => [
  // @ts-expect-error The coin is missing.
  accounts.get({ uid: 10_042 }),
  // @ts-expect-error A user id is a number.
  accounts.get({ uid: '10042', symbol: 'BTC' }),
  // @ts-expect-error A misspelt field.
  accounts.get({ uid: 10_042, symbl: 'BTC' }),
  // @ts-expect-error A mobile number needs its country.
  users.find({ mobile: '13800000000' }),
  // @ts-expect-error Ids are a list.
  withdrawals.list({ ids: 'order-1' }),
  // @ts-expect-error There is nothing to choose.
  networks.list({ symbol: 'BTC' }),
  // @ts-expect-error A flag is 1 or 0.
  notifications.deposit({ ...deposit, status: 2 }),
]
const deposit = {
  request_id: 'a',
  address_from: '',
  address_to: 'b',
  txid: 'c',
  amount: '1',
  confirm: 1,
  symbol: 'BTC',
  balance: '1',
  status: 1,
} as const

describe('the compiler', () => {
  test('rejects calls that break a rule', () => {
    expect(makeWrongCalls).toBeTypeOf('function')
  })

  test('knows the value of a call', () => {
    const { accounts, withdrawals, networks } = createClient('modern')
    expectTypeOf(accounts.get).returns.resolves.toEqualTypeOf<Account>()
    expectTypeOf(withdrawals.list).returns.resolves.toEqualTypeOf<readonly Withdrawal[]>()
    expectTypeOf(withdrawals.cancel).returns.resolves.toEqualTypeOf<void>()
    expectTypeOf(networks.list).returns.resolves.toEqualTypeOf<Networks>()
  })

  test('knows the context of an error by its code', () => {
    const error: unknown = new ServiceError('getAccount', { serviceCode: '110065' }, 'transport')
    expect(isCustodyError(error, 'SERVICE_FAILED') ? error.context.serviceCode : undefined).toBe('110065')
    const readIssues = (value: unknown) =>
      isCustodyError(value, 'PARAMETERS_INVALID') ? value.context.issues : undefined
    expectTypeOf(readIssues).returns.toEqualTypeOf<
      readonly { readonly pointer: string; readonly message: string }[] | undefined
    >()
  })

  test('tells a raw success from a raw failure', async () => {
    const raw = await createClient('modern').accounts.get.raw({ uid: 10_042, symbol: 'BTC' })
    expectTypeOf(raw.assurance).toEqualTypeOf<'signature' | 'blocks' | 'transport'>()
    const value = raw.succeeded ? raw.value : undefined
    expectTypeOf(value).toEqualTypeOf<Account | undefined>()
    expect({ code: '0', msg: 'success', data: value }).toEqual(getSampleResponse('getAccount', 'typical'))
  })
})
