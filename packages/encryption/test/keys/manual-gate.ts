// Timers and operations that a test ends by hand.
import { EncryptionError } from '../../src/errors.ts'
import { Gate, type GateOptions, type SetTimer } from '../../src/keys/index.ts'

/** Timers that fire when the test calls `ring`. */
export function createManualTimers() {
  const jobs = new Map<() => void, number>()
  const setTimer: SetTimer = (callback, milliseconds) => {
    jobs.set(callback, milliseconds)
    return () => jobs.delete(callback)
  }
  const ring = (): void => {
    for (const callback of jobs.keys()) {
      jobs.delete(callback)
      callback()
    }
  }
  return { setTimer, ring, jobs }
}

/** Operations that end when the test calls `end` or `fail`. */
function createManualWork() {
  const started: { readonly end: (value: string) => void; readonly fail: (error: unknown) => void }[] = []
  const signals: (AbortSignal | undefined)[] = []
  const work = ({ signal }: { readonly signal?: AbortSignal }): Promise<string> =>
    new Promise((end, fail) => {
      started.push({ end, fail })
      signals.push(signal)
    })
  return { work, started, signals }
}

export function setUp(options: GateOptions = {}) {
  const timers = createManualTimers()
  const jobs = createManualWork()
  const gate = new Gate({ setTimer: timers.setTimer, ...options })
  const run = (signal?: AbortSignal): Promise<string> => readOutcome(gate.run(jobs.work, signal ? { signal } : {}))
  return { ...timers, ...jobs, gate, run }
}

/** The value of a promise, or the code of its error. */
export const readOutcome = (promise: Promise<string>): Promise<string> =>
  promise.catch((error: unknown) => (error instanceof EncryptionError ? error.code : `other: ${String(error)}`))

export const catchFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('The promise did not fail.'),
    (error: unknown) => error,
  )

/** Waits until all pending callbacks have run. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
