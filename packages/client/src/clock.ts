// Computes the time of the service from the `Date` headers of its responses, relative to the monotonic clock, so that
// changes of the local time do not matter.

/** Readings of both local clocks. */
export interface Mark {
  readonly wall: number
  readonly monotonic: number
}

/** Reasons to ignore a `Date` header: it is old, or belongs to another server. */
interface DateSource {
  readonly isCached: boolean
  readonly isRedirected: boolean
}

export interface ServerClockOptions {
  /** Local time in Unix milliseconds. */
  readonly clock: () => number
  /** Returns the milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly monotonic?: () => number
}

/** Creates timestamps that the service accepts: less than 60 s old, and never in its future. */
export interface ServerClock {
  /** Returns the timestamp for a request that is sent now, or was sent at a mark. */
  stamp(mark?: Mark): number
  /** Reads the clocks when a request is sent. Pass the mark to `learn` with the response. */
  markSent(): Mark
  /** Uses the `Date` header of a response, also of a failure. */
  learn(mark: Mark, date: string | null, facts: DateSource): void
  /** Whether a `Date` header arrived since the local clock was last set. */
  readonly hasLearned: boolean
}

/** Milliseconds that stamps are in the past, to allow for several clocks of a service and for a slow thread. */
export const margin = 2000
/** If the local clocks diverge by more milliseconds, someone set a clock or the machine slept. */
const step = 1000

const measureDifference = (one: Mark, other: Mark): number =>
  Math.abs(one.wall - one.monotonic - (other.wall - other.monotonic))

interface Memory {
  readonly samples: readonly Sample[]
  /**
   * Best sample from before a change of the local clock. Its time is not in the future of the service, because the
   * monotonic clock can only fall behind, while the machine sleeps.
   */
  readonly ceiling: Sample | undefined
}

/**
 * Creates a clock that is never ahead of the service: by the best of the last `Date` headers, the service's clock has
 * certainly passed its stamps. Before the first `Date` header, it uses the local time.
 */
export function createServerClock({ clock, monotonic = () => performance.now() }: ServerClockOptions): ServerClock {
  let memory: Memory = { samples: [], ceiling: undefined }
  let previous: Mark | undefined
  // Compares with the previous reading, so that slow corrections do not add up to a step.
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
  }
}

function computeServerTime({ samples, ceiling }: Memory, { wall, monotonic }: Mark): number {
  const best = findBest(samples, monotonic) ?? ceiling
  return best ? computePassedTime(best, monotonic) : wall
}

/** A `Date` header. The service's clock is ahead of the monotonic clock by `earliest` to `latest`. */
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

// The service wrote the header between request and response, without the fraction of the second.
const createSample = (time: number, sentAt: number, receivedAt: number): Sample => ({
  earliest: time - receivedAt,
  latest: time + fraction - sentAt,
  roundTrip: receivedAt - sentAt,
  receivedAt,
})

const computeDrift = (sample: Sample, now: number): number => (now - sample.receivedAt) * drift

const computePassedTime = (sample: Sample, now: number): number => now + sample.earliest - computeDrift(sample, now)

// Drops samples that contradict the newest: the service's clock was set.
function addNewest(samples: readonly Sample[], newest: Sample): readonly Sample[] {
  const isConsistent = (other: Sample): boolean =>
    other.earliest - computeDrift(other, newest.receivedAt) <= newest.latest &&
    other.latest + computeDrift(other, newest.receivedAt) >= newest.earliest
  return [...samples.filter(isConsistent), newest].slice(-maxSamples)
}

function findBest(samples: readonly Sample[], now: number): Sample | undefined {
  const computeCost = (sample: Sample): number => sample.roundTrip + computeDrift(sample, now)
  return samples.reduce<Sample | undefined>(
    (best, each) => (best && computeCost(best) < computeCost(each) ? best : each),
    undefined,
  )
}

/** Most milliseconds that a `Date` header lacks. */
const fraction = 1000

/**
 * Parses a `Date` header in the form that servers must write (RFC 9110, 5.6.7), and returns Unix milliseconds or
 * `undefined`. `Date.parse` alone also accepts a year of `1` and a wrong weekday.
 */
export function parseDate(date: string | null): number | undefined {
  if (date === null) return undefined
  if (date !== last.date) last = { date, time: parseStrictDate(date) }
  return last.time
}

// The header changes once a second, and parsing it is the slowest step of reading a response.
let last: { readonly date: string; readonly time: number | undefined } = { date: '', time: undefined }

function parseStrictDate(date: string): number | undefined {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toUTCString() === date ? time : undefined
}
