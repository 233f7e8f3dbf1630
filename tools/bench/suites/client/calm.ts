// For work that shares its time with a network: what disturbs it comes in bursts and only ever adds.
import type { Clock, Work } from '../encryption/pace.ts'

const rehearsals = 60
const turns = 150

/** Processor time of all threads, in seconds. */
const processorTime: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * How many times as fast as a yardstick something is. Both take short turns, first the one and then the other, and what
 * counts is the quarter of each that was disturbed least.
 */
export async function calmSpeed(
  measured: Work,
  yardstick: Work,
  clock: Clock = processorTime,
): Promise<number> {
  const [own, other]: readonly [number[], number[]] = [[], []]
  for (let turn = -rehearsals; turn < turns; turn += 1) {
    const both = [
      { work: measured, times: own },
      { work: yardstick, times: other },
    ]
    for (const { work, times } of turn % 2 === 0 ? both : both.toReversed()) {
      const seconds = await secondsOf(work, clock)
      if (turn >= 0) times.push(seconds)
    }
  }
  return calm(other) / calm(own)
}

async function secondsOf(work: Work, clock: Clock): Promise<number> {
  const start = clock()
  await work()
  return clock() - start
}

const calm = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN
