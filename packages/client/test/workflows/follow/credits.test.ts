import { memoryForTests } from '@custody-wallet/store/sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createFinalCheck } from '../../../src/workflows/follow/round.ts'
import {
  type Change,
  createWorkflowStores,
  follow,
  type FollowOptions,
  type FollowSource,
  memoryCheckpoint,
} from '../../../src/workflows/index.ts'
import {
  collect,
  createInstantTimer,
  createPagingService,
  catchRejection,
  type Row,
} from '../../support/workflow-service.ts'

interface PaymentRow extends Row {
  readonly symbol: string
  readonly txid: string
  readonly request_id: string
}

const start = 1_767_225_600_000
const day = 86_400_000

const createPayment = (id: number, changes: Partial<PaymentRow> = {}): PaymentRow => ({
  id,
  status: 1,
  confirmations: 3,
  updated_at: start,
  symbol: 'BTC',
  txid: `${id}`.padEnd(64, 'f'),
  request_id: '',
  ...changes,
})

/** A service of payments, and the changes of one round of a follower with one checkpoint. */
function createPlatform(...payments: readonly PaymentRow[]) {
  const table = new Map(payments.map((each) => [each.id, each]))
  const service = createPagingService([])
  const source: FollowSource<PaymentRow> = {
    kind: 'text',
    page: 100,
    getId: ({ id }) => id,
    isFinal: createFinalCheck('depositStatus'),
    async fetch(cursor) {
      service.calls.push(cursor)
      return [...table.values()].filter(({ id }) => id > Number(cursor)).slice(0, 100)
    },
  }
  const checkpoint = memoryCheckpoint()
  const runRound = (options: Partial<FollowOptions> = {}) =>
    collect(follow(source, { checkpoint, once: true, ...options }))
  return {
    table,
    source,
    checkpoint,
    round: runRound,
    calls: service.calls,
    put: (...changed: readonly PaymentRow[]) => changed.forEach((each) => table.set(each.id, each)),
    seen: async (options?: Partial<FollowOptions>) => summarize(await runRound(options)),
  }
}

const summarize = (changes: readonly Change<PaymentRow>[]) =>
  changes.map(({ kind, id, isFinal, record }) => `${kind} ${id} ${isFinal} ${record?.status}`)

const waiting = { status: 0, confirmations: 0 }

describe('a credit that the chain undoes', () => {
  test('is undone when its record is pending again, and returned when it is final with another transaction', async () => {
    const { put, seen } = createPlatform(createPayment(1))
    expect(await seen()).toEqual(['new 1 true 1'])
    put(createPayment(1, { ...waiting, txid: 'second' }))
    expect(await seen()).toEqual(['undone 1 false 0'])
    expect(await seen()).toEqual([])
    put(createPayment(1, { ...waiting, confirmations: 2, txid: 'second' }))
    expect(await seen()).toEqual(['changed 1 false 0'])
    put(createPayment(1, { txid: 'second' }))
    expect(await seen()).toEqual(['returned 1 true 1'])
    expect(await seen()).toEqual([])
  })

  test('is undone each time its record is pending again', async () => {
    const { put, seen } = createPlatform(createPayment(1))
    await seen()
    for (const txid of ['second', 'third']) {
      put(createPayment(1, { ...waiting, txid }))
      expect(await seen()).toEqual(['undone 1 false 0'])
      put(createPayment(1, { txid }))
      expect(await seen()).toEqual(['returned 1 true 1'])
    }
  })

  test('is undone when its record is gone, and returned when the record is back', async () => {
    const { put, seen, table } = createPlatform(createPayment(1), createPayment(2))
    await seen()
    table.delete(1)
    expect(await seen()).toEqual(['undone 1 false undefined'])
    expect(await seen()).toEqual([])
    put(createPayment(1, { ...waiting, txid: 'second' }))
    expect(await seen()).toEqual(['changed 1 false 0'])
    put(createPayment(1, { txid: 'second' }))
    expect(await seen()).toEqual(['returned 1 true 1'])
  })

  test('is undone when the last record is gone', async () => {
    const { seen, table } = createPlatform(createPayment(1))
    await seen()
    table.clear()
    expect(await seen()).toEqual(['undone 1 false undefined'])
  })

  test('is undone when it fails, which is final', async () => {
    const { put, seen } = createPlatform(createPayment(1))
    await seen()
    put(createPayment(1, { status: 2 }))
    expect(await seen()).toEqual(['undone 1 true 2'])
    expect(await seen()).toEqual([])
  })

  test('is returned when only its transaction changes', async () => {
    const { put, seen } = createPlatform(createPayment(1))
    await seen()
    put(createPayment(1, { confirmations: 0, txid: 'second' }))
    expect(await seen()).toEqual(['returned 1 true 1'])
    expect(await seen()).toEqual([])
  })

  test('is returned under another id if the request id is the same', async () => {
    const { put, seen, table } = createPlatform(createPayment(1, { request_id: 'order-1' }))
    await seen()
    table.delete(1)
    expect(await seen()).toEqual(['undone 1 false undefined'])
    put(createPayment(2, { ...waiting, request_id: 'order-1' }), createPayment(3, { request_id: 'order-3' }))
    expect(await seen()).toEqual(['new 2 false 0', 'new 3 true 1'])
    put(createPayment(2, { request_id: 'order-1' }))
    expect(await seen()).toEqual(['returned 2 true 1'])
  })

  test('is yielded again after its consumer failed', async () => {
    const { put, seen, source, checkpoint } = createPlatform(createPayment(1))
    await seen()
    put(createPayment(1, waiting))
    const runConsumer = async () => {
      for await (const { kind } of follow(source, { checkpoint, once: true })) throw new Error(kind)
    }
    expect(await catchRejection(runConsumer())).toMatchObject({ message: 'undone' })
    expect(await seen()).toEqual(['undone 1 false 0'])
  })

  test('is typed: its record may be missing', async () => {
    const { source, checkpoint } = createPlatform(createPayment(1))
    for await (const { kind, record } of follow(source, { checkpoint, once: true })) {
      if (kind === 'undone') continue
      expect(record.txid).not.toBe('')
    }
  })
})

test('credits that are booked by their changes equal those of the service, wherever the follower is stopped', async () => {
  const fate = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    status: fc.constantFrom(0, 0, 1, 1, 1, 2, undefined),
    txid: fc.constantFrom('first', 'second'),
  })
  const step = fc.record({
    fates: fc.array(fate, { maxLength: 6 }),
    stopAfter: fc.option(fc.nat(4), { nil: Infinity }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { put, table, source, checkpoint } = createPlatform()
      const booked = new Map<string, string>()
      // Ids ascend, and only a known record can come back.
      const shown = new Set<string>()
      let [newest, version] = [0, 0]
      async function run(stopAfter = Infinity): Promise<void> {
        let count = 0
        for await (const { kind, id, record, isFinal } of follow(source, { checkpoint, once: true })) {
          if (count === stopAfter) return
          count += 1
          shown.add(id)
          if (kind === 'undone') booked.delete(id)
          else if (isFinal && record.status === 1) booked.set(id, record.txid)
        }
      }
      for (const { fates, stopAfter } of steps) {
        for (const { id, status, txid } of fates) {
          // A failed deposit stays failed.
          if (table.get(id)?.status === 2) continue
          version += 1
          if (status === undefined) table.delete(id)
          else if (id > newest || table.has(id) || shown.has(String(id)))
            put(createPayment(id, { status, txid, updated_at: start + version }))
          newest = Math.max(newest, ...table.keys())
        }
        await run(stopAfter)
      }
      await run()
      const credited = [...table.values()].filter(({ status }) => status === 1)
      expect(booked).toEqual(new Map(credited.map(({ id, txid }) => [String(id), txid])))
    }),
    { numRuns: 200 },
  )
})

describe('a credit', () => {
  test.each([
    ['more confirmations alone', { confirmations: 50, updated_at: start + 1 }],
    ['a later time alone', { updated_at: start + 1 }],
  ])('is not yielded again for %s', async (_, changes) => {
    const { put, seen } = createPlatform(createPayment(1))
    await seen()
    put(createPayment(1, changes))
    expect(await seen()).toEqual([])
  })

  test.each([
    [undefined, 100],
    [5, 5],
    [{ BTC: 7, ETH: 64 }, 7],
    [{ ETH: 64 }, 100],
    [{}, 100],
  ] as const)('is read again up to its depth: with %j, %i confirmations', async (depth, confirmations) => {
    const { put, seen, calls, checkpoint } = createPlatform(createPayment(1))
    await seen({ depth })
    put(createPayment(1, { confirmations }))
    await seen({ depth })
    calls.length = 0
    put(createPayment(1, { confirmations: confirmations + 1 }), createPayment(2, waiting))
    expect(await seen({ depth })).toEqual(['new 2 false 0'])
    expect(calls).toEqual(['0', '2'])
    expect((await checkpoint.load())?.credits).toBeUndefined()
    put(createPayment(1, waiting))
    calls.length = 0
    expect(await seen({ depth })).toEqual([])
    expect(calls).toEqual(['1', '2'])
  })

  test.each([-1, 0.5, { BTC: -1 }])('rejects a depth of %j', async (depth) => {
    expect(await catchRejection(createPlatform().round({ depth }))).toBeInstanceOf(TypeError)
  })

  test('that is buried from the start is never read again', async () => {
    const { seen, calls, put } = createPlatform(createPayment(1, { confirmations: 101 }))
    await seen()
    put(createPayment(1, waiting))
    expect(await seen()).toEqual([])
    expect(calls).toEqual(['0', '1', '1'])
  })

  test('is not read again after a day of newer records, because a service may stop counting', async () => {
    const { put, seen, checkpoint } = createPlatform(createPayment(1), createPayment(2, { updated_at: start + day }))
    await seen()
    expect((await checkpoint.load())?.credits?.map(([id]) => id)).toEqual(['1', '2'])
    put(createPayment(3, { updated_at: start + day + 1 }))
    expect(await seen()).toEqual(['new 3 true 1'])
    expect((await checkpoint.load())?.credits?.map(([id]) => id)).toEqual(['2', '3'])
  })

  test.each([
    ['a failed deposit', { status: 2 }],
    ['a record without a transaction', { txid: '' }],
  ])('%s is not one', async (_, changes) => {
    const { put, seen } = createPlatform(createPayment(1, changes))
    await seen()
    put(createPayment(1, waiting))
    expect(await seen()).toEqual([])
  })

  test('is checked in the first round, and then in every sixth round', async () => {
    const { source, table, calls } = createPlatform(createPayment(1))
    const controller = new AbortController()
    const { setTimer } = createInstantTimer((count) => count === 13 && controller.abort())
    const options = { checkpoint: memoryCheckpoint(), setTimer, signal: controller.signal }
    expect(await catchRejection(collect(follow(source, options)))).toMatchObject({ code: 'ABORTED' })
    expect(table.size).toBe(1)
    const rounds = calls.slice(2).flatMap((cursor, index) => (cursor === '0' ? [index] : []))
    expect(rounds).toHaveLength(2)
  })
})

describe('a checkpoint', () => {
  test('saves credits in a few bytes each', async () => {
    const checkpoint = createWorkflowStores(memoryForTests()).checkpoint('deposits')
    const {
      put,
      round: runRound,
      source,
    } = createPlatform(createPayment(1), createPayment(2, { request_id: 'order-2' }))
    await runRound({ checkpoint })
    expect(await checkpoint.load()).toEqual({
      cursor: '2',
      seen: [],
      open: [],
      credits: [
        ['1', `1:${createPayment(1).txid.slice(0, 16)}`, start, ''],
        ['2', `1:${createPayment(2).txid.slice(0, 16)}`, start, 'order-2'],
      ],
    })
    put(createPayment(2, waiting))
    const changes = await collect(follow(source, { checkpoint, once: true }))
    expect(summarize(changes)).toEqual(['undone 2 false 0'])
  })

  test('without credits, of an earlier version, is accepted', async () => {
    const { seen } = createPlatform(createPayment(1), createPayment(2))
    const checkpoint = memoryCheckpoint({ cursor: '1', seen: [], open: [] })
    expect(await seen({ checkpoint })).toEqual(['new 2 true 1'])
  })
})
