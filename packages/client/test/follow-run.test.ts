import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type Change,
  finalStatus,
  follow,
  type FollowProgress,
  memoryCheckpoint,
} from '../src/workflows/index.ts'
import { brief, open, round, sourceOf, watchedCheckpoint } from './workflow-follow.ts'
import { instantTimer, pagingService, refusal, type Row, row, rows } from './workflow-service.ts'

describe('a long run', () => {
  test('goes on round by round, with the interval between them, until it is aborted', async () => {
    const service = pagingService(rows(1))
    const controller = new AbortController()
    const { setTimer, waits } = instantTimer((count) => {
      service.put(row(count + 1))
      if (count === 3) controller.abort()
    })
    const seen: number[] = []
    const run = async (): Promise<void> => {
      const options = { checkpoint: memoryCheckpoint(), interval: 500, setTimer, signal: controller.signal }
      for await (const { record } of follow(sourceOf(service), options)) seen.push(record.id)
    }
    expect(await refusal(run())).toMatchObject({ code: 'ABORTED' })
    expect(seen).toEqual([1, 2, 3])
    expect(waits).toEqual([500, 500, 500])
  })

  test('tells how far it has come', async () => {
    const seen: FollowProgress[] = []
    const onProgress = (progress: FollowProgress) => seen.push(progress)
    await round(pagingService(rows(150, open)), { checkpoint: memoryCheckpoint(), onProgress })
    expect(seen).toEqual([
      { round: 1, readings: 1, cursor: '100', open: 100 },
      { round: 1, readings: 2, cursor: '150', open: 150 },
    ])
  })

  test('reads an overlap again, hands over nothing of it twice, and keeps no more of it than that', async () => {
    const service = pagingService(rows(30).filter(({ id }) => id !== 25))
    const { checkpoint, saved } = watchedCheckpoint()
    await round(service, { checkpoint, overlap: 10 })
    expect(saved.at(-1)?.seen).toHaveLength(9)
    service.put(row(25))
    expect(brief((await round(service, { checkpoint, overlap: 10 })).changes)).toEqual([['new', 25, true]])
    expect((await round(service, { checkpoint, overlap: 10 })).changes).toEqual([])
  })

  test('begins where it is told to when nothing was saved', async () => {
    const { changes } = await round(pagingService(rows(5)), { checkpoint: memoryCheckpoint(), from: 3 })
    expect(brief(changes).map(([, id]) => id)).toEqual([4, 5])
  })

  test('ends with the error of the service, and loses nothing', async () => {
    const service = pagingService(rows(250), {
      beforeCall: (call) => {
        if (call === 2) throw new Error('of the service')
      },
    })
    const { checkpoint, saved } = watchedCheckpoint()
    expect(await refusal(round(service, { checkpoint }))).toMatchObject({ message: 'of the service' })
    expect(saved.at(-1)?.cursor).toBe('100')
    expect((await round(service, { checkpoint })).changes).toHaveLength(150)
  })

  test('does not spin when the service ignores the cursor', async () => {
    const service = { ...pagingService([]), fetch: async () => rows(100) }
    expect(await refusal(round(service, { checkpoint: memoryCheckpoint() }))).toMatchObject({
      code: 'CURSOR_STUCK',
    })
  })
})

describe('finality', () => {
  test('comes from the known values, and a status that is not known is never final', () => {
    expect([0, 1, 2, 4, 7, 99].filter((status) => finalStatus('depositStatus')({ status }))).toEqual([1, 2])
    expect(finalStatus('stakingStatus')({ status: 2000 })).toBe(false)
  })

  test('can be set', () => {
    expect([1, 7].filter((status) => finalStatus('depositStatus', [7])({ status }))).toEqual([7])
  })

  test('is typed', () => {
    expectTypeOf(follow(sourceOf(pagingService([])), { checkpoint: memoryCheckpoint() })).toEqualTypeOf<
      AsyncGenerator<Change<Row>, undefined>
    >()
    // @ts-expect-error -- there is no such state
    void (() => finalStatus('moodStatus'))
  })
})

describe('a service whose pages become shorter than it says', () => {
  test('hides no change of a record that is known to stand behind one', async () => {
    const records = rows(250, open)
    const checkpoint = memoryCheckpoint()
    await round(pagingService(records), { checkpoint })
    const service = pagingService(records, { page: 40 })
    service.put(row(90, open, 1), row(250, open, 1), row(251, open))
    expect(brief((await round(service, { checkpoint })).changes)).toEqual([
      ['changed', 90, false],
      ['changed', 250, false],
      ['new', 251, false],
    ])
  })

  test('ends a round where all that was known is gone', async () => {
    const checkpoint = memoryCheckpoint()
    await round(pagingService(rows(250, open)), { checkpoint })
    expect((await round(pagingService(rows(40, open)), { checkpoint })).calls).toEqual(['0', '40'])
    expect((await round(pagingService([]), { checkpoint })).calls).toEqual(['0'])
  })
})
