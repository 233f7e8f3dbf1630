import plain from '@custody-wallet/types/openapi/plain.json' with { type: 'json' }
import { responses } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { createPage } from '../../suites/contract.ts'

const examples = plain.components.examples
test('a page contains 100 different records', () => {
  const records = createPage(examples['listWithdrawals.typical'].value.data).map((record) => JSON.stringify(record))
  expect(new Set(records).size).toBe(100)
})

test('pages of withdrawals, miner fees and MPC withdrawals fit their schemas', () => {
  const withdrawals = examples['listWithdrawals.typical'].value
  const minerFees = examples['syncMinerFees.typical'].value
  expect(responses.listWithdrawals({ ...withdrawals, data: createPage(withdrawals.data) })).toBe(true)
  expect(responses.syncMinerFees({ ...minerFees, data: createPage(minerFees.data) })).toBe(true)
  expect(responses.listMpcWithdrawals(createPage(examples['listMpcWithdrawals.typical'].value))).toBe(true)
})

test('empty fields of a record stay empty', () => {
  expect(createPage([{ id: 1, txid: '' }]).map(({ txid }) => txid)).toEqual(Array.from({ length: 100 }, () => ''))
})
