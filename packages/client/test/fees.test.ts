import type { CallSettings } from '@custody-wallet/encryption'
import type { Decimal, MinerFee, MpcWithdrawal, Withdrawal } from '@custody-wallet/types'
import { expect, expectTypeOf, test } from 'vitest'

import { isDecimal } from '../src/decimal.ts'
import { readMinerFee } from '../src/fees.ts'

const [fee, real_fee] = ['0.0002', '0.00015'].filter(isDecimal)
if (fee === undefined || real_fee === undefined) throw new Error('The samples are not decimals.')
const record = { fee, real_fee }

test.each([
  ['fee', '0.0002'],
  ['real_fee', '0.00015'],
] as const)('the miner fee is %s if the profile says so', (field, amount) => {
  expect(readMinerFee(record, { fees: { minerFee: field } })).toBe(amount)
})

test('readMinerFee throws if the profile does not name the field', () => {
  const readFee = () => readMinerFee(record, { fees: { minerFee: null } })
  expect(readFee).toThrow(TypeError)
  expect(readFee).toThrow(/fees\.minerFee of the profile/)
  expect(readFee).not.toThrow(/0\.000/)
})

test('both types of withdrawals have a miner fee, and a record without both fields does not', () => {
  expectTypeOf(readMinerFee).parameter(1).toEqualTypeOf<Pick<CallSettings, 'fees'>>()
  expectTypeOf(readMinerFee).returns.toEqualTypeOf<Decimal>()
  expectTypeOf<Withdrawal>().toExtend<Parameters<typeof readMinerFee>[0]>()
  expectTypeOf<MpcWithdrawal>().toExtend<Parameters<typeof readMinerFee>[0]>()
  expectTypeOf<MinerFee>().not.toExtend<Parameters<typeof readMinerFee>[0]>()
})
