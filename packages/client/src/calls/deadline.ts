import type { OperationId } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

import type { CallOptions } from '../call.ts'
import { TransportError } from '../errors/errors.ts'

/** Runs a callback later, and returns a function that cancels it. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

export const startPlatformTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Ends one call at its timeout or the caller's signal, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Unix milliseconds of the timeout. */
  readonly endTime: number
  /** Returns the error of a call that ended before its response. */
  getFailure(): TransportError | undefined
  /** Waits for a promise, but not after the end of the call, even if the work ignores the signal. */
  race<T>(promise: Promise<T>): Promise<T>
  /** Waits, and throws if the call ends first. */
  sleep(milliseconds: number): Promise<void>
  /** Removes timer and listener. */
  close(): void
}

// The longest time of a timer on all platforms. A longer one fires immediately.
const longest = 2_147_483_647

export function checkTimeout(timeout: number): void {
  if (!(Number.isFinite(timeout) && timeout >= 1 && timeout <= longest))
    throw new TypeError(`timeout must be from 1 to ${longest} milliseconds.`)
}

// Checked before the timer starts, because an error after that would leave the timer running.
function checkSignal(signal: unknown): void {
  if (signal === undefined) return
  if (!isObject(signal) || !('aborted' in signal && 'addEventListener' in signal))
    throw new TypeError('signal must be an AbortSignal.')
}

export interface DeadlineOptions {
  readonly clock: () => number
  readonly setTimer: SetTimer
}

export function startDeadline(
  operation: OperationId,
  { signal, timeout }: { readonly signal: CallOptions['signal']; readonly timeout: number },
  { clock, setTimer }: DeadlineOptions,
): Deadline {
  checkSignal(signal)
  const controller = new AbortController()
  let reject: (failure: TransportError) => void = () => undefined
  const ended = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise
  })
  // The call may end while nothing waits for it.
  ended.catch(() => undefined)
  let failure: TransportError | undefined
  const end = (code: 'ABORTED' | 'TIMEOUT'): void => {
    if (failure) return
    failure = new TransportError(code, operation)
    reject(failure)
    controller.abort(failure)
  }
  const abort = (): void => end('ABORTED')
  const stop = setTimer(() => end('TIMEOUT'), timeout)
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  const race = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, ended])
  return {
    signal: controller.signal,
    endTime: clock() + timeout,
    getFailure: () => failure,
    race,
    async sleep(milliseconds) {
      let wake: () => void = () => undefined
      const sleepEnd = new Promise<void>((resolve) => {
        wake = setTimer(resolve, milliseconds)
      })
      await race(sleepEnd).finally(wake)
    },
    close() {
      stop()
      signal?.removeEventListener('abort', abort)
    },
  }
}
