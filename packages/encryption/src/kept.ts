// Node ties the signal of a request to the one that it was made with by way of the request, and weakly: an abort is
// lost once the request is collected, and whoever works on often holds a signal alone.
const kept = new WeakMap<AbortSignal, readonly Request[]>()

/**
 * Keeps requests alive for as long as somebody holds a signal. It has to be the signal of the last of them, never one
 * that another was made with: Node holds that for as long as the request, so that neither would ever go.
 */
export function keepWith(signal: AbortSignal, ...requests: readonly Request[]): void {
  kept.set(signal, requests)
}

const inWork = new Set<Request>()

/** Keeps a request alive until the work for it is done. */
export async function keepWhile<T>(request: Request, work: () => Promise<T>): Promise<T> {
  inWork.add(request)
  try {
    return await work()
  } finally {
    inWork.delete(request)
  }
}
