import { counted, type MoveOptions, tell } from '../moves.ts'
import { before, type CursorKind, type ExactId, exactId, greatest } from './ids.ts'
import { type PageSource, type Paging, readSlice, type Slice } from './page.ts'

/** Where to go on: the cursor, and which of the ids that will be read again were seen. Plain data, to be stored. */
export interface Resume {
  readonly cursor: string
  readonly seen: readonly string[]
}

/** A page of new records. */
export interface Page<R> {
  readonly records: readonly R[]
  /** Greatest id so far. */
  readonly cursor: string
  /** What another iteration takes as its `cursor` to go on behind this page. */
  readonly resume: Resume
  /** Whether nothing followed the page when it was made. */
  readonly last: boolean
}

export interface SinceProgress {
  readonly pages: number
  readonly records: number
  readonly cursor: string
}

export interface SinceOptions<R, Kind extends CursorKind> extends MoveOptions<SinceProgress> {
  /** Where to begin: `0`, the id of a record, or the `resume` of a page. */
  readonly cursor: number | string | Resume
  /** Most records of a page. */
  readonly page: number
  readonly idOf: (record: R) => number | string
  /** Whether the cursor travels as text or as a number. */
  readonly kind: Kind
  /**
   * So many ids before the greatest are read again each time, for a record can be committed late with a lower id. What
   * was seen is dropped; a bare cursor knows nothing of what was seen before it.
   */
  readonly overlap?: number | undefined
}

/** New records, one by one, or page by page with `.pages()`. */
export interface Since<R> extends AsyncIterable<R, undefined> {
  pages(): AsyncGenerator<Page<R>, undefined>
}

/**
 * Iterates over the records that follow a cursor, any number of pages, until a page comes short.
 *
 * @example
 * ```ts
 * import { since } from '@custody-wallet/client/workflows'
 *
 * const ids = Array.from({ length: 250 }, (_, index) => ({ id: index + 1 }))
 * const service = async (maxId: string) => ids.filter(({ id }) => id > Number(maxId)).slice(0, 100)
 * const options = { cursor: '0', page: 100, kind: 'text', idOf: ({ id }: { id: number }) => id } as const
 * for await (const { records, cursor } of since(service, options).pages()) console.log(records.length, cursor)
 * ```
 */
export function since<R, Kind extends CursorKind>(
  fetch: PageSource<R, Kind>,
  options: SinceOptions<R, Kind>,
): Since<R>
export function since<R>(fetch: PageSource<R>, options: SinceOptions<R, CursorKind>): Since<R> {
  const { page, idOf, kind, cursor, overlap = 0 } = options
  const paging: Paging<R> = { page: counted('page', page, 1), idOf, kind, fetch }
  const start = startOf(cursor, counted('overlap', overlap, 0))
  const pages = (): AsyncGenerator<Page<R>, undefined> => walk(paging, start, { ...options, overlap })
  return { pages, [Symbol.asyncIterator]: () => oneByOne(pages()) }
}

interface Start {
  readonly top: ExactId
  readonly seen: readonly ExactId[]
}

function startOf(cursor: SinceOptions<never, CursorKind>['cursor'], overlap: number): Start {
  if (typeof cursor !== 'object') return { top: exactId(cursor, 'cursor'), seen: [] }
  const seen = overlap > 0 ? cursor.seen.map((id) => exactId(id, 'cursor.seen')) : []
  return { top: exactId(cursor.cursor, 'cursor.cursor'), seen }
}

interface WalkOptions extends MoveOptions<SinceProgress> {
  readonly overlap: number
}

async function* walk<R>(
  paging: Paging<R>,
  start: Start,
  { overlap, signal, onProgress }: WalkOptions,
): AsyncGenerator<Page<R>, undefined> {
  const seen = new Set(start.seen)
  let { top } = start
  let at = before(top, overlap)
  let [pages, records] = [0, 0]
  for (let last = false; !last;) {
    const slice = await readSlice(paging, at, signal)
    const fresh = unseen(slice, seen)
    top = greatest(top, slice.top)
    if (overlap > 0) remember(seen, slice, before(top, overlap))
    // Only what was new sends the next read back: so pages of known records lead on, however wide the overlap is.
    at = fresh.length > 0 ? before(top, overlap) : slice.top
    last = slice.last
    pages += 1
    records += fresh.length
    const resume = { cursor: String(top), seen: Array.from(seen, String) }
    void tell(onProgress, { pages, records, cursor: resume.cursor })
    yield { records: fresh, cursor: resume.cursor, resume, last }
  }
  return undefined
}

const unseen = <R>({ records, ids }: Slice<R>, seen: ReadonlySet<ExactId | undefined>): readonly R[] =>
  seen.size === 0 ? records : records.filter((_, index) => !seen.has(ids[index]))

/** Keeps the ids that will be read again, and no others. */
function remember(seen: Set<ExactId>, { ids }: Slice<unknown>, from: ExactId): void {
  for (const id of ids) seen.add(id)
  for (const id of seen) if (id <= from) seen.delete(id)
}

// By hand: a generator would make four promises of each record, and there are millions of them.
function oneByOne<R>(pages: AsyncGenerator<Page<R>, undefined>): AsyncIterator<R, undefined> {
  let records: Iterator<R, undefined> = emptied
  let turns: Promise<unknown> = Promise.resolve()
  let turning = 0
  async function turn(): Promise<IteratorResult<R, undefined>> {
    for (;;) {
      const next = records.next()
      if (!next.done) return next
      const page = await pages.next()
      if (page.done) return next
      records = page.value.records.values()
    }
  }
  // Those who ask before the page is there get their records in the order in which they asked.
  function afterOthers(): Promise<IteratorResult<R, undefined>> {
    turning += 1
    const result = turns.then(turn).finally(() => (turning -= 1))
    turns = result.catch(() => undefined)
    return result
  }
  return {
    next() {
      if (turning > 0) return afterOthers()
      const next = records.next()
      return next.done ? afterOthers() : Promise.resolve(next)
    },
    async return() {
      if (turning > 0) await turns
      records = emptied
      await pages.return(undefined)
      return { done: true, value: undefined }
    },
  }
}

const emptied: Iterator<never, undefined> = { next: () => ({ done: true, value: undefined }) }
