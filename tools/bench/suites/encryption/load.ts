// Many operations at once on the thread pool, against one after another, and what they do to timers.
import type { Work } from '../../compare.ts'
import { atLeast, atMost, below, type Figure, figure } from '../../figure.ts'
import { median, medianOf } from '../../measure.ts'
import { bareSigning } from './bare.ts'
import { context, type Keys, requestEnvelopes, sidesOf, suiteOptions } from './messages.ts'

const rounds = 9

export async function* loads(keys: Keys): AsyncGenerator<Figure> {
  const bare = await compared(bareSigning(keys))
  // Below 1.7, this machine has no free second core, and the figures below mean little.
  yield figure('encryption.load.bare.speed', bare.speed, 'ratio')
  const alone = await requestEnvelopes(sidesOf('modern', keys, 'inline'), '2KB')
  const pooled = await requestEnvelopes(sidesOf('modern', keys, 'pool'), '2KB')
  for (const work of ['seal', 'open'] as const) {
    const { speed, cpu, late } = await compared({ alone: alone[work], pooled: pooled[work] })
    yield figure(`encryption.load.${work}.speed`, speed, 'ratio', atLeast(1.6))
    yield figure(`encryption.load.${work}.cpu`, cpu, 'ratio', atMost(1.12))
    yield figure(`encryption.load.${work}.late`, late, 'ms', below(10))
  }
  const sealBlocks = await blockSeal(keys)
  const late = await medianOf(rounds, async () => (await together(sealBlocks)).late)
  yield figure('encryption.load.blocks.late', late, 'ms', below(10))
}

async function compared(works: { readonly alone: Work; readonly pooled: Work }) {
  // The first use imports the keys for the pool.
  await together(works.pooled)
  const pairs: (readonly [Stretch, Stretch])[] = []
  while (pairs.length < rounds)
    pairs.push([await stretch(works.alone, { atOnce: 1, seconds: 0.5 }), await together(works.pooled)])
  return {
    speed: median(pairs.map(([one, many]) => many.rate / one.rate)),
    cpu: median(pairs.map(([one, many]) => many.cpu / one.cpu)),
    late: median(pairs.map(([, many]) => many.late)),
  }
}

const together = (work: Work): Promise<Stretch> => stretch(work, { atOnce: 16, seconds: 0.5 })

// Blocks of type 1 have no asynchronous form: 88 of them would block the event loop for 22 ms.
async function blockSeal(keys: Keys): Promise<Work> {
  const sides = sidesOf('classic', keys, 'pool')
  const { plaintext } = (await requestEnvelopes(sides, '20KB')).message
  return () => sides.merchant.profile.suite.query.seal(plaintext, context, suiteOptions)
}

interface Stretch {
  /** Operations per second. */
  readonly rate: number
  /** Microseconds of processor time per operation, on all threads. */
  readonly cpu: number
  /** Milliseconds by which the latest timer was late. */
  readonly late: number
}

/** Repeats an operation for some seconds, so many at once. */
export async function stretch(
  work: Work,
  { atOnce, seconds }: { readonly atOnce: number; readonly seconds: number },
): Promise<Stretch> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const stop = watchTimers()
  let done = 0
  const lane = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const { user, system } = process.cpuUsage(before)
  return { rate: (done * 1000) / (performance.now() - start), cpu: (user + system) / done, late: stop() }
}

/** Sets one timer of 1 ms after another. The returned function stops them and returns the longest delay. */
export function watchTimers(): () => number {
  const interval = 1
  let [due, late] = [performance.now() + interval, 0]
  const look = (): void => {
    late = Math.max(late, performance.now() - due)
    due = performance.now() + interval
    timer = setTimeout(look, interval)
  }
  let timer = setTimeout(look, interval)
  return () => {
    clearTimeout(timer)
    return Math.max(late, performance.now() - due)
  }
}
