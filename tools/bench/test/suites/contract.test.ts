import plain from '@custody-wallet/types/openapi/plain.json' with { type: 'json' }
import { operations } from '@custody-wallet/types/operations'
import { answers } from '@custody-wallet/types/validate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { page } from '../../suites/contract.ts'

const examples = plain.components.examples
const sent: Request[] = []

beforeAll(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request)
    return Response.json({ code: '0', msg: 'success' })
  })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test('every operation has one call, which reaches it', async () => {
  // The client takes fetch when it is made.
  const { calls } = await import('../../suites/contract/calls/calls.ts')
  for (const call of Object.values(calls)) await call()
  const reached = sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  const expected = Object.values(operations).map(({ method, path }) =>
    `${method} ${path}`.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron'),
  )
  expect(Object.keys(calls)).toEqual(Object.keys(operations))
  expect(reached).toEqual(expected)
})

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
