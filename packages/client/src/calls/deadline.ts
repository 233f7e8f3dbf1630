import type { OperationId } from '@custody-wallet/types/operations'

import { TransportError } from '../errors/tree.ts'
import type { CallOptions } from './types.ts'

/** Runs a callback later; what it returns calls that off. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

/** Timers of the platform. */
export const platformTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** The end of one call, by time or by the caller, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Unix milliseconds at which time is up. */
  readonly ends: number
  /** Why the call ended before its answer, once it did. */
  failure(): TransportError | undefined
  /** Waits for a promise, but not beyond the end: even for what takes no notice of a signal. */
  race<T>(promise: Promise<T>): Promise<T>
  /** Waits, and throws if the call ends meanwhile. */
  sleep(milliseconds: number): Promise<void>
  /** To be called when the call is over: nothing of it is left behind. */
  close(): void
}

// What the timers of all platforms can count.
const longest = 2_147_483_647

/** Refuses a time that no timer can count: zero would end every call, and too much wraps around to zero. */
export function checkTimeout(timeout: number): void {
  if (!(Number.isFinite(timeout) && timeout >= 1 && timeout <= longest))
    throw new TypeError(`timeout must be 1 to ${longest} milliseconds.`)
}

// Said before anything starts: what is thrown later would leave the timer of the call behind.
function checkSignal(signal: unknown): void {
  if (signal === undefined) return
  if (typeof signal !== 'object' || !signal || !('aborted' in signal && 'addEventListener' in signal))
    throw new TypeError('signal must be an AbortSignal.')
}

export interface DeadlineOptions {
  readonly clock: () => number
  readonly setTimer: SetTimer
}

/** Starts the time of a call. */
export function startDeadline(
  operation: OperationId,
  { signal, timeout }: { readonly signal: CallOptions['signal']; readonly timeout: number },
  { clock, setTimer }: DeadlineOptions,
): Deadline {
  checkTimeout(timeout)
  checkSignal(signal)
  const controller = new AbortController()
  let reject: (failure: TransportError) => void = () => undefined
  const ended = new Promise<never>((_resolve, refuse) => {
    reject = refuse
  })
  // Nobody may be waiting when it ends.
  ended.catch(() => undefined)
  let failure: TransportError | undefined
  const end = (code: 'ABORTED' | 'TIMEOUT'): void => {
    if (failure) return
    failure = new TransportError(code, operation)
    reject(failure)
    controller.abort(failure)
  }
  const giveUp = (): void => end('ABORTED')
  const stop = setTimer(() => end('TIMEOUT'), timeout)
  if (signal?.aborted) giveUp()
  else signal?.addEventListener('abort', giveUp, { once: true })
  const race = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, ended])
  return {
    signal: controller.signal,
    ends: clock() + timeout,
    failure: () => failure,
    race,
    async sleep(milliseconds) {
      let wake: () => void = () => undefined
      const slept = new Promise<void>((resolve) => {
        wake = setTimer(resolve, milliseconds)
      })
      await race(slept).finally(wake)
    },
    close() {
      stop()
      signal?.removeEventListener('abort', giveUp)
    },
  }
}
