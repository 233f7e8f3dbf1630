// One round looks at everything that may have changed, in as few calls as that takes. Ids tell nothing about the gaps
// between them, so no plan is made ahead: each page says how far it reaches, and the next one begins right before the
// first open record behind it. No other choice of pages has fewer.
import { lookUp } from '../batches/look-up.ts'
import { before, byValue, type ExactId, exactId, least } from '../cursors/ids.ts'
import { readSlice } from '../cursors/page.ts'
import { sourceOptions, throwIfAborted } from '../moves.ts'
import type { Book, Entry } from './book.ts'
import type { FollowSource } from './source.ts'

/** Records that were read, in the order of their ids; of a page also how far it reaches. */
export interface Reading<R> {
  readonly entries: readonly Entry<R>[]
  readonly top?: ExactId
}

/** Reads all open records again, and all that is new. */
export async function* readRound<R>(
  source: FollowSource<R>,
  book: Pick<Book<R>, 'cursor' | 'openIds' | 'tail'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Reading<R>, undefined> {
  const open = book.openIds()
  const tail = tailOf(source, open, book)
  const listed = isListed(source) ? open.filter((id) => id <= tail) : []
  yield* readListed(source, listed, signal)
  yield* readPages(source, { book, open: open.slice(listed.length), tail }, signal)
  return undefined
}

const isListed = <R>(
  source: FollowSource<R>,
): source is FollowSource<R> & Required<Pick<FollowSource<R>, 'look'>> =>
  source.look !== undefined && source.look.maximum >= source.page

// No more records than ids lie between two ids. So a page that begins at an open record this close to the end takes it
// along, and costs no call of its own.
function tailOf<R>(
  source: FollowSource<R>,
  open: readonly ExactId[],
  { cursor, tail }: Pick<Book<R>, 'cursor' | 'tail'>,
): ExactId {
  if (!isListed(source)) return tail
  const near = open.find((id) => id > before(cursor, source.page))
  return near === undefined ? tail : least(tail, before(near, 1))
}

const entryOf = <R>({ idOf }: FollowSource<R>, record: R): Entry<R> => ({ id: exactId(idOf(record)), record })

async function* readListed<R>(
  source: FollowSource<R>,
  ids: readonly ExactId[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Reading<R>, undefined> {
  if (!isListed(source)) return undefined
  const { maximum, list } = source.look
  const idOf = (record: R): string => String(source.idOf(record))
  for (let start = 0; start < ids.length; start += maximum) {
    throwIfAborted(signal)
    const batch = ids.slice(start, start + maximum).map(String)
    const { found } = await lookUp(list, batch, { idOf, caps: 'records', maximum, ...sourceOptions(signal) })
    const entries = found.map((record) => entryOf(source, record))
    yield { entries: entries.toSorted((one, other) => byValue(one.id, other.id)) }
  }
  return undefined
}

interface Wanted<R> {
  readonly book: Pick<Book<R>, 'cursor'>
  readonly open: readonly ExactId[]
  readonly tail: ExactId
}

async function* readPages<R>(
  source: FollowSource<R>,
  { book, open, tail }: Wanted<R>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Reading<R>, undefined> {
  const waiting = open.values()
  let first = waiting.next()
  let at = startAt(first.value, tail)
  for (;;) {
    const { records, top, last } = await readSlice(source, at, signal)
    yield { entries: records.map((record) => entryOf(source, record)), top }
    // A service may make its pages shorter than it says: what is known to stand behind one is still looked at.
    if (last && (records.length === 0 || top >= book.cursor)) return undefined
    while (!first.done && first.value <= top) first = waiting.next()
    at = top >= tail ? top : startAt(first.value, tail)
  }
}

const startAt = (open: ExactId | undefined, tail: ExactId): ExactId =>
  open === undefined ? tail : least(before(open, 1), tail)
