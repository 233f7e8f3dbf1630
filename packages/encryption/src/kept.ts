// Node ties the signal of a request to the one that it was made with by way of the request, and weakly: an abort is
// lost once the request is collected. Whoever works on often holds a signal alone, so the signal keeps what it needs.
const kept = new WeakMap<AbortSignal, readonly Request[]>()

/** Keeps requests alive for as long as somebody holds the signal. */
export function keepWith(signal: AbortSignal, ...requests: readonly Request[]): void {
  kept.set(signal, requests)
}
