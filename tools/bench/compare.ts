// Compares the speed of two tasks. They take turns, so other load on the machine slows both.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { computeMedian } from './measure.ts'

/** Something to measure. Its result is awaited. */
export type Work = () => unknown

/** Seconds on a clock that never goes back. */
export type Clock = () => number

/** Includes waiting, for work outside of the thread. */
export const readWallClock: Clock = () => performance.now() / 1000

/** Processor time of all threads, without other programs. */
const readProcessorClock: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export interface Method {
  readonly clock: Clock
  /** Warm-up rounds. */
  readonly rehearsals: number
  readonly rounds: number
  /** Turns of each task in a round. */
  readonly turns: number
  /** Repeats a quick task until a turn takes 8 ms, after a warm-up of 400 ms. */
  readonly isRepeated?: boolean
  /** Changes the order of the tasks in each round. */
  readonly isAlternating?: boolean
  /** Collects garbage before each turn, so that no task collects the garbage of the other. */
  readonly collectsGarbage?: boolean
  /** `ratios`: the median of the ratios of all rounds. `quartiles`: the ratio of the lower quartiles. */
  readonly result: 'ratios' | 'quartiles'
}

/** For tasks without waiting. */
export const steady: Method = {
  clock: readProcessorClock,
  rehearsals: 1,
  rounds: 15,
  turns: 4,
  isRepeated: true,
  result: 'ratios',
}

/** For network tasks, whose disturbances come in bursts and only add time. */
export const calm: Method = {
  clock: readProcessorClock,
  rehearsals: 60,
  rounds: 150,
  turns: 1,
  isAlternating: true,
  result: 'quartiles',
}

/** For long tasks that leave garbage. */
export const createPairedMethod = (rounds: number): Method => ({
  clock: readProcessorClock,
  rehearsals: 1,
  rounds,
  turns: 1,
  isAlternating: true,
  collectsGarbage: true,
  result: 'ratios',
})

/** Speed of `measured` relative to `baseline`. */
export async function compareSpeed(measured: Work, baseline: Work, method: Method = steady): Promise<number> {
  const { clock, rehearsals, rounds, turns, result } = method
  const collectGarbage = method.collectsGarbage ? createGarbageCollector() : () => {}
  const own = { work: measured, calls: await countCallsInTurn(measured, method), times: Array<number>() }
  const other = { work: baseline, calls: await countCallsInTurn(baseline, method), times: Array<number>() }
  for (let round = 0; round < rehearsals + rounds; round += 1) {
    const both = method.isAlternating && round % 2 === 1 ? [other, own] : [own, other]
    const seconds = new Map(both.map((side) => [side, 0]))
    for (let turn = 0; turn < turns; turn += 1)
      for (const side of both) {
        collectGarbage()
        seconds.set(side, (seconds.get(side) ?? 0) + (await measureTurn(side.work, side.calls, clock)))
      }
    if (round < rehearsals) continue
    for (const [side, time] of seconds) side.times.push(time / side.calls)
  }
  if (result === 'quartiles') return computeLowerQuartile(other.times) / computeLowerQuartile(own.times)
  return computeMedian(own.times.map((time, round) => (other.times[round] ?? Number.NaN) / time))
}

// A clock is too coarse for microseconds.
async function countCallsInTurn(work: Work, { clock, isRepeated = false }: Method): Promise<number> {
  if (!isRepeated) return 1
  const start = clock()
  while (clock() - start < 0.4) await work()
  let calls = 1
  while ((await measureTurn(work, calls, clock)) < 0.008) calls *= 2
  return calls
}

async function measureTurn(work: Work, calls: number, clock: Clock): Promise<number> {
  const start = clock()
  for (let call = 0; call < calls; call += 1) await work()
  return clock() - start
}

function createGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

const computeLowerQuartile = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN
