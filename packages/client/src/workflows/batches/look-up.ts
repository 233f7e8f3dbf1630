import { WorkflowError } from '../errors.ts'
import { counted, inParallel, type MoveOptions, type SourceOptions, sourceOptions, tell } from '../moves.ts'
import { type LookUp, LookUpError, type PartialLookUp } from './outcome.ts'
import { type BatchOptions, idBatches } from './plan.ts'

/** Looks up the records of some ids in one call. */
export type ListSource<R> = (ids: readonly string[], options: SourceOptions) => Promise<readonly R[]>

export interface LookUpProgress {
  /** Ids that were answered, and all ids. */
  readonly done: number
  readonly total: number
  readonly failed: number
}

export interface LookUpOptions<R> extends BatchOptions, MoveOptions<LookUpProgress> {
  /** The id by which a record was asked for; possibly empty, and then it answers for no id. */
  readonly idOf: (record: R) => string
  /** What `maximum` caps: the ids of a call, or the records that it returns. */
  readonly caps: 'ids' | 'records'
  /** Calls at a time; 4 unless given. */
  readonly concurrency?: number | undefined
}

/** After so many calls that failed in a row, with none between them that did not, no further one is made. */
const patience = 3

/**
 * Looks up any number of ids: cuts them into batches, asks for several at a time, and keeps the order of the ids.
 * When calls fail, the others go on, and a `LookUpError` carries what was found.
 *
 * @example
 * ```ts
 * import { lookUp } from '@custody-wallet/client/workflows'
 *
 * const service = async (ids: readonly string[]) => ids.filter((id) => id !== 'b').map((request_id) => ({ request_id }))
 * const { found, missing } = await lookUp(service, ['a', 'b', 'c'], {
 *   idOf: ({ request_id }) => request_id,
 *   maximum: 100,
 *   caps: 'ids',
 * })
 * console.log(found.length, missing) // 2 [ 'b' ]
 * ```
 */
export async function lookUp<R>(
  list: ListSource<R>,
  ids: Iterable<string>,
  options: LookUpOptions<R>,
): Promise<LookUp<R>> {
  const concurrency = counted('concurrency', options.concurrency ?? 4, 1)
  const batches = await idBatches(ids, options)
  const answers = new Map<number, Answer<R>>()
  const state = { done: 0, failed: 0, inARow: 0 }
  const total = batches.reduce((all, batch) => all + batch.length, 0)
  const goOn = (): boolean => !options.signal?.aborted && state.inARow < patience
  await inParallel(batches, { concurrency, goOn }, async (batch, index) => {
    const answer = await answerFor(list, batch, options)
    answers.set(index, answer)
    const failed = 'error' in answer
    state.inARow = failed ? state.inARow + 1 : 0
    state[failed ? 'failed' : 'done'] += batch.length
    void tell(options.onProgress, { done: state.done, total, failed: state.failed })
  })
  return settled(outcomeOf(batches, answers), options.signal)
}

type Answer<R> = LookUp<R> | { readonly error: unknown }

async function answerFor<R>(
  list: ListSource<R>,
  batch: readonly string[],
  options: LookUpOptions<R>,
): Promise<Answer<R>> {
  try {
    return sortedBy(batch, await recordsOf(list, batch, options))
  } catch (error) {
    return { error }
  }
}

function sortedBy<R>(ids: readonly string[], records: ReadonlyMap<string, R | Several<R>>): LookUp<R> {
  const found: R[] = []
  const missing: string[] = []
  for (const id of ids) {
    const own = records.get(id)
    if (own === undefined) missing.push(id)
    else if (own instanceof Several) append(found, own.records)
    else found.push(own)
  }
  return { found, missing }
}

/** Records by id. Where a call caps records, a full one may have hidden some: those ids are asked for again. */
async function recordsOf<R>(
  list: ListSource<R>,
  ids: readonly string[],
  options: LookUpOptions<R>,
): Promise<ReadonlyMap<string, R | Several<R>>> {
  const { idOf, caps, maximum, signal } = options
  // A list of its own: the ids are needed again behind the call.
  const records = await list([...ids], sourceOptions(signal))
  const byId = keyed(records, idOf)
  const left = caps === 'ids' || records.length < maximum ? [] : ids.filter((id) => !byId.has(id))
  if (left.length === 0) return byId
  if (left.length === ids.length) throw new WorkflowError('BATCH_STUCK', { count: left.length })
  return new Map([...(await recordsOf(list, left, options)), ...byId])
}

/** Records of one id. */
class Several<R> {
  readonly records: R[] = []
}

// Mostly an id has one record: a list around each of them would be a third of the time of a look-up.
function keyed<R>(records: readonly R[], idOf: (record: R) => string): ReadonlyMap<string, R | Several<R>> {
  const byId = new Map<string, R | Several<R>>()
  for (const record of records) {
    const id = idOf(record)
    const own = byId.get(id)
    if (own === undefined) byId.set(id, record)
    else if (own instanceof Several) own.records.push(record)
    else byId.set(id, several(own, record))
  }
  return byId
}

function several<R>(...records: readonly R[]): Several<R> {
  const those = new Several<R>()
  append(those.records, records)
  return those
}

function outcomeOf<R>(
  batches: readonly (readonly string[])[],
  answers: ReadonlyMap<number, Answer<R>>,
): PartialLookUp<R> {
  const outcome: Sorted<R> = { found: [], missing: [], failed: [], left: [] }
  for (const [index, ids] of batches.entries()) {
    const answer = answers.get(index)
    if (!answer) append(outcome.left, ids)
    else if ('error' in answer) outcome.failed.push({ ids, error: answer.error })
    else {
      append(outcome.found, answer.found)
      append(outcome.missing, answer.missing)
    }
  }
  return outcome
}

type Sorted<R> = { readonly [Member in keyof PartialLookUp<R>]: PartialLookUp<R>[Member][number][] }

// One by one: as arguments of one call they could be too many.
function append<T>(all: T[], more: readonly T[]): void {
  for (const entry of more) all.push(entry)
}

function settled<R>(outcome: PartialLookUp<R>, signal: AbortSignal | undefined): LookUp<R> {
  const { found, missing, failed, left } = outcome
  if (failed.length === 0 && left.length === 0) return { found, missing }
  throw new LookUpError(signal?.aborted ? 'ABORTED' : 'BATCH_PARTIAL', outcome)
}
