import { checkCount } from '../../calls/checks.ts'
import type { SetTimer } from '../../calls/deadline.ts'
import { notify } from '../../calls/hooks.ts'
import { WorkflowError } from '../errors.ts'
import { checkRetries, type Failure, type RetryOptions, createRetry } from '../retries.ts'
import { traceStep } from '../tracing.ts'
import { checkInterval, pause, type WorkflowOptions } from '../workflow.ts'
import type { Checkpoint, TrackedRecord } from './checkpoint.ts'
import { checkDepth } from './credits.ts'
import { type FollowSource, type Reading, type RoundScope, readRound } from './round.ts'
import { type Change, type PendingChange, type State, restoreState } from './state.ts'

export interface FollowProgress {
  /** Number of the current round, from 1. */
  readonly round: number
  /** Pages and look-ups of this round so far. */
  readonly readings: number
  readonly cursor: string
  /** Records that may still change. */
  readonly open: number
  /** The failed call, if one failed. */
  readonly failure?: Failure
}

export interface FollowOptions extends WorkflowOptions<FollowProgress>, RetryOptions {
  readonly checkpoint: Checkpoint
  /** Where to begin without a saved state. Default: at the first record. */
  readonly from?: number | string | undefined
  /** How many ids before the greatest one are read again each round, to find records that are committed late. */
  readonly overlap?: number | undefined
  /**
   * Most confirmations with which a credited record is read again, because a reorganization of the chain may undo it. For
   * all coins, or by symbol. Default: 100. Records that are a day older than the newest are not read again either.
   */
  readonly depth?: number | Readonly<Record<string, number>> | undefined
  /** Milliseconds between two rounds. Default: 10,000. */
  readonly interval?: number | undefined
  readonly setTimer?: SetTimer | undefined
}

/**
 * Follows records: yields each new one, and each later change of its status, confirmations or revision time until it is
 * final. If the chain undoes a final record, the change is `undone`, and `returned` when the record is final again. When
 * you request the next change, the previous one counts as processed and is saved in the checkpoint. So each change is
 * yielded at least once, and a later run with the same checkpoint continues. Retries calls that fail with a `retryable`
 * error.
 *
 * @example
 * ```ts
 * import { follow, memoryCheckpoint } from '@custody-wallet/client/workflows'
 *
 * const records = [1, 2, 3].map((id) => ({ id, status: id === 3 ? 0 : 1, confirmations: id, updated_at: 1767225600000 }))
 * const source = {
 *   kind: 'text' as const,
 *   page: 100,
 *   fetch: async (maxId: string) => records.filter(({ id }) => id > Number(maxId)),
 *   getId: ({ id }: { id: number }) => id,
 *   isFinal: ({ status }: { status: number }) => status === 1,
 * }
 * for await (const { kind, id, isFinal } of follow(source, { checkpoint: memoryCheckpoint(), once: true }))
 *   console.log(kind, id, isFinal)
 * ```
 */
export async function* follow<R extends TrackedRecord>(
  source: FollowSource<R>,
  options: FollowOptions,
): AsyncGenerator<Change<R>, undefined> {
  const { checkpoint, from = source.first ?? 0, signal } = options
  const interval = checkInterval('interval', options.interval ?? 10_000)
  const overlap = checkCount('overlap', options.overlap ?? 0, 0)
  checkCount('page', source.page, 1)
  checkRetries(options)
  const depth = checkDepth(options.depth ?? {})
  const savedState = (await checkpoint.load()) ?? { cursor: String(from), seen: [], open: [] }
  if (savedState.of !== undefined && source.name !== undefined && savedState.of !== source.name)
    throw new WorkflowError('CHECKPOINT_MISMATCHED', {})
  const state = restoreState(savedState, { overlap, depth, isFinal: source.isFinal, name: source.name })
  for (let round = 1; ; round += 1) {
    let readings = 0
    const report = (failure?: Failure): void => {
      const progress = { round, readings, cursor: String(state.cursor), open: state.openCount }
      notify(options.onProgress, { ...progress, ...(failure && { failure }) })
    }
    const retry = createRetry({ ...options, onFailure: report })
    for await (const reading of readRound(source, planReads(state, round), { signal, retry })) {
      readings += 1
      yield* yieldChanges(reading, state, checkpoint)
      report()
    }
    if (options.once) return undefined
    await pause(interval, { signal, setTimer: options.setTimer })
  }
}

// A consumer that stops early has processed all changes except the current one, so the earlier ones are saved.
async function* yieldChanges<R>(
  { entries, absent, top }: Reading<R>,
  state: State<R>,
  checkpoint: Checkpoint,
): AsyncGenerator<Change<R>, undefined> {
  let changeCount = 0
  try {
    for (const pending of listChanges(state, entries, absent)) {
      yield pending.change
      state.apply(pending.update)
      changeCount += 1
    }
    if (top !== undefined) state.advance(top)
  } finally {
    const save = async () => checkpoint.save(state.save())
    if (changeCount > 0) await traceStep('save-checkpoint', save, () => changeCount)
  }
  return undefined
}

// A generator, because each change depends on the processed changes before it.
function* listChanges<R>(
  state: State<R>,
  entries: Reading<R>['entries'],
  absent: Reading<R>['absent'],
): Generator<PendingChange<R>, undefined> {
  for (const entry of entries) {
    state.note(entry)
    const pending = state.findChange(entry)
    if (pending) yield pending
  }
  for (const id of absent) {
    const pending = state.findLoss(id)
    if (pending) yield pending
  }
  return undefined
}

/** Credits are many and change rarely, so they are not read in every round. */
const roundsPerCheck = 6

const planReads = <R>(state: State<R>, round: number): RoundScope => ({
  ids: round % roundsPerCheck === 1 ? state.listWatchedIds() : state.listOpenIds(),
  tail: state.tail,
})
