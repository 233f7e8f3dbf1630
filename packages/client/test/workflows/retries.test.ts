import { describe, expect, test } from 'vitest'

import { TransportError } from '../../src/index.ts'
import {
  consume,
  type Failure,
  follow,
  type FollowProgress,
  LookUpError,
  memoryCheckpoint,
  watchPool,
} from '../../src/workflows/index.ts'
import { summarize, done, open, createSource } from '../support/follower.ts'
import { rejected, createOutage } from '../support/outages.ts'
import { createPage, setUp } from '../support/pending-withdrawals.ts'
import {
  collect,
  createInstantTimer,
  createPagingService,
  catchRejection,
  createRow,
  type Row,
} from '../support/workflow-service.ts'

/** The range of the wait after a number of failures in a row. */
const computeRange = (failures: number): readonly [number, number] => {
  const most = Math.min(60_000, 1000 * 2 ** (failures - 1))
  return [most / 2, most]
}

function expectBackoff(waits: readonly number[]): void {
  for (const [index, wait] of waits.entries()) {
    const [least, most] = computeRange(index + 1)
    expect(wait).toBeGreaterThanOrEqual(least)
    expect(wait).toBeLessThanOrEqual(most)
  }
}

/** Runs each workflow. Its calls fail with the given errors, and then succeed until the signal fires. */
const workflows = {
  follow: ({ errors, signal, setTimer, abort, ...limits }: Run) => {
    const reports: FollowProgress[] = []
    const fetch = async (): Promise<readonly Row[]> => runNext(errors, abort) ?? []
    const source = { ...createSource(createPagingService([])), fetch }
    const onProgress = (progress: FollowProgress) => reports.push(progress)
    const how = { checkpoint: memoryCheckpoint(), signal, setTimer, onProgress, ...limits }
    return {
      ended: collect(follow(source, how)),
      failures: () => reports.flatMap(({ failure }) => failure ?? []),
    }
  },
  watchPool: ({ errors, signal, setTimer, abort, ...limits }: Run) => {
    const available = async ({ symbol }: { readonly symbol: string }) => runNext(errors, abort) ?? { symbol, count: 9 }
    const watch = watchPool({ available }, { symbols: ['BTC'], below: 1, signal, setTimer, ...limits })
    const events: unknown[] = []
    const run = async () => {
      for await (const event of watch) if (event.kind === 'unknown') events.push(event)
    }
    return { ended: run(), failures: () => events }
  },
  consume: ({ errors, signal, setTimer, abort, ...limits }: Run) => {
    const { options, events } = setUp([])
    const pull = async () => runNext(errors, abort) ?? createPage()
    return {
      ended: consume(pull, { ...options, signal, setTimer, ...limits }),
      failures: () => events.filter(({ kind }) => kind === 'pull-failed'),
    }
  },
}

interface Run {
  readonly errors: Error[]
  readonly signal: AbortSignal
  readonly setTimer: ReturnType<typeof createInstantTimer>['setTimer']
  readonly abort: () => void
  readonly maxFailures?: number
}

/** Throws the next error. Aborts after the last one. */
function runNext(errors: Error[], abort: () => void): undefined {
  const error = errors.shift()
  if (error) throw error
  abort()
}

function start(name: keyof typeof workflows, errors: readonly Error[], limits: { maxFailures?: number } = {}) {
  const controller = new AbortController()
  const { setTimer, waits } = createInstantTimer()
  const abort = () => controller.abort()
  const run = workflows[name]({ errors: [...errors], signal: controller.signal, setTimer, abort, ...limits })
  return { ...run, waits }
}

const names = ['follow', 'watchPool', 'consume'] as const

describe.each(names)('%s', (name) => {
  test('retries after 0.5 to 1 second, doubled up to a minute, and reports each failure', async () => {
    const errors = Array.from({ length: 12 }, () => createOutage())
    const { ended, failures, waits } = start(name, errors)
    await catchRejection(ended) // the signal ends two of the workflows with an error
    expectBackoff(waits.slice(0, 12))
    expect(failures()).toMatchObject(errors.map((error, index) => ({ failures: index + 1, error, wait: waits[index] })))
  })

  test('waits for the time of Retry-After, up to a minute', async () => {
    const { ended, waits } = start(name, [createOutage(7000), createOutage(3_600_000)])
    await catchRejection(ended)
    expect(waits.slice(0, 2)).toEqual([7000, 60_000])
  })

  test.each([Number.NaN, -1])('ignores a Retry-After of %s', async (retryAfter) => {
    const { ended, waits } = start(name, [createOutage(retryAfter)])
    await catchRejection(ended)
    expect(waits[0]).toBeGreaterThanOrEqual(500)
    expect(waits[0]).toBeLessThanOrEqual(1000)
  })

  test.each([rejected, new Error('of the source')])('ends immediately with %s, and reports it', async (error) => {
    const { ended, failures, waits } = start(name, [error])
    expect(await catchRejection(ended)).toBe(error)
    expect([waits, failures()]).toMatchObject([[], [{ failures: 1, error }]])
  })

  test('ends with the last error after maxFailures failures in a row', async () => {
    const errors = [createOutage(), createOutage(), createOutage()]
    const { ended, failures } = start(name, errors, { maxFailures: 3 })
    expect(await catchRejection(ended)).toBe(errors[2])
    expect(failures()).toHaveLength(3)
  })

  test.each([0, -1, 1.5])('rejects maxFailures of %s', async (maxFailures) => {
    expect(await catchRejection((async () => start(name, [], { maxFailures }).ended)())).toBeInstanceOf(TypeError)
  })
})

test('follow loses no change in an outage of one minute', async () => {
  const controller = new AbortController()
  // The last failure comes before 70 s, and the longest wait is 60 s.
  const time = createInstantTimer((_count, now) => now > 140_000 && controller.abort())
  const isOut = () => time.clock() >= 10_000 && time.clock() < 70_000
  const service = createPagingService([createRow(1, open)], {
    beforeCall: () => {
      if (time.clock() >= 30_000) service.put(createRow(1, done, 3), createRow(2, open))
      if (time.clock() >= 50_000) service.put(createRow(2, done, 6), createRow(3, done))
      if (isOut()) throw createOutage()
    },
  })
  const failures: Failure[] = []
  const checkpoint = memoryCheckpoint()
  const options = {
    checkpoint,
    signal: controller.signal,
    setTimer: time.setTimer,
    onProgress: ({ failure }: FollowProgress) => failure && failures.push(failure),
  }
  const changes: unknown[] = []
  const run = async () => {
    for await (const change of follow(createSource(service), options)) {
      changes.push(...summarize([change]))
      expect((await checkpoint.load())?.cursor ?? '0').not.toBe('3')
    }
  }
  expect(await catchRejection(run())).toMatchObject({ code: 'ABORTED' })
  expect(changes).toEqual([
    ['new', 1, false],
    ['changed', 1, true],
    ['new', 2, true],
    ['new', 3, true],
  ])
  expect(failures.length).toBeGreaterThan(5)
  expect(failures.every(({ error, wait }) => error instanceof TransportError && wait !== undefined)).toBe(true)
})

test('follow reads only the failed page again', async () => {
  const errors = [undefined, createOutage()]
  const service = createPagingService(
    Array.from({ length: 250 }, (_, index) => createRow(index + 1)),
    {
      beforeCall: () => {
        const error = errors.shift()
        if (error) throw error
      },
    },
  )
  const controller = new AbortController()
  const { setTimer } = createInstantTimer((_count, now) => now > 5000 && controller.abort())
  const options = { checkpoint: memoryCheckpoint(), signal: controller.signal, setTimer }
  expect(await catchRejection(collect(follow(createSource(service), options)))).toMatchObject({
    code: 'ABORTED',
  })
  expect(service.calls).toEqual(['0', '100', '100', '200', '250'])
})

test('watchPool checks the other coins while the check of one fails', async () => {
  const controller = new AbortController()
  const { setTimer, waits } = createInstantTimer()
  const available = async ({ symbol }: { readonly symbol: string }) => {
    if (symbol === 'BTC') throw createOutage()
    return { symbol, count: 9 }
  }
  const watch = watchPool({ available }, { symbols: ['BTC', 'LTC'], below: 1, setTimer, signal: controller.signal })
  const seen: string[] = []
  const run = async () => {
    for await (const { symbol, kind } of watch) if (seen.push(`${symbol} ${kind}`) === 6) controller.abort()
  }
  expect(await catchRejection(run())).toMatchObject({ code: 'ABORTED' })
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['BTC unknown', 'LTC enough']).flat())
  expectBackoff(waits)
})

test('with `once`, a failed call is not retried', async () => {
  const { setTimer, waits } = createInstantTimer()
  const service = createPagingService([], {
    beforeCall: () => {
      throw createOutage()
    },
  })
  const how = { once: true, setTimer, checkpoint: memoryCheckpoint() }
  expect(await catchRejection(collect(follow(createSource(service), how)))).toMatchObject({
    code: 'CONNECTION_FAILED',
  })
  expect([service.calls, waits]).toEqual([['0'], []])
})

test.each([
  ['every error is retryable', [createOutage(), createOutage(5000)], true],
  ['one error is not', [createOutage(), rejected], false],
])('a look-up that failed in part is retryable if %s', (_, errors, retryable) => {
  const failed = errors.map((error, index) => ({ ids: [`${index}`], error }))
  const outcome = { found: [], missing: [], failed, remaining: [] }
  expect(new LookUpError('BATCH_PARTIAL', outcome).retryable).toBe(retryable)
  expect(new LookUpError('ABORTED', outcome).retryable).toBe(false)
})
