import { checkCount } from '../../calls/checks.ts'
import { notify } from '../../calls/hooks.ts'
import { WorkflowError } from '../errors.ts'
import { isRetryable } from '../retries.ts'
import { inParallel, type SourceOptions, sourceOptions, type WorkflowOptions } from '../workflow.ts'
import { type BatchOptions, idBatches } from './id-batches.ts'

/** Result of a look-up. */
export interface LookUp<R> {
  /** Records in the order of the ids. */
  readonly found: readonly R[]
  /** Ids without a record. */
  readonly missing: readonly string[]
}

/**
 * A look-up that failed in part. `outcome` has what was found; it is a getter, so a log that prints the error does not
 * show it. `cause` is the error of a call, or an `AggregateError` of several.
 */
export class LookUpError<R> extends WorkflowError<'ABORTED' | 'BATCH_PARTIAL'> {
  readonly #outcome: LookUpError<R>['outcome']

  constructor(code: 'ABORTED' | 'BATCH_PARTIAL', outcome: LookUpError<R>['outcome']) {
    const count = outcome.left.length + outcome.failed.reduce((sum, { ids }) => sum + ids.length, 0)
    super(code, { count }, causeOf(outcome))
    this.#outcome = outcome
  }

  /** `failed`: ids whose call failed, with the error of the call. `left`: ids that were not requested. */
  get outcome(): LookUp<R> & {
    readonly failed: readonly { readonly ids: readonly string[]; readonly error: unknown }[]
    readonly left: readonly string[]
  } {
    return this.#outcome
  }

  /** Whether the same look-up may succeed later: the error of every failed call says so. */
  get retryable(): boolean {
    return this.code !== 'ABORTED' && this.#outcome.failed.every(({ error }) => isRetryable(error))
  }
}

function causeOf({ failed }: Pick<LookUpError<unknown>['outcome'], 'failed'>): ErrorOptions {
  const errors = failed.map(({ error }) => error)
  if (errors.length === 0) return {}
  return {
    cause: errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} calls failed.`),
  }
}

/** Looks up the records of some ids in one call. */
export type ListSource<R> = (ids: readonly string[], options: SourceOptions) => Promise<readonly R[]>

/** Looks up any number of ids. Its progress counts ids: those that were answered, all, and those whose call failed. */
export type Lister<R> = (
  ids: Iterable<string>,
  options?: WorkflowOptions<{ readonly done: number; readonly total: number; readonly failed: number }> & {
    /** Calls at the same time. Default: 4. */
    readonly concurrency?: number | undefined
  },
) => Promise<LookUp<R>>

export type LookUpOptions<R> = BatchOptions &
  NonNullable<Parameters<Lister<R>>[1]> & {
    /** The id that a record answers. An empty one answers no id. */
    readonly idOf: (record: R) => string
    /** What `maximum` limits: the ids of a call, or the records that it returns. */
    readonly caps: 'ids' | 'records'
  }

/** After this number of failed calls in a row, the look-up makes no further call. */
const maxFailures = 3

/**
 * Looks up any number of ids: cuts them into batches, makes several calls at the same time, and keeps the order of the
 * ids. When calls fail, the others continue, and a `LookUpError` carries what was found.
 */
export async function lookUp<R>(
  list: ListSource<R>,
  ids: Iterable<string>,
  options: LookUpOptions<R>,
): Promise<LookUp<R>> {
  const { signal, onProgress } = options
  const concurrency = checkCount('concurrency', options.concurrency ?? 4, 1)
  const batches = await idBatches(ids, options)
  const answers = new Map<number, Answer<R>>()
  const total = batches.reduce((sum, batch) => sum + batch.length, 0)
  let [done, failed, failuresInARow] = [0, 0, 0]
  const mayContinue = (): boolean => !signal?.aborted && failuresInARow < maxFailures
  await inParallel(batches, { concurrency, mayContinue }, async (batch, index) => {
    const answer = await answerFor(list, batch, options)
    answers.set(index, answer)
    if ('error' in answer) failed += batch.length
    else done += batch.length
    failuresInARow = 'error' in answer ? failuresInARow + 1 : 0
    notify(onProgress, { done, total, failed })
  })
  const outcome = outcomeOf(batches, answers)
  const { found, missing } = outcome
  if (outcome.failed.length === 0 && outcome.left.length === 0) return { found, missing }
  throw new LookUpError(signal?.aborted ? 'ABORTED' : 'BATCH_PARTIAL', outcome)
}

type Answer<R> = LookUp<R> | { readonly error: unknown }

async function answerFor<R>(
  list: ListSource<R>,
  batch: readonly string[],
  options: LookUpOptions<R>,
): Promise<Answer<R>> {
  try {
    return inOrder(batch, await recordsOf(list, batch, options))
  } catch (error) {
    return { error }
  }
}

function inOrder<R>(ids: readonly string[], records: ReadonlyMap<string, R | Several<R>>): LookUp<R> {
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

/** Records by id. If a call limits records, a full answer may hide some: the ids without a record are requested again. */
async function recordsOf<R>(
  list: ListSource<R>,
  ids: readonly string[],
  options: LookUpOptions<R>,
): Promise<ReadonlyMap<string, R | Several<R>>> {
  const { idOf, caps, maximum, signal } = options
  // A copy, because the source may change the list that it gets.
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

// Almost every id has one record, and a list for each would take a third of the time of a look-up.
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
): LookUpError<R>['outcome'] {
  const outcome: Writable<LookUpError<R>['outcome']> = { found: [], missing: [], failed: [], left: [] }
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

type Writable<Lists extends Readonly<Record<keyof Lists, readonly unknown[]>>> = {
  readonly [Member in keyof Lists]: Lists[Member][number][]
}

// One by one, because a call of `push` has a limit of arguments.
function append<T>(all: T[], more: readonly T[]): void {
  for (const entry of more) all.push(entry)
}
