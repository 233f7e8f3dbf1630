/** One request that several callers wait for. */
export interface Flight<T> {
  /** Waits for the outcome. A caller that gives up leaves; when the last has left, the request itself is given up. */
  join(signal: AbortSignal | undefined): Promise<T>
}

/**
 * Starts a request to share. `abandoned` is told, before the request is given up, that nobody waits any more. With
 * `kept`, the request goes on without anybody who waits.
 */
export function startFlight<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { kept, abandoned }: { readonly kept: boolean; readonly abandoned: () => void },
): Flight<T> {
  const controller = new AbortController()
  // A turn later, so that the flight is known to its caller before anything can end it.
  const outcome = Promise.resolve().then(() => request(controller.signal))
  // Whoever waits hears of a failure; that nobody may be waiting is no reason to end the process.
  outcome.catch(() => undefined)
  let waiting = kept ? 1 : 0
  const leave = (): void => {
    waiting -= 1
    if (waiting > 0) return
    abandoned()
    controller.abort()
  }
  return {
    join(signal) {
      waiting += 1
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
