import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { UnavailableError } from '@custody-wallet/server'

/** Options for delayed responses and random failures. */
export interface FaultOptions {
  /** Makes failures repeatable for the same calls in the same order, and generated responses too. */
  readonly seed?: string | undefined
  /** Milliseconds before each response. */
  readonly delay?: number | undefined
  /** Share of calls that fail, from 0 to 1. */
  readonly failRate?: number | undefined
  /** Waits before a response (default: with a timer). */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
}

export interface Faults {
  readonly delay: (milliseconds: number | undefined, signal: AbortSignal) => Promise<void>
  readonly failNext: () => boolean
  /** Seed of generated responses. */
  readonly seed: string
}

/** Limit of calls that wait at the same time. */
const maxQueue = 256

/** Creates the faults of a mock. Throws a `TypeError` for invalid options. */
export function createFaults({ seed, delay = 0, failRate = 0, wait = pause }: FaultOptions): Faults {
  if (!(delay >= 0 && delay <= 60_000)) throw new TypeError('delay must be milliseconds from 0 to 60000.')
  if (!(failRate >= 0 && failRate <= 1)) throw new TypeError('failRate must be a number from 0 to 1.')
  const failureSeed = seed ?? randomBytes(8).toString('hex')
  let calls = 0
  let queue = 0
  return {
    delay: async (milliseconds = delay, signal) => {
      if (milliseconds === 0) return
      if (queue >= maxQueue) throw new UnavailableError(`${maxQueue} calls already wait for their delay. Retry later.`)
      queue += 1
      await wait(milliseconds, signal).finally(() => (queue -= 1))
    },
    failNext: () => failRate > 0 && computeShare(`${failureSeed} fails ${(calls += 1)}`) < failRate,
    seed: seed ?? '',
  }
}

// The hash of a counter is uniform and repeatable.
const computeShare = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

// The wait also ends when the request is aborted.
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
