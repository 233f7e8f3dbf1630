import { WorkflowError } from '../errors.ts'
import { traceStep } from '../tracing.ts'
import { type SourceOptions, createSourceOptions, throwIfAborted } from '../workflow.ts'

/** A record id: a number if that is exact, otherwise a bigint. */
export type ExactId = number | bigint

const narrowId = (id: bigint): ExactId => (id <= Number.MAX_SAFE_INTEGER ? Number(id) : id)

/** Reads an id or a cursor: an integer of 0 or more, as an exact number or a string. */
export function toExactId(value: number | string, name = 'id'): ExactId {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value >= 0) return value
  } else if (/^(?:0|[1-9]\d{0,77})$/.test(value)) return narrowId(BigInt(value))
  throw new TypeError(`${name} must be an integer of 0 or more: an exact number, or a string of digits.`)
}

/** Subtracts a number of ids. The result is at least 0. */
export function subtractFromId(id: ExactId, count: number): ExactId {
  const earlier = BigInt(id) - BigInt(count)
  return earlier > 0n ? narrowId(earlier) : 0
}

export const getSmaller = (one: ExactId, other: ExactId): ExactId => (other < one ? other : one)
export const getGreater = (one: ExactId, other: ExactId): ExactId => (other > one ? other : one)

export function compareIds(one: ExactId, other: ExactId): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** How a service pages. */
export type Paging<R> = {
  /** Most records of a page. Pages may have fewer. */
  readonly page: number
  readonly getId: (record: R) => number | string
} & (
  | {
      readonly kind: 'text'
      readonly fetch: (cursor: string, options: SourceOptions) => Promise<readonly R[]>
    }
  | {
      readonly kind: 'integer'
      readonly fetch: (cursor: number, options: SourceOptions) => Promise<readonly R[]>
    }
)

/** The records of a page after a cursor, each once, in the order of their ids. */
export interface Slice<R> {
  readonly records: readonly R[]
  /** The ids of the records, in the same order. */
  readonly ids: readonly ExactId[]
  /** Greatest id of the page, or the cursor if the page has no new record. */
  readonly top: ExactId
  /** Whether the page has no record after the cursor, which was the end at that time. */
  readonly isLast: boolean
}

/**
 * Reads one page. A page with few records is not the end, because the pages of a service may be smaller than documented.
 * A full page without a record after the cursor is an error, because paging would not end.
 */
export async function readSlice<R>(
  paging: Paging<R>,
  cursor: ExactId,
  signal: AbortSignal | undefined,
): Promise<Slice<R>> {
  throwIfAborted(signal)
  const fetchPage = async () => fetchAt(paging, cursor, createSourceOptions(signal))
  const page = await traceStep('read-page', fetchPage, ({ length }) => length)
  throwIfAborted(signal)
  const { records, ids } = filterAfter(cursor, sortPage(paging, page))
  const isLast = records.length === 0
  if (isLast && page.length >= paging.page) throw new WorkflowError('CURSOR_STUCK', {})
  return { records, ids, top: ids.at(-1) ?? cursor, isLast }
}

function fetchAt<R>(paging: Paging<R>, cursor: ExactId, options: SourceOptions): Promise<readonly R[]> {
  if (paging.kind === 'text') return paging.fetch(String(cursor), options)
  if (typeof cursor === 'number') return paging.fetch(cursor, options)
  throw new TypeError('A cursor of kind integer must be at most 2^53 - 1. Use kind: text.')
}

type NumberedRecords<R> = Pick<Slice<R>, 'ids' | 'records'>

// Sorted, so that iteration can resume after any record. The service may use any order.
function sortPage<R>({ getId }: Paging<R>, page: readonly R[]): NumberedRecords<R> {
  const ids = page.map((record) => toExactId(getId(record)))
  if (isAscending(ids)) return { records: page, ids }
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const sortedIndexes = [...indexes].toSorted(([one], [other]) => compareIds(one, other))
  return {
    records: sortedIndexes.flatMap(([, index]) => page.slice(index, index + 1)),
    ids: sortedIndexes.map(([id]) => id),
  }
}

function isAscending(ids: readonly ExactId[]): boolean {
  let previous: ExactId = -1
  for (const id of ids) {
    if (id <= previous) return false
    previous = id
  }
  return true
}

/** Removes the records at the cursor and before it. */
function filterAfter<R>(cursor: ExactId, page: NumberedRecords<R>): NumberedRecords<R> {
  const { records, ids } = page
  if (ids[0] === undefined || ids[0] > cursor) return page
  const skipCount = ids.filter((id) => id <= cursor).length
  return { records: records.slice(skipCount), ids: ids.slice(skipCount) }
}
