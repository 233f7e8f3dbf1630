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
  const call = async (): Promise<unknown> => listener?.(event)
  void call().catch(() => undefined)
}
