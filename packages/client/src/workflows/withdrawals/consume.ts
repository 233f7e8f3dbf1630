import type { PendingWithdrawal } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { isWorkflowError, WorkflowError } from '../errors.ts'
import {
  counted,
  type MoveOptions,
  pause,
  resting,
  type SetTimer,
  type SourceOptions,
  sourceOptions,
  tell,
} from '../moves.ts'
import type { DedupeStore } from '../stores/dedupe.ts'
import { handOverAll } from './hand-over.ts'

/** Whether a pull leaves what it returns where it was, or takes it away, as a profile says. */
type Pulling = 'repeatable' | 'destructive'

/** Pulls the pending withdrawals of a coin. */
export interface PullSource {
  (parameters: { readonly symbol: string }, options: SourceOptions): Promise<readonly PendingWithdrawal[]>
  /** What its profile says of a pull. */
  readonly pulling?: Pulling | undefined
}

/** What a loop tells about itself. */
export type ConsumeEvent =
  | { readonly kind: 'pulled'; readonly records: number }
  /** As many came as a pull can hold, so older ones may be hidden behind them. */
  | { readonly kind: 'page-full'; readonly records: number }
  /** It is kept for good; a hand-off may still have failed behind its commit. */
  | { readonly kind: 'committed'; readonly trans_id: number; readonly error?: unknown }
  /** The hand-off ended without a commit: it is offered again. */
  | { readonly kind: 'not-committed'; readonly trans_id: number; readonly error?: unknown }
  | { readonly kind: 'pull-failed'; readonly inARow: number; readonly error: unknown }

export interface ConsumeOptions extends MoveOptions<ConsumeEvent> {
  readonly symbol: string
  /** Remembers each `trans_id` that was committed. */
  readonly store: DedupeStore
  /**
   * Takes a withdrawal over, and calls `commit` as soon as nothing can lose it any more. Without that it is offered
   * again, and so it is after a crash: pay in a way that tells what was begun.
   */
  readonly handOff: (
    withdrawal: PendingWithdrawal,
    commit: () => Promise<void>,
    options: SourceOptions,
  ) => unknown
  /** Whether a pull takes away what it returns: then nothing is pulled. What the client says unless given. */
  readonly pulling?: Pulling | undefined
  /** Hand-offs at a time; 1 unless given. */
  readonly concurrency?: number | undefined
  /** Milliseconds between two pulls; 30,000 unless given. */
  readonly interval?: number | undefined
  /** The same while pages are full; 1,000 unless given. */
  readonly fastInterval?: number | undefined
  /** After so many pulls that failed in a row the loop ends with what the last one threw; 5 unless given. */
  readonly patience?: number | undefined
  /** Ends after the first pull. */
  readonly once?: boolean | undefined
  readonly setTimer?: SetTimer | undefined
}

export interface ConsumeSummary {
  readonly pulls: number
  readonly committed: number
}

/** Most records of a pull. */
const full = operations.pullWithdrawals.limits[0].value

/**
 * Pulls pending withdrawals again and again and hands each one over until it is committed: at least once, and never
 * while it is being handed over already. The signal ends the loop when the hand-offs under way have ended.
 *
 * @example
 * ```ts
 * import { isDecimal } from '@custody-wallet/client/decimal'
 * import { consume, memoryDedupe } from '@custody-wallet/client/workflows'
 *
 * const amounts = ['0.1', '0.0001'].filter(isDecimal)
 * const [amount, fee] = amounts
 * const service = async () => (amount && fee ? [{ trans_id: 4711, symbol: 'BTC', amount, fee, address_to: 'bc1q' }] : [])
 * const summary = await consume(service, {
 *   symbol: 'BTC',
 *   store: memoryDedupe(),
 *   once: true,
 *   handOff: async ({ trans_id }, commit) => {
 *     console.log(`paying ${trans_id}`)
 *     await commit()
 *   },
 * })
 * console.log(summary) // { pulls: 1, committed: 1 }
 * ```
 */
export async function consume(pull: PullSource, options: ConsumeOptions): Promise<ConsumeSummary> {
  const { signal, once, setTimer } = options
  const interval = resting('interval', options.interval ?? 30_000)
  const fastInterval = resting('fastInterval', options.fastInterval ?? 1000)
  if ((options.pulling ?? pull.pulling) === 'destructive') throw new WorkflowError('PULL_DESTRUCTIVE')
  const patience = once ? 1 : counted('patience', options.patience ?? 5, 1)
  const concurrency = counted('concurrency', options.concurrency ?? 1, 1)
  const summary = { pulls: 0, committed: 0 }
  const goOn = (): boolean => !signal?.aborted
  for (let failures = 0; goOn();) {
    const page = await pulled(pull, options).catch((error: unknown) => {
      if (!goOn()) return
      failures += 1
      void tell(options.onProgress, { kind: 'pull-failed', inARow: failures, error })
      if (failures >= patience) throw error
    })
    // Whoever takes withdrawals over may take them off the page as well.
    const isFull = page !== undefined && page.length >= full
    if (page) {
      failures = 0
      summary.pulls += 1
      summary.committed += await handOverAll(page, concurrency, options)
    }
    if (once) break
    await rest(isFull ? fastInterval : interval, { signal, setTimer })
  }
  return summary
}

async function pulled(
  pull: PullSource,
  { symbol, signal, onProgress }: ConsumeOptions,
): Promise<readonly PendingWithdrawal[]> {
  const records = await pull({ symbol }, sourceOptions(signal))
  void tell(onProgress, { kind: 'pulled', records: records.length })
  if (records.length >= full) void tell(onProgress, { kind: 'page-full', records: records.length })
  return records
}

// The end of a loop is no failure of it.
async function rest(milliseconds: number, how: Parameters<typeof pause>[1]): Promise<void> {
  await pause(milliseconds, how).catch((error: unknown) => {
    if (!isWorkflowError(error, 'ABORTED')) throw error
  })
}
