import { answers } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { peakOf } from '../../../suites/workflows.ts'
import { callsOver, requestIds } from '../../../suites/workflows/calls.ts'
import { answerTo, startService } from '../../../suites/workflows/service.ts'

const url = (query: string): URL => new URL(`http://127.0.0.1/?${query}`)

test('what the services answer fits the contract', () => {
  const read = (text: string): unknown => JSON.parse(text)
  expect(answers.syncDeposits(read(answerTo(url('max_id=7'))))).toBe(true)
  expect(answers.listWithdrawals(read(answerTo(url('ids=a,b'))))).toBe(true)
})

test('workflows and single calls give the same', async () => {
  await using service = await startService()
  const { iterated, fetched, lookedUp, listed } = callsOver(service)
  expect([await iterated(10, 250), await fetched(10, 250)]).toEqual([260, 260])
  const ids = requestIds(250)
  const byHand = await listed(ids)
  expect((await lookedUp(ids)).map(({ request_id }) => request_id)).toEqual(ids)
  expect(new Set(byHand.map(({ request_id }) => request_id))).toEqual(new Set(ids))
})

test('an iteration in a process of its own prints its memory', async () => {
  expect(await peakOf(1, 100)).toBeGreaterThan(1000)
})
