import type { OperationId } from '@custody-wallet/types/operations'

import { checkTimeout, platformTimer, type SetTimer } from './deadline.ts'
import type { HookOptions } from './hooks.ts'
import type { PipelineOptions } from './pipeline.ts'
import { type Retry, retryBudget, retryOf } from './retries.ts'
import type { Fetch } from './send.ts'
import { slotsOf } from './slots.ts'

/** What every client may be told. */
export interface ClientOptions extends HookOptions {
  /** Sends the requests; the global `fetch` unless given. It takes an address and an init, and follows no redirect. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for a whole call, waiting and repetitions included; 30,000 unless given. */
  readonly timeout?: number | undefined
  /** Calls at a time; 16 unless given. */
  readonly concurrency?: number | undefined
  /** Calls that may wait for their turn; 1,000 unless given. What comes after them is `OVERLOADED`. */
  readonly queue?: number | undefined
  /** Attempts of a call that may be made again; 3 unless given. */
  readonly attempts?: number | undefined
  /** Hosts, such as the name of a container, that may be called over plain http and by demo merchants. */
  readonly insecureHosts?: readonly string[] | undefined
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: (() => number) | undefined
  /** From 0 to 1, for the waits between attempts; `Math.random` unless given. */
  readonly random?: (() => number) | undefined
  /** Runs a callback later, and returns what calls it off; the timers of the platform unless given. */
  readonly setTimer?: SetTimer | undefined
}

/** What all pipelines of one client share. */
export type Settings = Omit<PipelineOptions, 'speech' | 'slots'> & Required<Pick<PipelineOptions, 'slots'>>

/** The options with what they leave out. */
export function settingsOf(
  {
    fetch = async (url, init) => globalThis.fetch(url, init),
    timeout = 30_000,
    concurrency = 16,
    queue = 1000,
    attempts = 3,
    clock = Date.now,
    random = Math.random,
    setTimer = platformTimer,
    onCall,
    logger,
  }: ClientOptions,
  { retry = retryOf, ...parts }: SettingsParts = {},
): Settings {
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function.')
  checkTimeout(timeout)
  checkNumber('concurrency', concurrency, 1)
  checkNumber('queue', queue, 0)
  checkNumber('attempts', attempts, 1)
  const policy = { attempts, random, retryOf: retry }
  const slots = slotsOf(concurrency, queue)
  return { fetch, timeout, clock, setTimer, onCall, logger, policy, slots, budget: retryBudget(), ...parts }
}

interface SettingsParts extends Pick<PipelineOptions, 'completed' | 'listen'> {
  readonly retry?: (operation: OperationId) => Retry
}

function checkNumber(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new TypeError(`${name} must be a whole number of at least ${least}.`)
}
