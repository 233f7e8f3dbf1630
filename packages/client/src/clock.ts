export interface ServerClockOptions {
  /** Local time in Unix milliseconds. */
  readonly clock: () => number
  /** Returns the milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly monotonic?: () => number
}

/** Computes the time of a service, which rejects timestamps that are 60 s old or in the future. */
export interface ServerClock {
  /** Returns Unix milliseconds that the service's clock has passed, by the newest response. */
  readonly now: () => number
  /** Creates the timestamp of a request that is sent now. */
  readonly createStamp: () => Stamp
  /** Uses the `Date` header of the response to a stamped request, also of a failure. */
  readonly learn: (response: Pick<Response, 'headers' | 'redirected'>, stamp?: Stamp) => void
  /** Compares the local clock with that of the service, by the newest response. */
  readonly compare: () => ClockDifference | undefined
}

/** How a local clock differs from that of a service, as far as the service would notice. */
type ClockDifference = 'ahead' | 'behind'

const mostBehind = 60_000
// The Date header has a resolution of one second.
const mostAhead = 2000

/**
 * Compares a local clock with the `Date` of a response. The service read its clock between the local times at which the
 * request was sent and the response arrived, however long that took.
 */
export function compareClocks(date: number, sent: number, received: number): ClockDifference | undefined {
  if (sent - date > mostAhead) return 'ahead'
  return date - received > mostBehind ? 'behind' : undefined
}

export interface Stamp {
  readonly time: number
  /** Milliseconds of the monotonic clock. */
  readonly sentAt: number
  /** Whether a response has shown since that the service's clock had another time. */
  readonly isWrong: () => boolean
}

/** Milliseconds that times are in the past, to allow for several clocks of a service and for a slow thread. */
const margin = 2000
/** Twice the drift of poor clocks. */
const drift = 200e-6

/** A `Date`, with the monotonic times of its request and response, and how the local clock differed from it. */
interface Observation {
  readonly date: number
  readonly sentAt: number
  readonly receivedAt: number
  readonly difference: ClockDifference | undefined
}

/**
 * Creates a clock that counts from the newest `Date` header with the monotonic clock, so that changes of the local time
 * do not matter. Before the first `Date` header, it uses the local time.
 */
export function createServerClock({ clock, monotonic = () => performance.now() }: ServerClockOptions): ServerClock {
  let newest: Observation | undefined
  function compareNow({ date, sentAt, receivedAt }: Omit<Observation, 'difference'>): ClockDifference | undefined {
    const offset = clock() - monotonic()
    return compareClocks(date, sentAt + offset, receivedAt + offset)
  }
  function now(): number {
    const time = newest ? newest.date + (monotonic() - newest.receivedAt) * (1 - drift) : clock()
    return Math.floor(time) - margin
  }
  return {
    now,
    createStamp() {
      const [time, sentAt] = [now(), monotonic()]
      return { time, sentAt, isWrong: () => Math.abs(now() - time - (monotonic() - sentAt)) >= margin }
    },
    learn({ headers, redirected }, stamp) {
      const date = parseDate(headers.get('date'))
      // A cached `Date` is old, and a redirect leads to another server.
      if (date === undefined || headers.has('age') || redirected) return
      const receivedAt = monotonic()
      const observation = { date, sentAt: stamp?.sentAt ?? receivedAt, receivedAt }
      newest = { ...observation, difference: compareNow(observation) }
    },
    // The local clock may have been corrected since, and a monotonic clock stops while the machine sleeps.
    compare: () => newest?.difference && compareNow(newest),
  }
}

/**
 * Parses a `Date` header in the form that servers must write (RFC 9110, 5.6.7), and returns Unix milliseconds or
 * `undefined`. `Date.parse` alone also accepts a year of `1` and a wrong weekday.
 */
export function parseDate(date: string | null): number | undefined {
  const time = date === null ? Number.NaN : Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toUTCString() === date ? time : undefined
}
