import plain from '@custody-wallet/types/openapi/plain.json' with { type: 'json' }
import { answers } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { page } from '../../suites/contract.ts'

const examples = plain.components.examples
test('a page holds 100 records, no two alike', () => {
  const records = page(examples['listWithdrawals.typical'].value.data).map((record) => JSON.stringify(record))
  expect(new Set(records).size).toBe(100)
})

test('pages of withdrawals, miner fees and MPC withdrawals fit their schemas', () => {
  const withdrawals = examples['listWithdrawals.typical'].value
  const minerFees = examples['syncMinerFees.typical'].value
  expect(answers.listWithdrawals({ ...withdrawals, data: page(withdrawals.data) })).toBe(true)
  expect(answers.syncMinerFees({ ...minerFees, data: page(minerFees.data) })).toBe(true)
  expect(answers.listMpcWithdrawals(page(examples['listMpcWithdrawals.typical'].value))).toBe(true)
})

test('what a record leaves empty stays empty', () => {
  expect(page([{ id: 1, txid: '' }]).map(({ txid }) => txid)).toEqual(Array.from({ length: 100 }, () => ''))
})
