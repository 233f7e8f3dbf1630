import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { median } from '../../measure.ts'
import type { Clock, Work } from '../encryption/pace.ts'

/** Processor time of all threads, in seconds: other programs do not count, and collecting the garbage does. */
const processorTime: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Time of some work as a part of the time of a yardstick, as the median over the pairs. Those of a pair follow each
 * other, first the one and then the other: what slows the machine down for a while slows both.
 */
export async function pairedRatio(
  pairs: number,
  measured: Work,
  yardstick: Work,
  clock: Clock = processorTime,
): Promise<number> {
  const ratios: number[] = []
  for (let pair = -1; pair < pairs; pair += 1) {
    const inTurn = pair % 2 === 0 ? [measured, yardstick] : [yardstick, measured]
    const times = new Map<Work, number>()
    for (const work of inTurn) {
      collectGarbage()
      times.set(work, await secondsOf(work, clock))
    }
    // The first pair is a rehearsal.
    if (pair >= 0) ratios.push((times.get(measured) ?? Number.NaN) / (times.get(yardstick) ?? Number.NaN))
  }
  return median(ratios)
}

// What one of them left behind is not for the other to collect.
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function secondsOf(work: Work, clock: Clock): Promise<number> {
  const start = clock()
  await work()
  return clock() - start
}
