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
  /** Uses the `Date` header of a response, also of a failure. */
  readonly learn: (response: Pick<Response, 'headers' | 'redirected'>) => void
}

export interface Stamp {
  readonly time: number
  /** Whether a response has shown since that the service's clock had another time. */
  readonly isWrong: () => boolean
}

/** Milliseconds that times are in the past, to allow for several clocks of a service and for a slow thread. */
const margin = 2000
/** Twice the drift of poor clocks. */
const drift = 200e-6

/**
 * Creates a clock that counts from the newest `Date` header with the monotonic clock, so that changes of the local time
 * do not matter. Before the first `Date` header, it uses the local time.
 */
export function createServerClock({ clock, monotonic = () => performance.now() }: ServerClockOptions): ServerClock {
  let newest: { readonly date: number; readonly receivedAt: number } | undefined
  function now(): number {
    const time = newest ? newest.date + (monotonic() - newest.receivedAt) * (1 - drift) : clock()
    return Math.floor(time) - margin
  }
  return {
    now,
    createStamp() {
      const [time, sentAt] = [now(), monotonic()]
      return { time, isWrong: () => Math.abs(now() - time - (monotonic() - sentAt)) >= margin }
    },
    learn({ headers, redirected }) {
      const date = parseDate(headers.get('date'))
      // A cached `Date` is old, and a redirect leads to another server.
      if (date === undefined || headers.has('age') || redirected) return
      newest = { date, receivedAt: monotonic() }
    },
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
