// In Node, an abort reaches the signal of a request only while the request itself is alive, and a handler may hold the
// signal alone.

const requestsBySignal = new WeakMap<AbortSignal, readonly Request[]>()

/**
 * Keeps requests alive as long as their signal is in use. Pass only the signal of the last request: a request holds the
 * signal that made it, so an entry under an older signal is never collected.
 */
export function keepAliveWith(signal: AbortSignal, ...requests: readonly Request[]): void {
  requestsBySignal.set(signal, requests)
}

const activeRequests = new Set<Request>()

export async function keepAliveDuring<T>(request: Request, work: () => Promise<T>): Promise<T> {
  activeRequests.add(request)
  try {
    return await work()
  } finally {
    activeRequests.delete(request)
  }
}
