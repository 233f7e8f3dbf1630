import { answers } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { callsOfRound, fewestPages, peakOf } from '../../../suites/workflows.ts'
import { callsOver, requestIds } from '../../../suites/workflows/calls.ts'
import { answerTo, everyTenth, stakes, startService, table } from '../../../suites/workflows/service.ts'

const url = (query: string): URL => new URL(`http://127.0.0.1/?${query}`)

test('what the services answer fits the contract', () => {
  const read = (text: string): unknown => JSON.parse(text)
  const deposits = table(3, () => true)
  expect(answers.syncDeposits(read(answerTo(url('max_id=7'))))).toBe(true)
  expect(answers.syncDeposits(read(deposits(url('max_id=0'))))).toBe(true)
  expect(answers.listWithdrawals(read(answerTo(url('ids=a,b'))))).toBe(true)
  expect(answers.listStakes(read(stakes(3)(url('max_id=0'))))).toBe(true)
  expect(answers.getStakingDetails(read(stakes(3)(url('ids=1,2'))))).toBe(true)
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

test('a round asks for as many pages as hold the open records, and for the empty one', async () => {
  expect(
    await callsOfRound(
      table(250, () => true),
      ({ deposits }) => deposits,
    ),
  ).toBe(4)
  expect(
    await callsOfRound(
      table(300, () => true),
      ({ deposits }) => deposits,
    ),
  ).toBe(4)
  expect(await callsOfRound(stakes(150), ({ staking }) => staking)).toBe(3)
})

test('the fewest pages begin at open records', () => {
  const open = new Set([1, 100, 101, 350])
  expect(fewestPages(400, (id) => open.has(id))).toBe(4)
  expect(fewestPages(1000, (id) => open.has(id))).toBe(4)
  expect(fewestPages(10, () => false)).toBe(1)
})

test('one of ten ids is always the same', () => {
  const ids = (isOpen: (id: number) => boolean) =>
    Array.from({ length: 1000 }, (_, index) => index + 1).filter(isOpen)
  expect(ids(everyTenth(1000))).toHaveLength(100)
  expect(ids(everyTenth(1000))).toEqual(ids(everyTenth(1000)))
})

test('an iteration in a process of its own prints its memory', async () => {
  expect(await peakOf(1, 100)).toBeGreaterThan(1000)
})
