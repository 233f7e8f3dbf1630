// Node keeps the signal of a request tied to the signal it was made with by a weak reference through the request. Once
// the request is collected, an abort no longer arrives, and a handler may hold the signal alone.

const requestsBySignal = new WeakMap<AbortSignal, readonly Request[]>()

/**
 * Keeps requests alive as long as their signal is in use. Pass the signal of the last request only: Node holds the signal
 * that a request was made with as long as the request itself, so this would keep both alive until the process ends.
 */
export function keepAliveWith(signal: AbortSignal, ...requests: readonly Request[]): void {
  requestsBySignal.set(signal, requests)
}

const activeRequests = new Set<Request>()

/** Keeps a request alive until its work is done. */
export async function keepAliveDuring<T>(request: Request, work: () => Promise<T>): Promise<T> {
  activeRequests.add(request)
  try {
    return await work()
  } finally {
    activeRequests.delete(request)
  }
}
