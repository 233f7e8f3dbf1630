import { median } from '../../measure.ts'

/** Something to be timed. What it returns is awaited. */
export type Work = () => unknown

/** Seconds on a clock that never goes back. */
export type Clock = () => number

/** What waiting costs counts too: for work that leaves the thread. */
export const wallClock: Clock = () => performance.now() / 1000

/**
 * Processor time of all threads. For work that does not wait it is the wall's time less that of other programs, which a
 * busy machine gives to one of two more than to the other.
 */
const processorClock: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const countedRounds = 15
const turnsInRound = 4
const shortestTurn = 0.008
// So long that the compiler is done with both before anything counts.
const warmUp = 0.4

/**
 * How many times as fast as a yardstick something is, as the median over the rounds. In every round both take several
 * turns, so that whatever slows the machine down slows both.
 */
export async function speed(measured: Work, yardstick: Work, clock: Clock = processorClock): Promise<number> {
  const [own, other] = [await counted(measured, clock), await counted(yardstick, clock)]
  const ratios: number[] = []
  for (let round = 0; round <= countedRounds; round += 1) {
    const times = { own: 0, other: 0 }
    for (let turn = 0; turn < turnsInRound; turn += 1) {
      times.own += await secondsOf(own, clock)
      times.other += await secondsOf(other, clock)
    }
    ratios.push(times.other / other.calls / (times.own / own.calls))
  }
  // The first round is a rehearsal.
  return median(ratios.slice(1))
}

interface Counted {
  readonly work: Work
  readonly calls: number
}

// A clock says little about microseconds: so many calls that they fill a turn.
async function counted(work: Work, clock: Clock): Promise<Counted> {
  const start = clock()
  while (clock() - start < warmUp) await work()
  let calls = 1
  while ((await secondsOf({ work, calls }, clock)) < shortestTurn) calls *= 2
  return { work, calls }
}

async function secondsOf({ work, calls }: Counted, clock: Clock): Promise<number> {
  const start = clock()
  for (let call = 0; call < calls; call += 1) await work()
  return clock() - start
}
