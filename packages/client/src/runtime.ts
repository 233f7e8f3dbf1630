// Timers and listeners, for calls and workflows.

/** Runs a callback later, and returns a function that cancels it. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

/** Timers of the platform. */
export const platformTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Calls a listener without waiting for it. If the listener fails, now or later, nothing else changes. */
export function notify<T>(listener: ((event: T) => unknown) | undefined, event: T): void {
  if (!listener) return
  try {
    // `resolve` also accepts a promise of another realm.
    Promise.resolve(listener(event)).catch(() => undefined)
  } catch {
    // A listener only observes.
  }
}
