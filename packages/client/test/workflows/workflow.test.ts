import { describe, expect, test } from 'vitest'

import { createPlainClient } from '../../src/plain.ts'
import { createIdBatches } from '../../src/workflows/batches/id-batches.ts'
import {
  consume,
  follow,
  memoryCheckpoint,
  registerAddresses,
  watchPool,
  withWorkflows,
} from '../../src/workflows/index.ts'
import { createOptions, createAddressService } from '../support/address-service.ts'
import { createSource } from '../support/follower.ts'
import { last, setUp } from '../support/pending-withdrawals.ts'
import { collect, createPagingService, catchRejection } from '../support/workflow-service.ts'

/** A value that the types forbid. */
const toUntyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

test('a string instead of ids is rejected, because its characters would be looked up', async () => {
  expect(await catchRejection(createIdBatches('order-1', { maximum: 100 }))).toMatchObject({
    name: 'TypeError',
    message: 'ids must be a list of strings. Pass the list itself, not an object that contains it.',
  })
})

test.each([[[1, 2]], [{ ids: ['a'] }], [null], [['a', null]]])('ids of %j are rejected', async (given) => {
  const { withdrawals } = withWorkflows(
    createPlainClient({
      url: 'http://127.0.0.1:4010',
      fetch: () => Promise.reject(new Error('It was sent.')),
    }),
  )
  expect(await catchRejection(withdrawals.list(toUntyped(given, ['a'])))).toBeInstanceOf(TypeError)
})

describe('an interval', () => {
  const wrong = [-1, 0.5, Number.NaN, Infinity, 2 ** 31]

  test.each(wrong)('of %s is rejected before the first call', async (interval) => {
    const paging = createPagingService([])
    const { pull, options: how } = setUp([last])
    const pool = createAddressService({ count: 6000 })
    const waiting = { ...createOptions(), onFull: 'wait', interval } as const
    const runs = [
      collect(follow(createSource(paging), { checkpoint: memoryCheckpoint(), interval })),
      consume(pull, { ...how, interval }),
      consume(pull, { ...how, fastInterval: interval }),
      registerAddresses(pool, 'BTC', ['a'], waiting),
    ]
    for (const run of runs) expect(await catchRejection(run)).toBeInstanceOf(TypeError)
    expect(() => watchPool(pool, { symbols: ['BTC'], below: 1, interval })).toThrow(TypeError)
    expect([paging.calls, pool.state.looks, how.signal?.aborted]).toEqual([[], 0, false])
  })
})
