// Compares the speed of two works. They take turns, so that whatever slows the machine down slows both.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { computeMedian } from './measure.ts'

/** Something to measure. Its result is awaited. */
export type Work = () => unknown

/** Seconds on a clock that never goes back. */
export type Clock = () => number

/** Includes the time of waiting, for work that leaves the thread. */
export const readWallClock: Clock = () => performance.now() / 1000

/** Processor time of all threads. Other programs on a busy machine do not count. */
const readProcessorClock: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export interface Method {
  readonly clock: Clock
  /** Rounds before those that count. */
  readonly rehearsals: number
  readonly rounds: number
  /** Turns of each work in a round. */
  readonly turns: number
  /** A quick work is called so often that a turn takes 8 ms, after 400 ms of calls that warm it up. */
  readonly isRepeated?: boolean
  /** The works change their order from round to round. */
  readonly isAlternating?: boolean
  /** Garbage is collected before each turn, so that neither work collects the garbage of the other. */
  readonly collectsGarbage?: boolean
  /** `ratios`: the median of the ratios of all rounds. `quartiles`: the ratio of the lower quartiles. */
  readonly result: 'ratios' | 'quartiles'
}

/** For work without waiting. */
export const steady: Method = {
  clock: readProcessorClock,
  rehearsals: 1,
  rounds: 15,
  turns: 4,
  isRepeated: true,
  result: 'ratios',
}

/** For work with a network, whose disturbances come in bursts and only add time. */
export const calm: Method = {
  clock: readProcessorClock,
  rehearsals: 60,
  rounds: 150,
  turns: 1,
  isAlternating: true,
  result: 'quartiles',
}

/** For long work that leaves garbage. */
export const createPairedMethod = (rounds: number): Method => ({
  clock: readProcessorClock,
  rehearsals: 1,
  rounds,
  turns: 1,
  isAlternating: true,
  collectsGarbage: true,
  result: 'ratios',
})

/** How many times as fast as a yardstick a work is. */
export async function compareSpeed(
  measured: Work,
  yardstick: Work,
  method: Method = steady,
): Promise<number> {
  const { clock, rehearsals, rounds, turns, result } = method
  const collectGarbage = method.collectsGarbage ? createGarbageCollector() : () => {}
  const own = { work: measured, calls: await countCallsInTurn(measured, method), times: Array<number>() }
  const other = { work: yardstick, calls: await countCallsInTurn(yardstick, method), times: Array<number>() }
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
