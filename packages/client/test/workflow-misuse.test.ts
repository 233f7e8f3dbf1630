import { describe, expect, test } from 'vitest'

import { plain } from '../src/plain.ts'
import {
  consume,
  depositFrom,
  follow,
  idBatches,
  memoryCheckpoint,
  memoryPushJournal,
  registerAddresses,
  watchPool,
  withWorkflows,
} from '../src/workflows/index.ts'
import { sourceOf } from './workflow-follow.ts'
import { last, setUp } from './workflow-pending.ts'
import { addresses, options, service } from './workflow-pool.ts'
import { collect, pagingService, refusal } from './workflow-service.ts'

/** What a caller without types may pass. */
const untyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

describe('a list', () => {
  test('of ids is no text alone, whose letters would be looked up', async () => {
    expect(await refusal(idBatches('order-1', { maximum: 100 }))).toMatchObject({
      name: 'TypeError',
      message: 'ids must be a list of texts: pass the list itself, with no object around it.',
    })
  })

  test.each([[[1, 2]], [{ ids: ['a'] }], [null], [['a', null]]])('of ids is not %j', async (given) => {
    const { withdrawals } = withWorkflows(
      plain({ url: 'http://127.0.0.1:4010', fetch: () => Promise.reject(new Error('It was sent.')) }),
    )
    expect(await refusal(withdrawals.list(untyped(given, ['a'])))).toBeInstanceOf(TypeError)
  })

  test.each([['bc1q'], [['a', null]], [[7]]])(
    'of addresses is not %j, and no journal says so',
    async (given) => {
      const journal = memoryPushJournal()
      const one = service()
      expect(
        await refusal(registerAddresses(one, 'BTC', untyped(given, ['a']), options(journal))),
      ).toBeInstanceOf(TypeError)
      expect([one.pushes, await journal.entries()]).toEqual([[], []])
    },
  )

  test.each([[[]], ['BTC'], [['']]])('of coins to watch is not %j', (symbols) => {
    expect(() => watchPool(service(), { symbols: untyped(symbols, ['BTC']), below: 1 })).toThrow(TypeError)
  })
})

describe('an interval', () => {
  const wrong = [-1, 0.5, Number.NaN, Infinity, 2 ** 31]

  test.each(wrong)('of %s would never rest, and is refused before anything is asked', async (interval) => {
    const paging = pagingService([])
    const { pull, options: how } = setUp([last])
    const pool = service({ count: 6000 })
    const waiting = { ...options(), onFull: 'wait', interval } as const
    const moves = [
      collect(follow(sourceOf(paging), { checkpoint: memoryCheckpoint(), interval })),
      consume(pull, { ...how, interval }),
      consume(pull, { ...how, fastInterval: interval }),
      registerAddresses(pool, 'BTC', ['a'], waiting),
    ]
    for (const move of moves) expect(await refusal(move)).toBeInstanceOf(TypeError)
    expect(() => watchPool(pool, { symbols: ['BTC'], below: 1, interval })).toThrow(TypeError)
    expect([paging.calls, pool.state.looks, how.signal?.aborted]).toEqual([[], 0, false])
  })
})

describe('a pool', () => {
  test('that is no number is not enough', async () => {
    const watch = watchPool(
      { available: async ({ symbol }) => ({ symbol, count: Number.NaN }) },
      { symbols: ['BTC'], below: 1, once: true },
    )
    await collect(watch)
    expect(watch.exitCode()).toBe(1)
  })

  test.each(['refuse-from-5000', 'require-over-5000'] as const)(
    'that is no number allows no push under %s',
    async (poolRule) => {
      const one = service({ count: Number.NaN })
      expect(await registerAddresses(one, 'BTC', ['a'], { ...options(), poolRule })).toMatchObject({
        state: 'paused',
      })
    },
  )
})

describe('two runs with one journal', () => {
  test('for the same coin are refused while one of them is under way', async () => {
    const journal = memoryPushJournal()
    const one = service()
    const first = registerAddresses(one, 'BTC', addresses(150), options(journal))
    const second = registerAddresses(one, 'BTC', addresses(150), options(journal))
    expect(await refusal(second)).toMatchObject({ code: 'JOURNAL_IN_USE' })
    await first
    expect(one.registered()).toEqual(addresses(150))
    expect(await registerAddresses(one, 'BTC', addresses(151), options(journal))).toMatchObject({ pushed: 1 })
  })

  test('for two coins go side by side', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await Promise.all(['BTC', 'LTC'].map((symbol) => registerAddresses(one, symbol, ['a'], options(journal))))
    expect(one.pushes.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'LTC'])
  })

  test('may follow each other after one of them failed', async () => {
    const journal = memoryPushJournal()
    const broken = { ...service(), available: () => Promise.reject(new Error('of the service')) }
    await refusal(registerAddresses(broken, 'BTC', ['a'], options(journal)))
    expect(await registerAddresses(service(), 'BTC', ['a'], options(journal))).toMatchObject({ pushed: 1 })
  })
})

describe('outputs', () => {
  const output = {
    symbol: 'BTC',
    txid: 't',
    address_to: 'a',
    amount: '1',
    confirm: 1,
    balance: '0',
    status: 1,
  } as const

  test('may be very many', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ ...output, output: index }))
    expect(depositFrom(many).map(({ amount }) => amount)).toEqual(['200000'])
  })

  test.each([-1, 0.5, Number.NaN, null])('have no place %s in a transaction', (place) => {
    const wrong = { ...output, output: Number.isNaN(place) ? Number.NaN : untyped(place, 0) }
    expect(() => depositFrom([wrong])).toThrow(TypeError)
  })

  test('of 36 digits add up exactly, and a sum of 37 is refused', () => {
    const most = '9'.repeat(36)
    const sum = (...amounts: readonly string[]) =>
      depositFrom(amounts.map((amount) => ({ ...output, amount }))).map(({ amount }) => amount)
    expect(sum('9'.repeat(35), '1')).toEqual([`1${'0'.repeat(35)}`])
    expect(() => sum(most, '1')).toThrow(RangeError)
  })
})
