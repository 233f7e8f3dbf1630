import type { SetTimer } from '../calls/deadline.ts'

/** One request that several callers wait for. */
export interface Flight<T> {
  /** Waits for the outcome. A caller that gives up leaves; when the last has left, the request itself is given up. */
  join(signal: AbortSignal | undefined): Promise<T>
}

interface FlightOptions {
  /** The request goes on without anybody who waits. */
  readonly kept: boolean
  /** Is told, before the request is given up, that nobody waits any more. */
  readonly abandoned: () => void
  readonly setTimer: SetTimer
}

/** Callers with little time come one after the other: the request that one of them left serves the next. */
const patience = 1000

/** Starts a request to share. It outlives the last who waits by a second. */
export function startFlight<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { kept, abandoned, setTimer }: FlightOptions,
): Flight<T> {
  const controller = new AbortController()
  // A turn later, so that the flight is known to its caller before anything can end it.
  const outcome = Promise.resolve().then(() => request(controller.signal))
  // Whoever waits hears of a failure; that nobody may be waiting is no reason to end the process.
  let callOff: () => void = () => undefined
  const over = (): void => callOff()
  outcome.then(over, over)
  let waiting = kept ? 1 : 0
  const giveUp = (): void => {
    abandoned()
    controller.abort()
  }
  const leave = (): void => {
    waiting -= 1
    if (waiting === 0) callOff = setTimer(giveUp, patience)
  }
  return {
    join(signal) {
      waiting += 1
      callOff()
      return signal ? until(outcome, signal, leave) : outcome
    },
  }
}

/** The outcome, unless the signal comes first. */
function until<T>(outcome: Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = (): void => {
      leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const listenNoMore = (): void => signal.removeEventListener('abort', giveUp)
    outcome.then(resolve, reject).finally(listenNoMore)
  })
}
