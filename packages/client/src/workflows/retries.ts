// Retries of failed calls in long workflows.
import { isObject } from '@custody-wallet/types/validate'

import { checkCount } from '../calls/checks.ts'
import type { SetTimer } from '../calls/deadline.ts'
import { pause } from './workflow.ts'

/** A failed call of a long workflow. */
export interface Failure {
  /** Failures in a row. */
  readonly failures: number
  readonly error: unknown
  /** Milliseconds before the next attempt. Absent after the last attempt. */
  readonly wait?: number
}

export interface RetryOptions {
  /** Failures in a row that end the workflow with the last error. Default: no limit. */
  readonly maxFailures?: number | undefined
  /** Ends after the first round, or at the first failure. */
  readonly once?: boolean | undefined
}

export function checkRetries({ maxFailures }: RetryOptions): void {
  if (maxFailures !== undefined) checkCount('maxFailures', maxFailures, 1)
}

/** Describes a failure. Only a `retryable` error is followed by another attempt. */
export function createFailure(
  error: unknown,
  failures: number,
  { once, maxFailures = Infinity }: RetryOptions,
): Failure {
  const isLast = once || failures >= maxFailures || !isRetryable(error)
  return { failures, error, ...(!isLast && { wait: computeWait(error, failures) }) }
}

/** Makes a call until it succeeds, and reports each failure. Throws the last error. */
export type Retry = <T>(call: () => Promise<T>) => Promise<T>

export interface RetryRun extends RetryOptions {
  readonly signal?: AbortSignal | undefined
  readonly setTimer?: SetTimer | undefined
  readonly onFailure: (failure: Failure) => void
}

export const createRetry =
  (run: RetryRun): Retry =>
  async (call) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await call()
      } catch (error) {
        if (run.signal?.aborted) throw error
        const failure = createFailure(error, failures, run)
        run.onFailure(failure)
        if (failure.wait === undefined) throw error
        await pause(failure.wait, run)
      }
    }
  }

/** Checks whether the same call may succeed later. Errors of other clients can have the property, too. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'retryable' in error && error.retryable === true

const firstWait = 1000
const longestWait = 60_000

// A random wait of at least half, so that not all clients return at once after an outage. `Retry-After` is unproved, so
// it cannot stop a workflow for hours.
function computeWait(error: unknown, failures: number): number {
  const most = Math.min(longestWait, firstWait * 2 ** (failures - 1))
  const wait = (most * (1 + Math.random())) / 2
  return Math.min(longestWait, Math.max(wait, readRetryAfter(error)))
}

/** Reads the longest `Retry-After` of an error and its causes. */
function readRetryAfter(error: unknown): number {
  if (!(error instanceof Error)) return 0
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  const own = 'context' in error ? readContextRetryAfter(error.context) : 0
  return Math.max(own, ...causes.map(readRetryAfter))
}

function readContextRetryAfter(context: unknown): number {
  const retryAfter = isObject(context) ? context['retryAfter'] : 0
  // The context of another client may hold NaN.
  return typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : 0
}
