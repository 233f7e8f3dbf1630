// Answers that the service wrote for another call, or that somebody put together from parts of several.
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import type { Resources } from '../../src/generated/resources.ts'
import type { Custody } from '../../src/index.ts'
import { plain } from '../../src/plain.ts'
import { failureOf } from '../support/failures.ts'
import { answerOf } from '../support/samples.ts'
import { address, clientOf, profileNames, serviceOf } from '../support/service.ts'
import {
  answerWith,
  changed,
  type Id,
  list,
  mismatches,
  one,
  orders,
  recordsOf,
  twice,
} from './mismatch-samples.ts'

describe.each([...profileNames, 'plain'] as const)('under %s', (name) => {
  const clientFor = (respond: () => Response): Resources =>
    name === 'plain'
      ? plain({ url: address, fetch: async () => respond() })
      : clientOf(name, { fetch: serviceOf(name, respond) })

  test.each(Object.entries(mismatches))('%s is rejected by its place', async (_what, mismatch) => {
    const { id, ask, answer, pointer, message } = mismatch
    let asked = 0
    const client = clientFor(() => {
      asked += 1
      return Response.json(answer(recordsOf(id)))
    })
    const error = await failureOf(ask(client))
    expect(error).toMatchObject({
      name: 'AnswerError',
      code: 'ANSWER_MISMATCHED',
      operation: id,
      assurance: 'none',
      retryable: false,
    })
    expect(error.context).toMatchObject({ issues: expect.arrayContaining([{ pointer, message }]) })
    expect(asked).toBe(1)
  })

  test('the raw call rejects it, too', async () => {
    const { withdrawals } = clientFor(() => Response.json(answerOf('listWithdrawals', 'typical')))
    expect(await failureOf(withdrawals.list.raw(one))).toMatchObject({ code: 'ANSWER_MISMATCHED' })
  })

  test('the text of an answer is not compared with a parameter of its name', async () => {
    const { withdrawals } = clientFor(() => Response.json({ code: 0, msg: 'success' }))
    const cancelled = withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'a reason' })
    await expect(cancelled).resolves.toBeUndefined()
  })
})

test('the error names at most ten places and no values', async () => {
  const fetch = serviceOf('modern', () =>
    Response.json(
      changed('syncDeposits', { id: 5 })(
        Array.from({ length: 60 }, () => recordsOf('syncDeposits')[0] ?? {}),
      ),
    ),
  )
  const error = await failureOf(clientOf('modern', { fetch }).deposits.sync({ max_id: '771205' }))
  expect(error.context).toMatchObject({ issues: { length: 10 } })
  expect(error.message).not.toContain('771205')
})

describe('the comparison accepts', () => {
  test.each<readonly [string, Id, (custody: Custody) => Promise<unknown>, unknown]>([
    [
      'fewer records than ids',
      'listWithdrawals',
      list(orders),
      answerWith('listWithdrawals', recordsOf('listWithdrawals').slice(1)),
    ],
    [
      'two records of one id',
      'listWithdrawals',
      list(one),
      changed('listWithdrawals', { request_id: one.ids[0] })(recordsOf('listWithdrawals')),
    ],
    [
      'a record as often as its id was asked for',
      'listWithdrawals',
      list({ ids: [...orders.ids, orders.ids[0] ?? ''] }),
      twice('listWithdrawals')(recordsOf('listWithdrawals')),
    ],
    [
      'records in any order',
      'syncMinerFees',
      async ({ minerFees }) => minerFees.sync({ max_id: 33_119 }),
      answerWith('syncMinerFees', recordsOf('syncMinerFees').toReversed()),
    ],
    [
      'records of a sync without a cursor',
      'syncMinerFees',
      async ({ minerFees }) => minerFees.sync({}),
      answerWith('syncMinerFees', recordsOf('syncMinerFees')),
    ],
    [
      'a failure',
      'listWithdrawals',
      async ({ withdrawals }) => withdrawals.list.raw(one),
      answerOf('listWithdrawals', 'failure'),
    ],
  ])('%s', async (_what, _id, ask, answer) => {
    const fetch = serviceOf('modern', () => Response.json(answer))
    await expect(ask(clientOf('modern', { fetch }))).resolves.toBeDefined()
  })
})

test('the contract names the id member of every list that answers ids', () => {
  const lists = Object.values(operations).filter(({ batch, answer }) => batch && answer.content === 'list')
  expect(lists.map(({ id }) => id)).toHaveLength(4)
  for (const { batch } of lists) expect(batch).toHaveProperty('record')
})
