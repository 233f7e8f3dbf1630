import { WorkflowError } from '../errors.ts'
import { counted, type MoveOptions, pause, resting, type SetTimer, tell } from '../moves.ts'
import { type Book, bookOf, type Change, type Tracked } from './book.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Reading, readRound } from './round.ts'
import type { FollowSource } from './source.ts'

export interface FollowProgress {
  /** Rounds so far; the one under way counts. */
  readonly round: number
  /** Readings of this round. */
  readonly readings: number
  readonly cursor: string
  /** Records that may still change. */
  readonly open: number
}

export interface FollowOptions extends MoveOptions<FollowProgress> {
  readonly checkpoint: Checkpoint
  /** Where to begin when the checkpoint is empty; at the first record unless given. */
  readonly from?: number | string | undefined
  /** So many ids before the greatest are read again each round, for a record can be committed late with a lower id. */
  readonly overlap?: number | undefined
  /** Milliseconds between two rounds; 10,000 unless given. */
  readonly interval?: number | undefined
  /** Ends after the first round. */
  readonly once?: boolean | undefined
  readonly setTimer?: SetTimer | undefined
}

/**
 * Follows records: hands over every new one, and again whenever status, confirmations or revision time of one changed
 * that was not final yet. Each change is handed over at least once, for a change counts as processed when the next one
 * is asked for, and only then goes to the checkpoint. Run again with the same checkpoint, it goes on.
 *
 * @example
 * ```ts
 * import { finalStatus, follow, memoryCheckpoint } from '@custody-wallet/client/workflows'
 *
 * const records = [1, 2, 3].map((id) => ({ id, status: id === 3 ? 0 : 1, confirmations: id, updated_at: 1767225600000 }))
 * const source = {
 *   kind: 'text' as const,
 *   page: 100,
 *   fetch: async (maxId: string) => records.filter(({ id }) => id > Number(maxId)),
 *   idOf: ({ id }: { id: number }) => id,
 *   isFinal: finalStatus('depositStatus'),
 * }
 * for await (const { kind, record, final } of follow(source, { checkpoint: memoryCheckpoint(), once: true }))
 *   console.log(kind, record.id, final)
 * ```
 */
export async function* follow<R extends Tracked>(
  source: FollowSource<R>,
  options: FollowOptions,
): AsyncGenerator<Change<R>, undefined> {
  const { checkpoint, from = source.first ?? 0, signal } = options
  const interval = resting('interval', options.interval ?? 10_000)
  const overlap = counted('overlap', options.overlap ?? 0, 0)
  counted('page', source.page, 1)
  const saved = (await checkpoint.load()) ?? { cursor: String(from), seen: [], open: [] }
  if (saved.of !== undefined && source.name !== undefined && saved.of !== source.name)
    throw new WorkflowError('CHECKPOINT_OF_OTHERS')
  const book = bookOf(saved, { overlap, isFinal: source.isFinal, name: source.name })
  for (let round = 1; ; round += 1) {
    let readings = 0
    for await (const reading of readRound(source, book, signal)) {
      readings += 1
      yield* handOver(reading, book, checkpoint)
      void tell(options.onProgress, { round, readings, cursor: String(book.cursor), open: book.openCount })
    }
    if (options.once) return undefined
    await pause(interval, { signal, setTimer: options.setTimer })
  }
}

// Whoever leaves in the middle has processed all but the change at hand: what came before it is kept.
async function* handOver<R>(
  { entries, top }: Reading<R>,
  book: Book<R>,
  checkpoint: Checkpoint,
): AsyncGenerator<Change<R>, undefined> {
  let settled = 0
  try {
    for (const entry of entries) {
      const judgement = book.judge(entry)
      if (!judgement) continue
      yield judgement.change
      book.settle(judgement.note)
      settled += 1
    }
    if (top !== undefined) book.pass(top)
  } finally {
    if (settled > 0) await checkpoint.save(book.state())
  }
  return undefined
}
