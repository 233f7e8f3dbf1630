// Concurrent operations on the thread pool compared with sequential ones, and their effect on timers.
import type { Work } from '../../compare.ts'
import { atLeast, atMost, lessThan, type Figure, createFigure } from '../../figure.ts'
import { computeMedian, measureMedian } from '../../measure.ts'
import { createBareSigning } from './bare.ts'
import { context, type Keys, createRequestEnvelopes, createSides, suiteOptions } from './messages.ts'

const rounds = 9

export async function* measureLoads(keys: Keys): AsyncGenerator<Figure> {
  const bare = await compareWorks(createBareSigning(keys))
  // Below 1.7, this machine has no free second core, and the figures below mean little.
  yield createFigure('encryption.load.bare.speed', bare.speed, 'ratio')
  const alone = await createRequestEnvelopes(createSides('modern', keys, 'inline'), '2KB')
  const pooled = await createRequestEnvelopes(createSides('modern', keys, 'pool'), '2KB')
  for (const work of ['seal', 'open'] as const) {
    const { speed, cpu, delay } = await compareWorks({ alone: alone[work], pooled: pooled[work] })
    yield createFigure(`encryption.load.${work}.speed`, speed, 'ratio', atLeast(1.6))
    yield createFigure(`encryption.load.${work}.cpu`, cpu, 'ratio', atMost(1.12))
    yield createFigure(`encryption.load.${work}.late`, delay, 'ms', lessThan(10))
  }
  const sealBlocks = await createBlockSeal(keys)
  const delay = await measureMedian(rounds, async () => (await runTogether(sealBlocks)).delay)
  yield createFigure('encryption.load.blocks.late', delay, 'ms', lessThan(10))
}

async function compareWorks(works: { readonly alone: Work; readonly pooled: Work }) {
  // The first use imports the keys for the pool.
  await runTogether(works.pooled)
  const pairs: (readonly [StretchResult, StretchResult])[] = []
  while (pairs.length < rounds)
    pairs.push([await runStretch(works.alone, { concurrency: 1, seconds: 0.5 }), await runTogether(works.pooled)])
  return {
    speed: computeMedian(pairs.map(([one, many]) => many.rate / one.rate)),
    cpu: computeMedian(pairs.map(([one, many]) => many.cpu / one.cpu)),
    delay: computeMedian(pairs.map(([, many]) => many.delay)),
  }
}

const runTogether = (work: Work): Promise<StretchResult> => runStretch(work, { concurrency: 16, seconds: 0.5 })

// Blocks of type 1 have no asynchronous form: 88 of them would block the event loop for 22 ms.
async function createBlockSeal(keys: Keys): Promise<Work> {
  const sides = createSides('classic', keys, 'pool')
  const { plaintext } = (await createRequestEnvelopes(sides, '20KB')).message
  return () => sides.merchant.profile.suite.query.seal(plaintext, context, suiteOptions)
}

interface StretchResult {
  /** Operations per second. */
  readonly rate: number
  /** Microseconds of processor time per operation, on all threads. */
  readonly cpu: number
  /** Milliseconds by which the latest timer was late. */
  readonly delay: number
}

/** Repeats an operation for some seconds, so many at once. */
export async function runStretch(
  work: Work,
  { concurrency, seconds }: { readonly concurrency: number; readonly seconds: number },
): Promise<StretchResult> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const stop = watchTimers()
  let done = 0
  const runLane = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLane))
  const { user, system } = process.cpuUsage(before)
  return { rate: (done * 1000) / (performance.now() - start), cpu: (user + system) / done, delay: stop() }
}

/** Sets one timer of 1 ms after another. The returned function stops them and returns the longest delay. */
export function watchTimers(): () => number {
  const interval = 1
  let [due, delay] = [performance.now() + interval, 0]
  const measureDelay = (): void => {
    delay = Math.max(delay, performance.now() - due)
    due = performance.now() + interval
    timer = setTimeout(measureDelay, interval)
  }
  let timer = setTimeout(measureDelay, interval)
  return () => {
    clearTimeout(timer)
    return Math.max(delay, performance.now() - due)
  }
}
