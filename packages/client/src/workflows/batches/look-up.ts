import { checkCount } from '../../calls/checks.ts'
import { notify } from '../../calls/hooks.ts'
import { WorkflowError } from '../errors.ts'
import { isRetryable } from '../retries.ts'
import { traceStep } from '../tracing.ts'
import { runInParallel, type SourceOptions, createSourceOptions, type WorkflowOptions } from '../workflow.ts'
import { type BatchOptions, createIdBatches } from './id-batches.ts'

export interface LookUpResult<R> {
  /** Records in the order of the ids. */
  readonly found: readonly R[]
  /** Ids without a record. */
  readonly missing: readonly string[]
}

/**
 * A look-up that failed in part. `outcome` has what was found; logs of the error do not show it. `cause` is the error of a
 * call, or an `AggregateError` of several.
 */
export class LookUpError<R> extends WorkflowError<'ABORTED' | 'BATCH_PARTIAL'> {
  readonly #outcome: LookUpError<R>['outcome']

  constructor(code: 'ABORTED' | 'BATCH_PARTIAL', outcome: LookUpError<R>['outcome']) {
    const count = outcome.remaining.length + outcome.failed.reduce((sum, { ids }) => sum + ids.length, 0)
    super(code, { count }, createErrorOptions(outcome))
    this.#outcome = outcome
  }

  /** `failed`: ids whose call failed, with the error of the call. `remaining`: ids that were not requested. */
  get outcome(): LookUpResult<R> & {
    readonly failed: readonly { readonly ids: readonly string[]; readonly error: unknown }[]
    readonly remaining: readonly string[]
  } {
    return this.#outcome
  }

  /** Whether the same look-up may succeed later: the errors of all failed calls are retryable. */
  get retryable(): boolean {
    return this.code !== 'ABORTED' && this.#outcome.failed.every(({ error }) => isRetryable(error))
  }
}

function createErrorOptions({ failed }: Pick<LookUpError<unknown>['outcome'], 'failed'>): ErrorOptions {
  const errors = failed.map(({ error }) => error)
  if (errors.length === 0) return {}
  return {
    cause: errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} calls failed.`),
  }
}

/** Looks up the records of some ids in one call. */
export type ListSource<R> = (ids: readonly string[], options: SourceOptions) => Promise<readonly R[]>

/** Looks up any number of ids. Its progress counts ids: looked up, all, and failed. */
export type Lister<R> = (
  ids: Iterable<string>,
  options?: WorkflowOptions<{ readonly done: number; readonly total: number; readonly failed: number }> & {
    /** Calls at the same time. Default: 4. */
    readonly concurrency?: number | undefined
  },
) => Promise<LookUpResult<R>>

export type LookUpOptions<R> = BatchOptions &
  NonNullable<Parameters<Lister<R>>[1]> & {
    /** The requested id that a record belongs to. An empty one belongs to none. */
    readonly getId: (record: R) => string
    /** Whether `maximum` limits the ids of a call or the records that it returns. */
    readonly caps: 'ids' | 'records'
  }

/** Failed calls in a row after which the look-up makes no further call. */
const maxFailures = 3

/**
 * Looks up any number of ids: splits them into batches, makes several calls at the same time, and keeps the order of the
 * ids. When calls fail, the others continue, and a `LookUpError` has what was found.
 */
export async function lookUp<R>(
  list: ListSource<R>,
  ids: Iterable<string>,
  options: LookUpOptions<R>,
): Promise<LookUpResult<R>> {
  const { signal, onProgress } = options
  const concurrency = checkCount('concurrency', options.concurrency ?? 4, 1)
  const batches = await createIdBatches(ids, options)
  const results = new Map<number, BatchResult<R>>()
  const total = batches.reduce((sum, batch) => sum + batch.length, 0)
  let [done, failed, failuresInARow] = [0, 0, 0]
  const canContinue = (): boolean => !signal?.aborted && failuresInARow < maxFailures
  await runInParallel(batches, { concurrency, canContinue }, async (batch, index) => {
    const result = await lookUpBatch(list, batch, options)
    results.set(index, result)
    if ('error' in result) failed += batch.length
    else done += batch.length
    failuresInARow = 'error' in result ? failuresInARow + 1 : 0
    notify(onProgress, { done, total, failed })
  })
  const outcome = combineResults(batches, results)
  const { found, missing } = outcome
  if (outcome.failed.length === 0 && outcome.remaining.length === 0) return { found, missing }
  throw new LookUpError(signal?.aborted ? 'ABORTED' : 'BATCH_PARTIAL', outcome)
}

type BatchResult<R> = LookUpResult<R> | { readonly error: unknown }

async function lookUpBatch<R>(
  list: ListSource<R>,
  batch: readonly string[],
  options: LookUpOptions<R>,
): Promise<BatchResult<R>> {
  try {
    return sortByIds(batch, await fetchRecords(list, batch, options))
  } catch (error) {
    return { error }
  }
}

function sortByIds<R>(ids: readonly string[], records: ReadonlyMap<string, R | DuplicateRecords<R>>): LookUpResult<R> {
  const found: R[] = []
  const missing: string[] = []
  for (const id of ids) {
    const own = records.get(id)
    if (own === undefined) missing.push(id)
    else if (own instanceof DuplicateRecords) append(found, own.records)
    else found.push(own)
  }
  return { found, missing }
}

/** Fetches records by id. If a call limits records, requests ids without a record again after a full response. */
async function fetchRecords<R>(
  list: ListSource<R>,
  ids: readonly string[],
  options: LookUpOptions<R>,
): Promise<ReadonlyMap<string, R | DuplicateRecords<R>>> {
  const { getId, caps, maximum, signal } = options
  // A copy, because the source may change the list.
  const listBatch = async () => list([...ids], createSourceOptions(signal))
  const records = await traceStep('look-up', listBatch, ({ length }) => length)
  const byId = mapById(records, getId)
  const remaining = caps === 'ids' || records.length < maximum ? [] : ids.filter((id) => !byId.has(id))
  if (remaining.length === 0) return byId
  if (remaining.length === ids.length) throw new WorkflowError('BATCH_STUCK', { count: remaining.length })
  return new Map([...(await fetchRecords(list, remaining, options)), ...byId])
}

class DuplicateRecords<R> {
  readonly records: R[] = []
}

// Most ids have one record, and a list for each would take a third of the time of a look-up.
function mapById<R>(records: readonly R[], getId: (record: R) => string): ReadonlyMap<string, R | DuplicateRecords<R>> {
  const byId = new Map<string, R | DuplicateRecords<R>>()
  for (const record of records) {
    const id = getId(record)
    const own = byId.get(id)
    if (own === undefined) byId.set(id, record)
    else if (own instanceof DuplicateRecords) own.records.push(record)
    else byId.set(id, createDuplicateRecords(own, record))
  }
  return byId
}

function createDuplicateRecords<R>(...records: readonly R[]): DuplicateRecords<R> {
  const duplicates = new DuplicateRecords<R>()
  append(duplicates.records, records)
  return duplicates
}

function combineResults<R>(
  batches: readonly (readonly string[])[],
  results: ReadonlyMap<number, BatchResult<R>>,
): LookUpError<R>['outcome'] {
  const outcome: Writable<LookUpError<R>['outcome']> = { found: [], missing: [], failed: [], remaining: [] }
  for (const [index, ids] of batches.entries()) {
    const result = results.get(index)
    if (!result) append(outcome.remaining, ids)
    else if ('error' in result) outcome.failed.push({ ids, error: result.error })
    else {
      append(outcome.found, result.found)
      append(outcome.missing, result.missing)
    }
  }
  return outcome
}

type Writable<Lists extends Readonly<Record<keyof Lists, readonly unknown[]>>> = {
  readonly [Field in keyof Lists]: Lists[Field][number][]
}

// One by one, because calls have a limit of arguments.
function append<T>(all: T[], more: readonly T[]): void {
  for (const entry of more) all.push(entry)
}
