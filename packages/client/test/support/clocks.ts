// A service and a caller whose clocks differ, with a network between them. Only these functions advance the time.
import { createServerClock } from '../../src/clock.ts'

export interface World {
  /** Milliseconds by which the caller's time of day is ahead of the service's. */
  readonly offset: number
  /** Milliseconds that a request and a response take. */
  readonly there: number
  readonly back: number
  /** Time of the service at the start; its fraction of a second matters. */
  readonly start?: number
  /** How much faster the caller's clocks run: 0.0001 is 100 millionths. */
  readonly drift?: number
}

export interface Attempt {
  readonly isAccepted: boolean
  /** Milliseconds by which the stamp is behind the service's clock. */
  readonly behind: number
}

export const noon = 1_767_225_600_000

export function simulate({ offset, start = noon, drift = 0, ...network }: World) {
  let { there, back } = network
  let service = start
  let monotonic = 7_000_000
  let wall = start + offset
  const clock = createServerClock({ clock: () => Math.round(wall), monotonic: () => monotonic })
  const passTime = (ms: number): void => {
    service += ms
    monotonic += ms * (1 + drift)
    wall += ms * (1 + drift)
  }
  const formatDate = (): string => new Date(Math.floor(service)).toUTCString()
  function tryCall(facts = { isCached: false, isRedirected: false }, date = formatDate): Attempt {
    const stamp = clock.stamp()
    const behind = service - stamp
    const mark = clock.markSent()
    passTime(there)
    const isAccepted = stamp <= service && service - stamp <= 60_000
    const header = date()
    passTime(back)
    clock.learn(mark, header, facts)
    return { isAccepted, behind }
  }
  return {
    clock,
    passTime,
    tryCall,
    /** Makes one call, and retries a rejected attempt once. */
    call: (): readonly Attempt[] => {
      const first = tryCall()
      return first.isAccepted ? [first] : [first, tryCall()]
    },
    /** Sets the latencies of requests and responses. */
    network: (request: number, response: number): void => {
      there = request
      back = response
    },
    /** Sets the caller's clock. */
    set: (ms: number) => (wall += ms),
    /** Lets the caller's machine sleep, which stops its monotonic clock. */
    sleep: (ms: number): void => {
      service += ms
      wall += ms
    },
    setService: (ms: number) => (service += ms),
  }
}
