import type { Clock } from '../clock/clock.ts'
import { parseDuration } from '../clock/durations.ts'
import type { Engine, IdleReport } from '../engine/engine.ts'

/** Control calls for the clock. Timers that it passes run on the way. */
export interface TimeControl {
  readonly now: () => number
  readonly set: (time: number) => Promise<void>
  readonly freeze: () => Promise<void>
  readonly unfreeze: () => Promise<void>
  readonly advance: (duration: number | string) => Promise<void>
  /** Moves the clock from timer to timer until none is left or `limit` timers have run. */
  readonly runUntilIdle: (options?: { readonly limit?: number | undefined }) => Promise<IdleReport>
}

const defaultLimit = 10_000

export function createTimeControl({ engine, clock }: { readonly engine: Engine; readonly clock: Clock }): TimeControl {
  return {
    now: clock.now,
    set: (time) => engine.advance(() => clock.check(time)),
    freeze: () => engine.setClock(clock.freeze),
    unfreeze: () => engine.setClock(clock.unfreeze),
    async advance(duration) {
      const milliseconds = parseDuration(duration)
      await engine.advance((now) => clock.check(now + milliseconds, now))
    },
    async runUntilIdle({ limit = defaultLimit } = {}) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new TypeError(`limit must be an integer from 1, not ${limit}.`)
      return engine.runUntilIdle(limit)
    },
  }
}
