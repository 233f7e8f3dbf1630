import { checkCount } from '../../calls/checks.ts'
import { notify } from '../../calls/hooks.ts'
import type { WorkflowOptions } from '../workflow.ts'
import { type ExactId, toExactId, getGreater, subtractFromId, type Paging, readSlice, type Slice } from './pages.ts'

/** A page of new records. */
export interface Page<R> {
  readonly records: readonly R[]
  /** Greatest id so far. */
  readonly cursor: string
  /**
   * Cursor of another iteration that resumes after this page; `seen` has the ids that it reads again. Plain data that you
   * can save.
   */
  readonly resume: { readonly cursor: string; readonly seen: readonly string[] }
  /** Whether the page has no record after the cursor, which was the end at that time. */
  readonly isLast: boolean
}

/** Start of an iteration: `0`, the id of a record, or the `resume` of a page. */
type Cursor = number | string | Page<unknown>['resume']

/** New records, one by one, or page by page with `.pages()`. */
export interface Since<R> extends AsyncIterable<R, undefined> {
  pages(): AsyncGenerator<Page<R>, undefined>
}

export interface SinceOptions extends WorkflowOptions<{
  readonly pages: number
  readonly records: number
  readonly cursor: string
}> {
  /**
   * How many ids before the greatest one are read again each time, to find records that are committed late with a lower
   * id. Known records are left out. A plain cursor has no known records: use `resume` to continue.
   */
  readonly overlap?: number | undefined
}

/**
 * Iterates over the records after a cursor, over any number of pages. It ends at a page without a new record. A page that
 * is not full does not end it, because services do not promise that only the last page is short.
 */
export function readSince<R>(paging: Paging<R>, cursor: Cursor, options: SinceOptions = {}): Since<R> {
  const overlap = checkCount('overlap', options.overlap ?? 0, 0)
  checkCount('page', paging.page, 1)
  const start = resolveStart(cursor, overlap)
  const pages = (): AsyncGenerator<Page<R>, undefined> => readPages(paging, start, { ...options, overlap })
  return { pages, [Symbol.asyncIterator]: () => iterateRecords(pages()) }
}

interface Start {
  readonly top: ExactId
  readonly seen: readonly ExactId[]
}

function resolveStart(cursor: Cursor, overlap: number): Start {
  if (typeof cursor !== 'object') return { top: toExactId(cursor, 'cursor'), seen: [] }
  const seen = overlap > 0 ? cursor.seen.map((id) => toExactId(id, 'cursor.seen')) : []
  return { top: toExactId(cursor.cursor, 'cursor.cursor'), seen }
}

async function* readPages<R>(
  paging: Paging<R>,
  start: Start,
  { overlap, signal, onProgress }: SinceOptions & { readonly overlap: number },
): AsyncGenerator<Page<R>, undefined> {
  const seen = new Set(start.seen)
  let { top } = start
  let cursor = subtractFromId(top, overlap)
  let [pages, records] = [0, 0]
  for (let isLast = false; !isLast;) {
    const slice = await readSlice(paging, cursor, signal)
    const newRecords = filterUnseen(slice, seen)
    top = getGreater(top, slice.top)
    if (overlap > 0) remember(seen, slice, subtractFromId(top, overlap))
    // Goes back only after new records, so that pages of known records advance the cursor with any overlap.
    cursor = newRecords.length > 0 ? subtractFromId(top, overlap) : slice.top
    isLast = slice.isLast
    pages += 1
    records += newRecords.length
    const resume = { cursor: String(top), seen: Array.from(seen, String) }
    notify(onProgress, { pages, records, cursor: resume.cursor })
    yield { records: newRecords, cursor: resume.cursor, resume, isLast }
  }
  return undefined
}

const filterUnseen = <R>({ records, ids }: Slice<R>, seen: ReadonlySet<ExactId | undefined>): readonly R[] =>
  seen.size === 0 ? records : records.filter((_, index) => !seen.has(ids[index]))

/** Adds the ids of a page, and drops ids before the overlap. */
function remember(seen: Set<ExactId>, { ids }: Slice<unknown>, from: ExactId): void {
  for (const id of ids) seen.add(id)
  for (const id of seen) if (id <= from) seen.delete(id)
}

// Not a generator, which would create four promises for each record.
function iterateRecords<R>(pages: AsyncGenerator<Page<R>, undefined>): AsyncIterator<R, undefined> {
  let records: Iterator<R, undefined> = noRecords
  let queue: Promise<unknown> = Promise.resolve()
  let queueLength = 0
  async function readNextRecord(): Promise<IteratorResult<R, undefined>> {
    for (;;) {
      const next = records.next()
      if (!next.done) return next
      const page = await pages.next()
      if (page.done) return next
      records = page.value.records.values()
    }
  }
  // Calls during the fetch of a page get their records in the order of the calls.
  function enqueue(): Promise<IteratorResult<R, undefined>> {
    queueLength += 1
    const result = queue.then(readNextRecord).finally(() => (queueLength -= 1))
    queue = result.catch(() => undefined)
    return result
  }
  return {
    next() {
      if (queueLength > 0) return enqueue()
      const next = records.next()
      return next.done ? enqueue() : Promise.resolve(next)
    },
    async return() {
      if (queueLength > 0) await queue
      records = noRecords
      await pages.return(undefined)
      return { done: true, value: undefined }
    },
  }
}

const noRecords: Iterator<never, undefined> = { next: () => ({ done: true, value: undefined }) }
