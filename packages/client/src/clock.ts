// The clock of the service, learned from the `Date` headers of its responses. What was learned is relative to the monotonic
// clock, so it survives changes of the local time.

/** Both local clocks when a request was sent. */
export interface Mark {
  readonly wall: number
  readonly monotonic: number
}

/** Reasons to ignore the `Date` header of a response: it has another time, or is of another server. */
interface DateSource {
  readonly isCached: boolean
  readonly isRedirected: boolean
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
  /** Call it when a request is sent, and pass the mark to `learn` with the response. */
  markSent(): Mark
  /** Learns from the `Date` header of a response, also of a failure. */
  learn(mark: Mark, date: string | null, facts: DateSource): void
  /** Whether a `Date` header arrived since the local clock was last set. */
  readonly hasLearned: boolean
  /** Forgets all responses. After a rejected timestamp, `learn` is enough: a new response replaces contradictory old ones. */
  forget(): void
}

/** Milliseconds that stamps are in the past, for what cannot be measured: several clocks of a service, a slow thread. */
export const margin = 2000
/** If the local clocks diverge by more milliseconds, one was set or the machine slept. */
const step = 1000

const measureDifference = (one: Mark, other: Mark): number =>
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
export function createServerClock({
  clock,
  monotonic = () => performance.now(),
}: ServerClockOptions): ServerClock {
  const unlearned: Memory = { samples: [], ceiling: undefined }
  let memory = unlearned
  let previous: Mark | undefined
  // Compares the clocks with the previous reading, so that slow corrections do not add up to a step.
  function read(): Mark {
    const now = { wall: clock(), monotonic: monotonic() }
    if (previous && measureDifference(previous, now) > step)
      memory = { samples: [], ceiling: findBest(memory.samples, now.monotonic) ?? memory.ceiling }
    previous = now
    return now
  }
  return {
    stamp(mark) {
      const now = read()
      return Math.floor(computeServerTime(memory, mark ?? now)) - margin
    },
    markSent: read,
    learn(mark, date, { isCached, isRedirected }) {
      const now = read()
      const time = parseDate(date)
      if (time === undefined || isCached || isRedirected || measureDifference(mark, now) > step) return
      if (now.monotonic < mark.monotonic) return
      const newest = createSample(time, mark.monotonic, now.monotonic)
      memory = { samples: addNewest(memory.samples, newest), ceiling: undefined }
    },
    get hasLearned() {
      read()
      return memory.samples.length > 0
    },
    forget() {
      memory = unlearned
    },
  }
}

function computeServerTime({ samples, ceiling }: Memory, { wall, monotonic }: Mark): number {
  const best = findBest(samples, monotonic) ?? ceiling
  return best ? computePassedTime(best, monotonic) : wall
}

/** One `Date` header: the service's clock is ahead of the monotonic one by `earliest` to `latest`. */
interface Sample {
  readonly earliest: number
  readonly latest: number
  readonly roundTrip: number
  /** Monotonic time of the response. */
  readonly receivedAt: number
}

const maxSamples = 8
/** Twice the drift of poor clocks. */
const drift = 200e-6

// The header was written between request and response, and lacks the fraction of the second.
const createSample = (time: number, sentAt: number, receivedAt: number): Sample => ({
  earliest: time - receivedAt,
  latest: time + fraction - sentAt,
  roundTrip: receivedAt - sentAt,
  receivedAt: receivedAt,
})

const computeDrift = (sample: Sample, now: number): number => (now - sample.receivedAt) * drift

// A time that the service's clock has certainly passed.
const computePassedTime = (sample: Sample, now: number): number =>
  now + sample.earliest - computeDrift(sample, now)

// The last samples with the newest. Samples that contradict it are dropped: the service's clock was set.
function addNewest(samples: readonly Sample[], newest: Sample): readonly Sample[] {
  const isConsistent = (other: Sample): boolean =>
    other.earliest - computeDrift(other, newest.receivedAt) <= newest.latest &&
    other.latest + computeDrift(other, newest.receivedAt) >= newest.earliest
  return [...samples.filter(isConsistent), newest].slice(-maxSamples)
}

// The sample with the smallest round trip, to which its age adds drift.
function findBest(samples: readonly Sample[], now: number): Sample | undefined {
  const computeCost = (sample: Sample): number => sample.roundTrip + computeDrift(sample, now)
  return samples.reduce<Sample | undefined>(
    (best, each) => (best && computeCost(best) < computeCost(each) ? best : each),
    undefined,
  )
}

/** Milliseconds that a `Date` header lacks at most. */
const fraction = 1000

/**
 * Unix milliseconds of a `Date` header in the form that servers must write (RFC 9110, 5.6.7), otherwise `undefined`.
 * `Date.parse` alone accepts a year as `1` and a wrong weekday.
 */
export function parseDate(date: string | null): number | undefined {
  if (date === null) return undefined
  if (date !== last.date) last = { date, time: parseStrictDate(date) }
  return last.time
}

// The header changes once a second, and its check is the slowest step of reading a response.
let last: { readonly date: string; readonly time: number | undefined } = { date: '', time: undefined }

function parseStrictDate(date: string): number | undefined {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toUTCString() === date ? time : undefined
}
