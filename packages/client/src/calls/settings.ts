import type { OperationId } from '@custody-wallet/types/operations'

import { checkCount } from './checks.ts'
import { checkTimeout, startPlatformTimer, type SetTimer } from './deadline.ts'
import type { HookOptions } from './hooks.ts'
import { type PipelineOptions, type Retry, createRetryBudget, getRetry } from './pipeline.ts'
import { createSemaphore } from './semaphore.ts'
import { type Fetch, callPlatformFetch } from './send.ts'

/** Options of every client. */
export interface ClientOptions extends HookOptions {
  /** Sends the requests, without following redirects; the global `fetch` unless given. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole call with its waits and retries; 30,000 unless given. */
  readonly timeout?: number | undefined
  /** Calls at a time; 16 unless given. */
  readonly concurrency?: number | undefined
  /** Calls that may wait; 1,000 unless given. Any further call fails with `OVERLOADED`. */
  readonly queue?: number | undefined
  /** Attempts of a call that may be repeated; 3 unless given. */
  readonly attempts?: number | undefined
  /** Hosts, such as the name of a container, that may be called over plain http and by demo merchants. */
  readonly insecureHosts?: readonly string[] | undefined
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: (() => number) | undefined
  /** A number from 0 to 1 for the wait before a retry; `Math.random` unless given. */
  readonly random?: (() => number) | undefined
  /** Runs a callback later, and returns a function that cancels it; `setTimeout` unless given. */
  readonly setTimer?: SetTimer | undefined
}

/** What all pipelines of one client share. */
export type Settings = Omit<PipelineOptions, 'protocol' | 'semaphore'> &
  Required<Pick<PipelineOptions, 'semaphore'>>

/** The options with their defaults. */
export function createSettings(
  {
    fetch = callPlatformFetch,
    timeout = 30_000,
    concurrency = 16,
    queue = 1000,
    attempts = 3,
    clock = Date.now,
    random = Math.random,
    setTimer = startPlatformTimer,
    onCall,
    logger,
  }: ClientOptions,
  { retry = getRetry, listen }: SettingsParts = {},
): Settings {
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function.')
  checkTimeout(timeout)
  checkCount('concurrency', concurrency, 1)
  checkCount('queue', queue, 0)
  checkCount('attempts', attempts, 1)
  const policy = { attempts, random, getRetry: retry }
  const semaphore = createSemaphore(concurrency, queue)
  return {
    fetch,
    timeout,
    clock,
    setTimer,
    onCall,
    logger,
    policy,
    semaphore,
    budget: createRetryBudget(),
    listen,
  }
}

interface SettingsParts extends Pick<PipelineOptions, 'listen'> {
  readonly retry?: (operation: OperationId) => Retry
}
