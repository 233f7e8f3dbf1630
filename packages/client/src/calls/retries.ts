import type { Family, OperationId } from '@custody-wallet/types/operations'

import { momentOf } from '../clock/date.ts'
import { TransportError } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'

/** When a failed call may be made again. */
export type Retry = 'safe' | 'idempotent' | 'never'

/** How often failed calls are made again, and how long they wait before. */
export interface RetryPolicy {
  readonly attempts: number
  readonly random: () => number
  readonly retryOf: (operation: OperationId) => Retry
}

/** What the contract says about a call. */
export const retryOf = (operation: OperationId): Retry => calls[operation].retry

// Failures of the way there and back. An answer is never asked for again, least of all one that proves nothing.
const passing: ReadonlySet<string> = new Set(['CONNECTION_FAILED', 'HTTP_STATUS'])
const firstWait = 200
const longestWait = 5000
// A rejected token call may mean that an address is not on the service's list, so it is made once a second at most.
const leastWait = (family: Family): number => (family === 'token' ? 1000 : 0)

/** Milliseconds to wait before the next attempt, or nothing if there is none. */
export function waitAfter(
  error: unknown,
  attempt: number,
  { attempts, random, retryOf: retryFor }: RetryPolicy,
): number | undefined {
  if (!(error instanceof TransportError) || !error.retryable || !passing.has(error.code)) return undefined
  if (attempt >= attempts || retryFor(error.operation) === 'never') return undefined
  const ceiling = Math.min(longestWait, firstWait * 2 ** (attempt - 1))
  return Math.max(leastWait(error.family) + random() * ceiling, error.context.retryAfter ?? 0)
}

/** Keeps repetitions a small part of all calls, so that they do not hold a weak service down. */
export interface Budget {
  earn(): void
  /** Whether one more repetition is paid for. */
  spend(): boolean
}

const fullBudget = 10
const earnings = 0.1

export function retryBudget(): Budget {
  let left = fullBudget
  return {
    earn() {
      left = Math.min(fullBudget, left + earnings)
    },
    spend() {
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

/** Milliseconds that a `Retry-After` header asks for: seconds, or a date. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER)
  const moment = momentOf(header)
  return moment === undefined ? undefined : Math.max(0, moment - now)
}
