import type { ClientOptions } from '@custody-wallet/client'

type SetTimer = NonNullable<ClientOptions['setTimer']>

/** The only clock of a simulation. It moves when something takes time, and never by itself. */
export interface VirtualClock {
  readonly now: () => number
  /** Lets time pass. Deadlines of calls that pass on the way end their calls. */
  readonly advance: (milliseconds: number) => void
  readonly setTimer: SetTimer
}

/** Time that a call of the merchant may take. */
export const deadline = 30_000

// The waits of the client between attempts are shorter than this, and its deadlines are longer.
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
  // One thing happens at a time, so a wait passes at once. A deadline passes only when the network takes its time.
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
