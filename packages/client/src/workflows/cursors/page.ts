import { WorkflowError } from '../errors.ts'
import { type SourceOptions, sourceOptions, throwIfAborted } from '../moves.ts'
import { byValue, type CursorKind, type CursorOf, type ExactId, exactId } from './ids.ts'

/** Fetches the records that follow a cursor. */
export type PageSource<R, Kind extends CursorKind = CursorKind> = (
  cursor: CursorOf<Kind>,
  options: SourceOptions,
) => Promise<readonly R[]>

/** How a service pages. The members differ by the kind of its cursor. */
export type Paging<R> = {
  /** Most records of a page. One with fewer is the last. */
  readonly page: number
  readonly idOf: (record: R) => number | string
} & (
  | { readonly kind: 'text'; readonly fetch: PageSource<R, 'text'> }
  | { readonly kind: 'integer'; readonly fetch: PageSource<R, 'integer'> }
)

/** Records that follow a cursor, in the order of their ids, each once. */
export interface Slice<R> {
  readonly records: readonly R[]
  /** Their ids, at the same places. */
  readonly ids: readonly ExactId[]
  /** Greatest id of the page, or the cursor where it brought nothing. */
  readonly top: ExactId
  /** Whether nothing followed the page when it was made. */
  readonly last: boolean
}

/** Reads one page. A full one that does not go beyond its cursor would lead to itself for ever. */
export async function readSlice<R>(
  paging: Paging<R>,
  cursor: ExactId,
  signal: AbortSignal | undefined,
): Promise<Slice<R>> {
  throwIfAborted(signal)
  const page = await fetchAt(paging, cursor, sourceOptions(signal))
  throwIfAborted(signal)
  const { records, ids } = behind(cursor, inOrder(paging, page))
  const last = page.length < paging.page
  if (!last && records.length === 0) throw new WorkflowError('CURSOR_STUCK')
  return { records, ids, top: ids.at(-1) ?? cursor, last }
}

function fetchAt<R>(paging: Paging<R>, cursor: ExactId, options: SourceOptions): Promise<readonly R[]> {
  if (paging.kind === 'text') return paging.fetch(String(cursor), options)
  if (typeof cursor === 'number') return paging.fetch(cursor, options)
  throw new TypeError('A cursor that travels as a number must be exact.')
}

type Numbered<R> = Pick<Slice<R>, 'ids' | 'records'>

// A service hands out a page in its own order. Sorted, any record in it is a place to go on from.
function inOrder<R>({ idOf }: Paging<R>, page: readonly R[]): Numbered<R> {
  const ids = page.map((record) => exactId(idOf(record)))
  if (isAscending(ids)) return { records: page, ids }
  const each = new Map(ids.map((id, index) => [id, index]))
  const places = [...each].toSorted(([one], [other]) => byValue(one, other))
  return {
    records: places.flatMap(([, index]) => page.slice(index, index + 1)),
    ids: places.map(([id]) => id),
  }
}

function isAscending(ids: readonly ExactId[]): boolean {
  let before: ExactId = -1
  for (const id of ids) {
    if (id <= before) return false
    before = id
  }
  return true
}

/** Without those that stand at the cursor or before it. */
function behind<R>(cursor: ExactId, numbered: Numbered<R>): Numbered<R> {
  const { records, ids } = numbered
  if (ids[0] === undefined || ids[0] > cursor) return numbered
  const skipped = ids.filter((id) => id <= cursor).length
  return { records: records.slice(skipped), ids: ids.slice(skipped) }
}
