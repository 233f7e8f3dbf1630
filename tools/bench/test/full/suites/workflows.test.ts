import { responses } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { measurePeak } from '../../../suites/workflows.ts'
import { createCalls, createRequestIds } from '../../../suites/workflows/calls.ts'
import { createResponse, startService } from '../../../suites/workflows/service.ts'

const createUrl = (query: string): URL => new URL(`http://127.0.0.1/?${query}`)

test('the responses of the service match the contract', () => {
  const parseText = (text: string): unknown => JSON.parse(text)
  expect(responses.syncDeposits(parseText(createResponse(createUrl('max_id=7'))))).toBe(true)
  expect(responses.listWithdrawals(parseText(createResponse(createUrl('ids=a,b'))))).toBe(true)
})

test('workflows and single calls return the same records', async () => {
  await using service = await startService()
  const { iterate, fetchPages, lookUp, listByCall } = createCalls(service)
  expect([await iterate(10, 250), await fetchPages(10, 250)]).toEqual([260, 260])
  const ids = createRequestIds(250)
  const byHand = await listByCall(ids)
  expect((await lookUp(ids)).map(({ request_id }) => request_id)).toEqual(ids)
  expect(new Set(byHand.map(({ request_id }) => request_id))).toEqual(new Set(ids))
})

test('an iteration in a separate process prints its memory', async () => {
  expect(await measurePeak(1, 100)).toBeGreaterThan(1000)
})
