// Calls that fail, on a clock that only timers move.
import { TransportError } from '../../src/index.ts'

/** An error that a later call may not have. */
export const unreachable = (retryAfter?: number): TransportError =>
  retryAfter === undefined
    ? new TransportError('CONNECTION_FAILED', 'syncDeposits')
    : new TransportError('HTTP_STATUS', 'syncDeposits', { status: 503, retryAfter })

/** An error that every later call has. */
export const rejected = new TransportError('HTTP_STATUS', 'syncDeposits', { status: 403 })

/** A clock, and timers that move it. */
export function timersWithClock(onRing: (now: number) => void = () => undefined) {
  let now = 0
  const waits: number[] = []
  const setTimer = (callback: () => void, milliseconds: number) => {
    waits.push(milliseconds)
    const ring = setImmediate(() => {
      now += milliseconds
      onRing(now)
      callback()
    })
    return () => clearImmediate(ring)
  }
  return { clock: () => now, setTimer, waits }
}
