import type { CustodyOptions } from '../../src/index.ts'
import type { Fetch } from './service.ts'

type SetTimer = NonNullable<CustodyOptions['setTimer']>

/** Timers that fire immediately if `runs` allows it, and never otherwise. */
export const createTimers =
  (runs: (milliseconds: number) => boolean): SetTimer =>
  (callback, milliseconds) => {
    let on = true
    if (runs(milliseconds)) queueMicrotask(() => on && callback())
    return () => {
      on = false
    }
  }

/** Timers that fire after something was sent, and the fetch that triggers them. */
export function endOnceSent(fetch: Fetch): { readonly setTimer: SetTimer; readonly fetch: Fetch } {
  const pending = new Set<() => void>()
  return {
    setTimer(callback) {
      pending.add(callback)
      return () => pending.delete(callback)
    },
    fetch(url, init) {
      setImmediate(() => setImmediate(() => pending.forEach((callback) => callback())))
      return fetch(url, init)
    },
  }
}
