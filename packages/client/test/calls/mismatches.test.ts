// Responses of other calls, or combined from several responses.
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import type { Resources } from '../../src/generated/resources.ts'
import type { Custody } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { getSampleResponse } from '../support/samples.ts'
import { address, createClient, profileNames, createService } from '../support/service.ts'
import {
  createResponse,
  changeRecords,
  type Id,
  createListCall,
  mismatches,
  one,
  orders,
  getSampleRecords,
  duplicateRecord,
} from './mismatch-samples.ts'

describe.each([...profileNames, 'plain'] as const)('under %s', (name) => {
  const createClientFor = (respond: () => Response): Resources =>
    name === 'plain'
      ? createPlainClient({ url: address, fetch: async () => respond() })
      : createClient(name, { fetch: createService(name, respond) })

  test.each(Object.entries(mismatches))('%s is rejected with its location', async (_what, mismatch) => {
    const { id, ask, createResponse: response, pointer, message } = mismatch
    let asked = 0
    const client = createClientFor(() => {
      asked += 1
      return Response.json(response(getSampleRecords(id)))
    })
    const error = await catchFailure(ask(client))
    expect(error).toMatchObject({
      name: 'ResponseError',
      code: 'RESPONSE_MISMATCHED',
      operation: id,
      assurance: 'none',
      retryable: false,
    })
    expect(error.context).toMatchObject({ issues: expect.arrayContaining([{ pointer, message }]) })
    expect(asked).toBe(1)
  })

  test('the raw call rejects it too', async () => {
    const { withdrawals } = createClientFor(() => Response.json(getSampleResponse('listWithdrawals', 'typical')))
    expect(await catchFailure(withdrawals.list.raw(one))).toMatchObject({ code: 'RESPONSE_MISMATCHED' })
  })

  test('a message of a response is not compared with a parameter of the same name', async () => {
    const { withdrawals } = createClientFor(() => Response.json({ code: 0, msg: 'success' }))
    const cancelled = withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'a reason' })
    await expect(cancelled).resolves.toBeUndefined()
  })
})

test('the error has at most ten locations and no values', async () => {
  const fetch = createService('modern', () =>
    Response.json(
      changeRecords('syncDeposits', { id: 5 })(
        Array.from({ length: 60 }, () => getSampleRecords('syncDeposits')[0] ?? {}),
      ),
    ),
  )
  const error = await catchFailure(createClient('modern', { fetch }).deposits.sync({ max_id: '771205' }))
  expect(error.context).toMatchObject({ issues: { length: 10 } })
  expect(error.message).not.toContain('771205')
})

describe('the comparison accepts', () => {
  test.each<readonly [string, Id, (custody: Custody) => Promise<unknown>, unknown]>([
    [
      'fewer records than ids',
      'listWithdrawals',
      createListCall(orders),
      createResponse('listWithdrawals', getSampleRecords('listWithdrawals').slice(1)),
    ],
    [
      'two records of one id',
      'listWithdrawals',
      createListCall(one),
      changeRecords('listWithdrawals', { request_id: one.ids[0] })(getSampleRecords('listWithdrawals')),
    ],
    [
      'a record as often as its id was asked for',
      'listWithdrawals',
      createListCall({ ids: [...orders.ids, orders.ids[0] ?? ''] }),
      duplicateRecord('listWithdrawals')(getSampleRecords('listWithdrawals')),
    ],
    [
      'records in any order',
      'syncMinerFees',
      async ({ minerFees }) => minerFees.sync({ max_id: 33_119 }),
      createResponse('syncMinerFees', getSampleRecords('syncMinerFees').toReversed()),
    ],
    [
      'records of a sync without a cursor',
      'syncMinerFees',
      async ({ minerFees }) => minerFees.sync({}),
      createResponse('syncMinerFees', getSampleRecords('syncMinerFees')),
    ],
    [
      'a failure',
      'listWithdrawals',
      async ({ withdrawals }) => withdrawals.list.raw(one),
      getSampleResponse('listWithdrawals', 'failure'),
    ],
  ])('%s', async (_what, _id, ask, response) => {
    const fetch = createService('modern', () => Response.json(response))
    await expect(ask(createClient('modern', { fetch }))).resolves.toBeDefined()
  })
})

test('the contract names the id field of every list that is looked up by ids', () => {
  const lists = Object.values(operations).filter(({ batch, response }) => batch && response.content === 'list')
  expect(lists.map(({ id }) => id)).toHaveLength(4)
  for (const { batch } of lists) expect(batch).toHaveProperty('record')
})
