import type { CallSettings } from '@custody-wallet/encryption'
import type { PendingWithdrawal } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { checkCount } from '../calls/checks.ts'
import type { ConfiguredClient } from '../calls/client-settings.ts'
import type { SetTimer } from '../calls/deadline.ts'
import { notify } from '../calls/hooks.ts'
import { WorkflowError } from './errors.ts'
import { checkRetries, type Failure, type RetryOptions, createRetry } from './retries.ts'
import type { DedupeStore } from './stores/dedupe.ts'
import { traceStep } from './tracing.ts'
import {
  checkInterval,
  runExclusively,
  runInParallel,
  pause,
  type SourceOptions,
  createSourceOptions,
  type WorkflowOptions,
} from './workflow.ts'

/** The call that pulls withdrawals. */
type PullSource = (
  parameters: { readonly symbol: string },
  options: SourceOptions,
) => Promise<readonly PendingWithdrawal[]>

/** A client, or only its call. */
export type PullClient =
  | PullSource
  | (Partial<ConfiguredClient> & { readonly withdrawals: { readonly pull: PullSource } })

export type ConsumeEvent =
  | { readonly kind: 'pulled'; readonly records: number }
  /** The page is full, so older withdrawals may be missing from it. */
  | { readonly kind: 'page-full'; readonly records: number }
  /** The store saved the commit. `error`: the hand-off failed after its commit. */
  | { readonly kind: 'committed'; readonly trans_id: number; readonly error?: unknown }
  /** The hand-off ended without a commit. The withdrawal is handed over again after a later pull. */
  | { readonly kind: 'not-committed'; readonly trans_id: number; readonly error?: unknown }
  | ({ readonly kind: 'pull-failed' } & Failure)

export interface ConsumeOptions extends WorkflowOptions<ConsumeEvent>, RetryOptions {
  readonly symbol: string
  /** Saves the `trans_id` of each committed withdrawal. */
  readonly store: DedupeStore
  /**
   * Processes a withdrawal, and calls `commit` when it can no longer get lost. Without a commit, or after a crash, the
   * withdrawal is handed over again. So pay in a way that shows whether a payment has begun.
   */
  readonly handOff: (withdrawal: PendingWithdrawal, commit: () => Promise<void>, options: SourceOptions) => unknown
  /** Whether a pull removes what it returns. If it does, `consume` throws before it pulls. Default: the client's profile. */
  readonly pullMode?: CallSettings['consume'] | undefined
  /** Hand-offs at the same time. Default: 1. */
  readonly concurrency?: number | undefined
  /** Milliseconds between two pulls. Default: 30,000. */
  readonly interval?: number | undefined
  /** Milliseconds between two pulls while pages are full. Default: 1,000. */
  readonly fastInterval?: number | undefined
  readonly setTimer?: SetTimer | undefined
}

/** Most records of a pull. */
const pageSize = operations.pullWithdrawals.limits[0].value

/**
 * Pulls pending withdrawals repeatedly, and hands each one over until it is committed: at least once, and never twice
 * at the same time. Retries a pull that fails with a `retryable` error. When the signal fires, the loop
 * ends after the running hand-offs.
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
 *   pullMode: 'repeatable',
 *   once: true,
 *   handOff: async ({ trans_id }, commit) => {
 *     console.log(`paying ${trans_id}`)
 *     await commit()
 *   },
 * })
 * console.log(summary) // { pulls: 1, commits: 1 }
 * ```
 */
export async function consume(
  client: PullClient,
  options: ConsumeOptions,
): Promise<{ readonly pulls: number; readonly commits: number }> {
  const { signal, once, setTimer } = options
  const interval = checkInterval('interval', options.interval ?? 30_000)
  const fastInterval = checkInterval('fastInterval', options.fastInterval ?? 1000)
  const [pull, settings] = typeof client === 'function' ? [client] : [client.withdrawals.pull, client.settings]
  checkPullMode(options.pullMode ?? settings?.profile?.consume)
  checkRetries(options)
  const concurrency = checkCount('concurrency', options.concurrency ?? 1, 1)
  const summary = { pulls: 0, commits: 0 }
  const canContinue = (): boolean => !signal?.aborted
  while (canContinue()) {
    const page = await pullPage(pull, options)
    if (!page) break
    // Checked before the hand-offs, because they may remove withdrawals from the list of the source.
    const isFull = page.length >= pageSize
    summary.pulls += 1
    summary.commits += await handOffPage(page, concurrency, options)
    if (once) break
    await waitUnlessAborted(signal, pause(isFull ? fastInterval : interval, { signal, setTimer }))
  }
  return summary
}

function checkPullMode(mode: ConsumeOptions['pullMode']): void {
  if (mode === 'destructive') throw new WorkflowError('PULL_DESTRUCTIVE', {})
  if (mode !== 'repeatable')
    throw new TypeError(
      'pullMode is missing. Pass a client with a profile, or set pullMode to repeatable or destructive.',
    )
}

/** Waits for work. Returns `undefined` if the signal ended it. */
async function waitUnlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

/** Pulls a page, with retries. Returns `undefined` if the signal fired. */
async function pullPage(pull: PullSource, options: ConsumeOptions): Promise<readonly PendingWithdrawal[] | undefined> {
  const { symbol, signal, onProgress } = options
  const onFailure = (failure: Failure): void => notify(onProgress, { kind: 'pull-failed', ...failure })
  const retry = createRetry({ ...options, onFailure })
  const pullOnce = async () => pull({ symbol }, createSourceOptions(signal))
  const page = await waitUnlessAborted(
    signal,
    retry(() => traceStep('pull-withdrawals', pullOnce, ({ length }) => length)),
  )
  if (!page) return undefined
  notify(onProgress, { kind: 'pulled', records: page.length })
  if (page.length >= pageSize) notify(onProgress, { kind: 'page-full', records: page.length })
  return page
}

/** Hands over the withdrawals of a page, the oldest first, and returns how many were committed. */
async function handOffPage(
  page: readonly PendingWithdrawal[],
  concurrency: number,
  options: ConsumeOptions,
): Promise<number> {
  const { store, signal } = options
  const byId = new Map(page.map((withdrawal) => [withdrawal.trans_id, withdrawal]))
  const oldestFirst = [...byId.values()].toSorted((one, other) => one.trans_id - other.trans_id)
  let committed = 0
  await runInParallel(oldestFirst, { concurrency, canContinue: () => !signal?.aborted }, async (withdrawal) => {
    const key = String(withdrawal.trans_id)
    // Another loop of this process with the same store may be handing it over.
    await runExclusively(store, key, async () => {
      if (await store.has(key)) return
      if (await handOffWithdrawal(withdrawal, options)) committed += 1
    })
  })
  return committed
}

async function handOffWithdrawal(
  withdrawal: PendingWithdrawal,
  { store, handOff, signal, onProgress }: ConsumeOptions,
): Promise<boolean> {
  const { trans_id } = withdrawal
  const commits: Promise<Outcome>[] = []
  function commit(): Promise<void> {
    const adding = store.add(String(trans_id))
    commits.push(catchError(() => adding))
    return adding
  }
  const handOffOnce = async () => handOff(withdrawal, commit, createSourceOptions(signal))
  const handOffOutcome = await catchError(() => traceStep('hand-off', handOffOnce, () => 1))
  // The hand-off may have returned before its commits.
  const outcomes = await Promise.all(commits)
  const isCommitted = outcomes.some((outcome) => !('error' in outcome))
  if (isCommitted) notify(onProgress, { kind: 'committed', trans_id, ...handOffOutcome })
  else notify(onProgress, { kind: 'not-committed', trans_id, ...handOffOutcome, ...outcomes.at(-1) })
  // If the store cannot save, every pull would hand over the same withdrawal again.
  if (!isCommitted && outcomes.length > 0) throw outcomes.at(-1)?.error
  return isCommitted
}

interface Outcome {
  readonly error?: unknown
}

async function catchError(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return {}
  } catch (error) {
    return { error }
  }
}
