import type { Profile } from '@custody-wallet/encryption'
import type { Decimal, MinerFee, MpcWithdrawal, Withdrawal } from '@custody-wallet/types'
import { expect, expectTypeOf, test } from 'vitest'

import { isDecimal } from '../src/decimal/index.ts'
import { minerFee } from '../src/fees.ts'

const [fee, real_fee] = ['0.0002', '0.00015'].filter(isDecimal)
if (fee === undefined || real_fee === undefined) throw new Error('The samples are no decimals.')
const record = { fee, real_fee }

test.each([
  ['fee', '0.0002'],
  ['real_fee', '0.00015'],
] as const)('the miner fee is %s when the profile says so', (field, amount) => {
  expect(minerFee(record, { fees: { minerFee: field } })).toBe(amount)
})

test('nobody guesses the miner fee when the profile does not say which field carries it', () => {
  const ask = () => minerFee(record, { fees: { minerFee: null } })
  expect(ask).toThrow(TypeError)
  expect(ask).toThrow(/fees\.minerFee of the profile/)
  expect(ask).not.toThrow(/0\.000/)
})

test('withdrawals of both kinds have a miner fee, and a record without both fields does not', () => {
  expectTypeOf(minerFee).parameter(1).toEqualTypeOf<Pick<Profile, 'fees'>>()
  expectTypeOf(minerFee).returns.toEqualTypeOf<Decimal>()
  expectTypeOf<Withdrawal>().toExtend<Parameters<typeof minerFee>[0]>()
  expectTypeOf<MpcWithdrawal>().toExtend<Parameters<typeof minerFee>[0]>()
  expectTypeOf<MinerFee>().not.toExtend<Parameters<typeof minerFee>[0]>()
})
