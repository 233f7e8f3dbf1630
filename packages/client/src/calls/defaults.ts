import { checkCount } from './checks.ts'
import { checkTimeout } from './deadline.ts'
import { checkHeaders, type ReservedCheck } from './headers.ts'
import type { Pipeline } from './pipeline.ts'
import type { CallDefaults } from './types.ts'

/** Sets other defaults for the calls of a pipeline, which keeps its token, clock, queue and retry budget. */
export function applyDefaults(
  pipeline: Pipeline,
  { timeout, attempts, headers }: CallDefaults,
  isReserved: ReservedCheck,
): Pipeline {
  if (timeout !== undefined) checkTimeout(timeout)
  if (attempts !== undefined) checkCount('attempts', attempts, 1)
  const ownHeaders = checkHeaders(headers, isReserved)
  return async (call, options = {}) =>
    pipeline(call, {
      ...options,
      timeout: options.timeout ?? timeout,
      attempts: options.attempts ?? attempts,
      headers: { ...ownHeaders, ...checkHeaders(options.headers, isReserved) },
    })
}
