import type { ClientOptions } from '@custody-wallet/client'

type SetTimer = NonNullable<ClientOptions['setTimer']>

/** The only clock of a simulation. It only moves when something takes time. */
export interface VirtualClock {
  readonly now: () => number
  /** Lets time pass. Calls end at their deadlines on the way. */
  readonly advance: (milliseconds: number) => void
  readonly setTimer: SetTimer
}

/** Deadline of the merchant's calls. */
export const deadline = 30_000

// The client waits less than this between attempts, and its deadlines are longer.
const longestWait = 6000

export function createVirtualClock(start: number): VirtualClock {
  let time = start
  const deadlines = new Set<{ readonly due: number; readonly end: () => void }>()
  function advance(milliseconds: number): void {
    time += milliseconds
    for (const timer of deadlines)
      if (timer.due <= time) {
        deadlines.delete(timer)
        timer.end()
      }
  }
  // Nothing runs concurrently, so a wait passes at once. Only a slow network lets a deadline pass.
  function setVirtualTimer(callback: () => void, milliseconds: number): () => void {
    let isCancelled = false
    queueMicrotask(() => {
      if (isCancelled) return
      advance(Math.ceil(milliseconds))
      callback()
    })
    return () => void (isCancelled = true)
  }
  return {
    now: () => time,
    advance,
    setTimer(callback, milliseconds) {
      if (milliseconds < longestWait) return setVirtualTimer(callback, milliseconds)
      const timer = { due: time + milliseconds, end: callback }
      deadlines.add(timer)
      return () => void deadlines.delete(timer)
    },
  }
}
