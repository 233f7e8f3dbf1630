import type { Family, OperationId } from '@custody-wallet/types/operations'

import { momentOf } from '../clock.ts'
import { TransportError } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'

/** Whether a failed call may be repeated: always, with the same bytes, or never. */
export type Retry = 'safe' | 'idempotent' | 'never'

/** How often failed calls are repeated, and how long they wait first. */
export interface RetryPolicy {
  readonly attempts: number
  readonly random: () => number
  readonly retryOf: (operation: OperationId) => Retry
}

/** What the contract says about a call. */
export const retryOf = (operation: OperationId): Retry => calls[operation].retry

// Failures of the transport. A call that got an answer is not repeated, even if the answer is unproved.
const transient: ReadonlySet<string> = new Set(['CONNECTION_FAILED', 'HTTP_STATUS'])
const firstWait = 200
const longestWait = 5000
// A rejected token call may mean that an IP address is not allowed, so it is made at most once a second.
const leastWait = (family: Family): number => (family === 'token' ? 1000 : 0)

/** Milliseconds to wait before the next attempt; `undefined` if there is none. */
export function waitAfter(
  error: unknown,
  attempt: number,
  { attempts, random, retryOf: retryFor }: RetryPolicy,
): number | undefined {
  if (!(error instanceof TransportError) || !error.retryable || !transient.has(error.code)) return undefined
  if (attempt >= attempts || retryFor(error.operation) === 'never') return undefined
  const ceiling = Math.min(longestWait, firstWait * 2 ** (attempt - 1))
  return Math.max(leastWait(error.family) + random() * ceiling, error.context.retryAfter ?? 0)
}

/** Limits retries to a small part of all calls, so that they do not overload a weak service. */
export interface Budget {
  earn(): void
  /** Whether the budget allows one more retry. */
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
