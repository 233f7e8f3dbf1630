import fc from 'fast-check'
import { describe, expect, test, expectTypeOf } from 'vitest'

import { createFinalCheck } from '../../../src/workflows/follow/round.ts'
import { type Change, follow, memoryCheckpoint, type FollowProgress } from '../../../src/workflows/index.ts'
import { summarize, done, open, runRound, createSource, createWatchedCheckpoint } from '../../support/follower.ts'
import {
  createPagingService,
  catchRejection,
  type Row,
  createRow,
  createRows,
  createInstantTimer,
} from '../../support/workflow-service.ts'

describe('a follower', () => {
  test('yields new records, and each change until it is final', async () => {
    const service = createPagingService([createRow(1, done), createRow(2, open), createRow(3, 99)])
    const checkpoint = memoryCheckpoint()
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([
      ['new', 1, true],
      ['new', 2, false],
      ['new', 3, false],
    ])
    service.put(createRow(1, done, 1), createRow(2, open, 1), createRow(4, open))
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([
      ['changed', 2, false],
      ['new', 4, false],
    ])
    service.put(createRow(2, done, 2))
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([['changed', 2, true]])
    service.put(createRow(2, done, 3))
    expect((await runRound(service, { checkpoint })).changes).toEqual([])
  })

  test.each([
    ['status', { status: 4 }],
    ['confirmations', { confirmations: 7 }],
    ['updated_at', { updated_at: 7 }],
  ])('yields a change of only %s', async (_, change) => {
    const service = createPagingService([createRow(1, open)])
    const checkpoint = memoryCheckpoint()
    await runRound(service, { checkpoint })
    service.put({ ...createRow(1, open), ...change })
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([['changed', 1, false]])
  })

  test.each([
    ['the record', ({ record }: Change<Row>) => Object.assign(record ?? {}, { confirmations: 6 })],
    ['the change', (change: Change<Row>) => Object.assign(change, { kind: 'changed', isFinal: true })],
  ])('is not affected when its consumer changes %s', async (_, alter) => {
    const service = createPagingService([createRow(1, open)])
    const checkpoint = memoryCheckpoint()
    for await (const change of follow(createSource(service), { checkpoint, once: true })) alter(change)
    service.put({ ...createRow(1, open), confirmations: 6 })
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([['changed', 1, false]])
  })

  test('saves a change only when the next one is requested', async () => {
    const { checkpoint, saved } = createWatchedCheckpoint()
    const changes = follow(createSource(createPagingService(createRows(3, open))), { checkpoint, once: true })
    await changes.next()
    await changes.next()
    expect(saved).toEqual([])
    await changes.return(undefined)
    expect(saved.map(({ cursor, open: those }) => [cursor, those.length])).toEqual([['1', 1]])
  })

  test('yields a change again after its consumer failed', async () => {
    const service = createPagingService(createRows(3))
    const { checkpoint } = createWatchedCheckpoint()
    const runConsumer = async (): Promise<void> => {
      for await (const { id } of follow(createSource(service), { checkpoint, once: true }))
        if (id === '2') throw new Error('of the consumer')
    }
    expect(await catchRejection(runConsumer())).toMatchObject({ message: 'of the consumer' })
    expect(summarize((await runRound(service, { checkpoint })).changes).map(([, id]) => id)).toEqual([2, 3])
  })

  test('yields every latest version at least once while records are added, change and arrive late, wherever it is stopped', async () => {
    const step = fc.record({
      changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(0, 0, 0, 1, 4)), {
        maxLength: 8,
      }),
      grows: fc.nat(9),
      late: fc.option(fc.nat(3), { nil: undefined }),
      stopAfter: fc.option(fc.nat(6), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 7 }), async (steps, page) => {
        const service = createPagingService([], { page, order: (those) => those.toReversed() })
        const checkpoint = memoryCheckpoint()
        const given = new Map<number, Row>()
        let next = 1
        async function run(stopAfter = Infinity): Promise<void> {
          let count = 0
          for await (const { record } of follow(createSource(service, page), {
            checkpoint,
            once: true,
            overlap: 5,
          })) {
            count += 1
            if (count > stopAfter) return
            if (record) given.set(record.id, record)
          }
        }
        for (const { changes, grows, late, stopAfter } of steps) {
          const missing = late === undefined ? undefined : next + late
          for (let more = 0; more < grows; more += 1, next += 1)
            if (next !== missing) service.put(createRow(next, open))
          for (const [id, status] of changes) {
            const now = service.table.get(id)
            if (now && now.status !== done) service.put(createRow(id, status, now.confirmations + 1))
          }
          await run(stopAfter)
          if (missing !== undefined && missing < next && missing >= next - 5) service.put(createRow(missing, open))
        }
        await run()
        expect(given).toEqual(service.table)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a long run', () => {
  test('continues round by round, with the interval between them, until it is aborted', async () => {
    const service = createPagingService(createRows(1))
    const controller = new AbortController()
    const { setTimer, waits } = createInstantTimer((count) => {
      service.put(createRow(count + 1))
      if (count === 3) controller.abort()
    })
    const seen: number[] = []
    const run = async (): Promise<void> => {
      const options = { checkpoint: memoryCheckpoint(), interval: 500, setTimer, signal: controller.signal }
      for await (const { id } of follow(createSource(service), options)) seen.push(Number(id))
    }
    expect(await catchRejection(run())).toMatchObject({ code: 'ABORTED' })
    expect(seen).toEqual([1, 2, 3])
    expect(waits).toEqual([500, 500, 500])
  })

  test('reports its progress', async () => {
    const seen: FollowProgress[] = []
    const onProgress = (progress: FollowProgress) => seen.push(progress)
    await runRound(createPagingService(createRows(150, open)), { checkpoint: memoryCheckpoint(), onProgress })
    expect(seen).toEqual([
      { round: 1, readings: 1, cursor: '100', open: 100 },
      { round: 1, readings: 2, cursor: '150', open: 150 },
      { round: 1, readings: 3, cursor: '150', open: 150 },
    ])
  })

  test('reads an overlap again, yields each record once, and keeps only the ids of the overlap', async () => {
    const service = createPagingService(createRows(30).filter(({ id }) => id !== 25))
    const { checkpoint, saved } = createWatchedCheckpoint()
    await runRound(service, { checkpoint, overlap: 10 })
    expect(saved.at(-1)?.seen).toHaveLength(9)
    service.put(createRow(25))
    expect(summarize((await runRound(service, { checkpoint, overlap: 10 })).changes)).toEqual([['new', 25, true]])
    expect((await runRound(service, { checkpoint, overlap: 10 })).changes).toEqual([])
  })

  test('begins at `from` without a saved state', async () => {
    const { changes } = await runRound(createPagingService(createRows(5)), {
      checkpoint: memoryCheckpoint(),
      from: 3,
    })
    expect(summarize(changes).map(([, id]) => id)).toEqual([4, 5])
  })

  test('ends with the error of the service without losing a change', async () => {
    const service = createPagingService(createRows(250), {
      beforeCall: (call) => {
        if (call === 2) throw new Error('of the service')
      },
    })
    const { checkpoint, saved } = createWatchedCheckpoint()
    expect(await catchRejection(runRound(service, { checkpoint }))).toMatchObject({
      message: 'of the service',
    })
    expect(saved.at(-1)?.cursor).toBe('100')
    expect((await runRound(service, { checkpoint })).changes).toHaveLength(150)
  })

  test('ends with an error when the service ignores the cursor', async () => {
    const service = { ...createPagingService([]), fetch: async () => createRows(100) }
    expect(await catchRejection(runRound(service, { checkpoint: memoryCheckpoint() }))).toMatchObject({
      code: 'CURSOR_STUCK',
    })
  })
})

describe('finality', () => {
  test('is that of the known values; an unknown status is not final', () => {
    expect([0, 1, 2, 4, 7, 99].filter((status) => createFinalCheck('depositStatus')({ status }))).toEqual([1, 2])
    expect(createFinalCheck('stakingStatus')({ status: 2000 })).toBe(false)
  })

  test('can be set by the source', () => {
    expect([1, 7].filter((status) => createFinalCheck('depositStatus', [7])({ status }))).toEqual([7])
  })

  test('is typed', () => {
    expectTypeOf(follow(createSource(createPagingService([])), { checkpoint: memoryCheckpoint() })).toEqualTypeOf<
      AsyncGenerator<Change<Row>, undefined>
    >()
    // @ts-expect-error -- there is no such state
    void (() => createFinalCheck('moodStatus'))
  })
})

describe('a service with shorter pages than documented', () => {
  test('does not hide changes of known records after a short page', async () => {
    const records = createRows(250, open)
    const checkpoint = memoryCheckpoint()
    await runRound(createPagingService(records), { checkpoint })
    const service = createPagingService(records, { page: 40 })
    service.put(createRow(90, open, 1), createRow(250, open, 1), createRow(251, open))
    expect(summarize((await runRound(service, { checkpoint })).changes)).toEqual([
      ['changed', 90, false],
      ['changed', 250, false],
      ['new', 251, false],
    ])
  })

  test('ends a round when all known records are gone', async () => {
    const checkpoint = memoryCheckpoint()
    await runRound(createPagingService(createRows(250, open)), { checkpoint })
    expect((await runRound(createPagingService(createRows(40, open)), { checkpoint })).calls).toEqual(['0', '40'])
    expect((await runRound(createPagingService([]), { checkpoint })).calls).toEqual(['0'])
  })
})
