// The clock of the service, learned from the `Date` headers of its answers. What was learned is relative to the monotonic
// clock, so it survives changes of the local time.

/** Both local clocks when a request was sent. */
export interface Mark {
  readonly wall: number
  readonly monotonic: number
}

/** Reasons to ignore the `Date` header of an answer: it has another time, or is of another server. */
interface DateSource {
  readonly cached: boolean
  readonly redirected: boolean
}

export interface ServerClockOptions {
  /** Local time in Unix milliseconds. */
  readonly clock: () => number
  /** Milliseconds of a monotonic clock; `performance.now` unless given. */
  readonly monotonic?: () => number
}

/** Makes timestamps that the service accepts: less than 60 s old, and never in its future. */
export interface ServerClock {
  /** Timestamp for a request that is sent now, or was sent at a mark. */
  stamp(mark?: Mark): number
  /** Call it when a request is sent, and pass the mark to `learn` with the answer. */
  sent(): Mark
  /** Learns from the `Date` header of an answer, also of a failure. */
  learn(mark: Mark, date: string | null, facts: DateSource): void
  /** Whether a `Date` header arrived since the local clock was last set. */
  readonly learned: boolean
  /** Forgets all answers. After a rejected timestamp, `learn` is enough: a new answer replaces contradictory old ones. */
  forget(): void
}

/** Milliseconds that stamps are in the past, for what cannot be measured: several clocks of a service, a slow thread. */
export const margin = 2000
/** If the local clocks diverge by more milliseconds, one was set or the machine slept. */
const step = 1000

const apart = (one: Mark, other: Mark): number =>
  Math.abs(one.wall - one.monotonic - (other.wall - other.monotonic))

interface Memory {
  readonly samples: readonly Sample[]
  /**
   * Best sample from before the local clock was set. Its time is still not in the future of the service, because the
   * monotonic clock only falls behind, when the machine sleeps.
   */
  readonly ceiling: Sample | undefined
}

/**
 * A clock that is never ahead of the service. Its stamps are times that the service's clock has certainly passed, by the
 * best of the last `Date` headers; before the first one, they are the local time.
 */
export function serverClock({ clock, monotonic = () => performance.now() }: ServerClockOptions): ServerClock {
  const unlearned: Memory = { samples: [], ceiling: undefined }
  let memory = unlearned
  let previous: Mark | undefined
  // Compares the clocks with the previous reading, so that slow corrections do not add up to a step.
  function read(): Mark {
    const now = { wall: clock(), monotonic: monotonic() }
    if (previous && apart(previous, now) > step)
      memory = { samples: [], ceiling: bestOf(memory.samples, now.monotonic) ?? memory.ceiling }
    previous = now
    return now
  }
  return {
    stamp(mark) {
      const now = read()
      return Math.floor(serverTime(memory, mark ?? now)) - margin
    },
    sent: read,
    learn(mark, date, { cached, redirected }) {
      const now = read()
      const moment = momentOf(date)
      if (moment === undefined || cached || redirected || apart(mark, now) > step) return
      if (now.monotonic < mark.monotonic) return
      const newest = sampleOf(moment, mark.monotonic, now.monotonic)
      memory = { samples: withNewest(memory.samples, newest), ceiling: undefined }
    },
    get learned() {
      read()
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

/** One `Date` header: the service's clock is ahead of the monotonic one by `earliest` to `latest`. */
interface Sample {
  readonly earliest: number
  readonly latest: number
  readonly roundTrip: number
  /** Monotonic time of the answer. */
  readonly at: number
}

const mostSamples = 8
/** Twice the drift of poor clocks. */
const drift = 200e-6

// The header was written between request and answer, and lacks the fraction of the second.
const sampleOf = (moment: number, sent: number, received: number): Sample => ({
  earliest: moment - received,
  latest: moment + fraction - sent,
  roundTrip: received - sent,
  at: received,
})

const driftOf = (sample: Sample, now: number): number => (now - sample.at) * drift

// A time that the service's clock has certainly passed.
const passedBy = (sample: Sample, now: number): number => now + sample.earliest - driftOf(sample, now)

// The last samples with the newest. Samples that contradict it are dropped: the service's clock was set.
function withNewest(samples: readonly Sample[], newest: Sample): readonly Sample[] {
  const agrees = (other: Sample): boolean =>
    other.earliest - driftOf(other, newest.at) <= newest.latest &&
    other.latest + driftOf(other, newest.at) >= newest.earliest
  return [...samples.filter(agrees), newest].slice(-mostSamples)
}

// The sample with the smallest round trip, to which its age adds drift.
function bestOf(samples: readonly Sample[], now: number): Sample | undefined {
  const cost = (sample: Sample): number => sample.roundTrip + driftOf(sample, now)
  return samples.reduce<Sample | undefined>(
    (best, each) => (best && cost(best) < cost(each) ? best : each),
    undefined,
  )
}

/** Milliseconds that a `Date` header lacks at most. */
const fraction = 1000

/**
 * Unix milliseconds of a `Date` header in the form that servers must write (RFC 9110, 5.6.7), otherwise `undefined`.
 * `Date.parse` alone accepts a year as `1` and a wrong weekday.
 */
export function momentOf(date: string | null): number | undefined {
  if (date === null) return undefined
  if (date !== last.date) last = { date, moment: parsed(date) }
  return last.moment
}

// The header changes once a second, and its check is the slowest step of reading an answer.
let last: { readonly date: string; readonly moment: number | undefined } = { date: '', moment: undefined }

function parsed(date: string): number | undefined {
  const moment = Date.parse(date)
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === date ? moment : undefined
}
