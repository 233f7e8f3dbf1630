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
  /** Whether the response showed that the stamp is wrong. */
  readonly isWrong: boolean
}

interface ResponseFacts {
  readonly headers?: Readonly<Record<string, string>>
  readonly redirected?: boolean
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
  function tryCall({ headers = {}, redirected = false }: ResponseFacts = {}): Attempt {
    const stamp = clock.createStamp()
    const behind = service - stamp.time
    passTime(there)
    const isAccepted = stamp.time <= service && service - stamp.time <= 60_000
    const date = new Date(Math.floor(service)).toUTCString()
    passTime(back)
    clock.learn({ headers: new Headers({ date, ...headers }), redirected }, stamp)
    return { isAccepted, behind, isWrong: stamp.isWrong() }
  }
  return {
    clock,
    passTime,
    tryCall,
    /** Makes one call, and retries an attempt once that was rejected because its stamp was wrong. */
    call: (): readonly Attempt[] => {
      const first = tryCall()
      return first.isAccepted || !first.isWrong ? [first] : [first, tryCall()]
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
    /** Sets the service's clock. */
    setService: (ms: number) => (service += ms),
  }
}
