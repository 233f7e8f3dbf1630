import type { Work } from './pace.ts'

/** What a stretch of time with a load was like. */
export interface Stretch {
  /** Operations in a second. */
  readonly rate: number
  /** Microseconds of processor time for an operation, on all threads. */
  readonly cpu: number
  /** Milliseconds that the latest timer was late. */
  readonly late: number
}

export interface StretchOptions {
  /** Operations under way at any time. */
  readonly atOnce: number
  readonly seconds: number
}

/** Runs an operation again and again for some time. */
export async function stretch(work: Work, { atOnce, seconds }: StretchOptions): Promise<Stretch> {
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

const interval = 1

/** Sets one timer after another; the returned function stops that and tells by how much the latest was late. */
export function watchTimers(): () => number {
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
