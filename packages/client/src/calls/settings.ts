import type { Fetch } from '@custody-wallet/types/http'

import type { CallDefaults } from '../call.ts'
import { checkCount } from './checks.ts'
import { startPlatformTimer, type SetTimer } from './deadline.ts'
import { applyDefaults, checkHeaders } from './defaults.ts'
import type { HookOptions } from './hooks.ts'
import { type PipelineOptions, createRetryBudget } from './pipeline.ts'
import { createSemaphore } from './semaphore.ts'
import { callPlatformFetch } from './send.ts'

export interface ClientOptions extends HookOptions {
  /** Sends the requests and must not follow redirects. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole call, with waits and retries. Default: 30,000. */
  readonly timeout?: number | undefined
  /** Most calls at the same time. Default: 16. */
  readonly concurrency?: number | undefined
  /** Most waiting calls. Any further call fails with `OVERLOADED`. Default: 1,000. */
  readonly queue?: number | undefined
  /** Most attempts of a call that is safe to retry. Default: 3. */
  readonly attempts?: number | undefined
  /**
   * Headers of every call, or a function that returns those of each attempt: `traceparent`, or headers for a server of your
   * own between client and service.
   */
  readonly headers?: CallDefaults['headers'] | (() => NonNullable<CallDefaults['headers']>)
  /** Hosts beyond loopback, such as a container name, that accept plain http and demo merchants. */
  readonly insecureHosts?: readonly string[] | undefined
  /** Returns Unix milliseconds. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** Returns a number from 0 to 1 for the wait before a retry. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Runs a callback later, and returns a function that cancels it. Default: `setTimeout`. */
  readonly setTimer?: SetTimer | undefined
}

/** Options that all pipelines of one client share. */
export type Settings = Omit<PipelineOptions, 'protocol' | 'semaphore'> & Required<Pick<PipelineOptions, 'semaphore'>>

/** Checks the options and sets the defaults. */
export function createSettings(
  {
    fetch = callPlatformFetch,
    timeout = 30_000,
    concurrency = 16,
    queue = 1000,
    attempts = 3,
    headers,
    clock = Date.now,
    random = Math.random,
    setTimer = startPlatformTimer,
    onCall,
    logger,
  }: ClientOptions,
  parts: Pick<PipelineOptions, 'getRetry' | 'isReserved'>,
): Settings {
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function.')
  checkCount('concurrency', concurrency, 1)
  checkCount('queue', queue, 0)
  const settings = {
    fetch,
    timeout,
    attempts,
    headers: {},
    ...parts,
    random,
    clock,
    setTimer,
    onCall,
    logger,
    semaphore: createSemaphore(concurrency, queue),
    budget: createRetryBudget(),
  }
  if (typeof headers !== 'function') return applyDefaults(settings, { headers })
  // An Access-Token replaces that of the client, which is requested before the first attempt.
  const isReserved = (name: string): boolean => name === 'access-token' || parts.isReserved(name)
  return { ...applyDefaults(settings, {}), createHeaders: () => checkHeaders(headers(), { isReserved }) }
}
