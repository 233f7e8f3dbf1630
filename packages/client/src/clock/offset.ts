import { momentOf } from './date.ts'
import { bestOf, passedBy, type Sample, sampleOf, withNewest } from './samples.ts'

/** Both local clocks at the moment at which a request left. */
export interface Mark {
  readonly wall: number
  readonly monotonic: number
}

/** What spoils the `Date` header of an answer: it is that of another moment, or of another server. */
interface DateFacts {
  readonly cached: boolean
  readonly redirected: boolean
}

export interface ServerClockOptions {
  /** Local time of day in Unix milliseconds. */
  readonly clock: () => number
  /** Milliseconds of a clock that nobody sets; `performance.now` unless given. */
  readonly monotonic?: () => number
}

/** Timestamps that the service takes: less than 60 s old, and never in its future. */
export interface ServerClock {
  /** Timestamp for a request that leaves now, or that left at a mark. */
  stamp(mark?: Mark): number
  /** To be taken when a request leaves, and given to `learn` with its answer. */
  sent(): Mark
  /** Learns from the `Date` header of an answer, a refusal included. */
  learn(mark: Mark, date: string | null, facts: DateFacts): void
  /** Whether a `Date` header was seen since the local clock was last set. */
  readonly learned: boolean
  /** Starts over, as if no answer had come. A refused timestamp needs only `learn`: a new answer outdoes old ones. */
  forget(): void
}

/** Stamps lie so far in the past, for what nobody can measure: a service of several clocks, a slow thread. */
export const margin = 2000
/** Local clocks that part by more than this were set, or the machine slept. */
const step = 1000

const apart = (one: Mark, other: Mark): number =>
  Math.abs(one.wall - one.monotonic - (other.wall - other.monotonic))

interface Memory {
  readonly samples: readonly Sample[]
  /**
   * Best sample from before the local clock was set. It still tells what cannot be in the service's future: the
   * monotonic clock falls behind while a machine sleeps, and never runs ahead.
   */
  readonly ceiling: Sample | undefined
}

/**
 * A clock that errs to one side only. It stamps what the service's clock has passed for certain, by the best of the
 * last `Date` headers, and the local time until one was seen.
 */
export function serverClock({ clock, monotonic = () => performance.now() }: ServerClockOptions): ServerClock {
  const unlearned: Memory = { samples: [], ceiling: undefined }
  let memory = unlearned
  let seen: Mark | undefined
  // Every look compares the two local clocks with the last look, so that slow corrections are no step.
  function look(): Mark {
    const now = { wall: clock(), monotonic: monotonic() }
    if (seen && apart(seen, now) > step)
      memory = { samples: [], ceiling: bestOf(memory.samples, now.monotonic) ?? memory.ceiling }
    seen = now
    return now
  }
  return {
    stamp(mark) {
      const now = look()
      return Math.floor(serverTime(memory, mark ?? now)) - margin
    },
    sent: look,
    learn(mark, date, { cached, redirected }) {
      const now = look()
      const moment = momentOf(date)
      if (moment === undefined || cached || redirected || apart(mark, now) > step) return
      if (now.monotonic < mark.monotonic) return
      const newest = sampleOf(moment, mark.monotonic, now.monotonic)
      memory = { samples: withNewest(memory.samples, newest), ceiling: undefined }
    },
    get learned() {
      look()
      return memory.samples.length > 0
    },
    forget() {
      memory = unlearned
    },
  }
}

function serverTime({ samples, ceiling }: Memory, { wall, monotonic }: Mark): number {
  const best = bestOf(samples, monotonic) ?? ceiling
  return best ? passedBy(best, monotonic) : wall
}
