import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Change, follow, memoryCheckpoint } from '../src/workflows/index.ts'
import { brief, done, open, round, sourceOf, watchedCheckpoint } from './workflow-follow.ts'
import { pagingService, refusal, type Row, row, rows } from './workflow-service.ts'

describe('a follower', () => {
  test('hands over what is new, and again whatever changes before it is final', async () => {
    const service = pagingService([row(1, done), row(2, open), row(3, 99)])
    const checkpoint = memoryCheckpoint()
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([
      ['new', 1, true],
      ['new', 2, false],
      ['new', 3, false],
    ])
    service.put(row(1, done, 1), row(2, open, 1), row(4, open))
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([
      ['changed', 2, false],
      ['new', 4, false],
    ])
    service.put(row(2, done, 2))
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([['changed', 2, true]])
    service.put(row(2, done, 3))
    expect((await round(service, { checkpoint })).changes).toEqual([])
  })

  test.each([
    ['status', { status: 4 }],
    ['confirmations', { confirmations: 7 }],
    ['updated_at', { updated_at: 7 }],
  ])('sees a change of %s alone', async (_, change) => {
    const service = pagingService([row(1, open)])
    const checkpoint = memoryCheckpoint()
    await round(service, { checkpoint })
    service.put({ ...row(1, open), ...change })
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([['changed', 1, false]])
  })

  test.each([
    ['the record', ({ record }: Change<Row>) => Object.assign(record, { confirmations: 6 })],
    ['the change', (change: Change<Row>) => Object.assign(change, { kind: 'changed', final: true })],
  ])('keeps what it handed over, whatever its consumer makes of %s', async (_, alter) => {
    const service = pagingService([row(1, open)])
    const checkpoint = memoryCheckpoint()
    for await (const change of follow(sourceOf(service), { checkpoint, once: true })) alter(change)
    service.put({ ...row(1, open), confirmations: 6 })
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([['changed', 1, false]])
  })

  test('saves a change only when the next one is asked for', async () => {
    const { checkpoint, saved } = watchedCheckpoint()
    const changes = follow(sourceOf(pagingService(rows(3, open))), { checkpoint, once: true })
    await changes.next()
    await changes.next()
    expect(saved).toEqual([])
    await changes.return(undefined)
    expect(saved.map(({ cursor, open: those }) => [cursor, those.length])).toEqual([['1', 1]])
  })

  test('hands over again what its consumer failed on', async () => {
    const service = pagingService(rows(3))
    const { checkpoint } = watchedCheckpoint()
    const consumer = async (): Promise<void> => {
      for await (const { record } of follow(sourceOf(service), { checkpoint, once: true }))
        if (record.id === 2) throw new Error('of the consumer')
    }
    expect(await refusal(consumer())).toMatchObject({ message: 'of the consumer' })
    expect(brief((await round(service, { checkpoint })).changes).map(([, id]) => id)).toEqual([2, 3])
  })

  test('hands over every last version at least once, whatever grows, changes and comes late, wherever it is stopped', async () => {
    const step = fc.record({
      changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(0, 0, 0, 1, 4)), {
        maxLength: 8,
      }),
      grows: fc.nat(9),
      late: fc.option(fc.nat(3), { nil: undefined }),
      stopAfter: fc.option(fc.nat(6), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, page) => {
          const service = pagingService([], { page, order: (those) => those.toReversed() })
          const checkpoint = memoryCheckpoint()
          const given = new Map<number, Row>()
          let next = 1
          async function run(stopAfter = Infinity): Promise<void> {
            let count = 0
            for await (const { record } of follow(sourceOf(service, page), {
              checkpoint,
              once: true,
              overlap: 5,
            })) {
              count += 1
              if (count > stopAfter) return
              given.set(record.id, record)
            }
          }
          for (const { changes, grows, late, stopAfter } of steps) {
            const missing = late === undefined ? undefined : next + late
            for (let more = 0; more < grows; more += 1, next += 1)
              if (next !== missing) service.put(row(next, open))
            for (const [id, status] of changes) {
              const now = service.table.get(id)
              if (now && now.status !== done) service.put(row(id, status, now.confirmations + 1))
            }
            await run(stopAfter)
            if (missing !== undefined && missing < next && missing >= next - 5)
              service.put(row(missing, open))
          }
          await run()
          expect(given).toEqual(service.table)
        },
      ),
      { numRuns: 60 },
    )
  })
})
