// One round reads all records that may have changed, in as few calls as possible. The gaps between ids are unknown, so
// the pages cannot be planned: each page shows how far it reaches, and the next one begins right before the first open record
// after it. No other choice of pages needs fewer calls.
import { knownValue, type StateName } from '@custody-wallet/types'

import { type ListSource, lookUp } from '../batches/look-up.ts'
import {
  compareIds,
  type ExactId,
  exactId,
  idBefore,
  type Paging,
  readSlice,
  smaller,
} from '../cursors/pages.ts'
import type { Retry } from '../retries.ts'
import { sourceOptions, throwIfAborted } from '../workflow.ts'
import type { Entry } from './state.ts'

/** Records that can be followed. */
export type FollowSource<R> = Paging<R> & {
  /** Name of the records, such as `deposits`. A checkpoint of records with another name is rejected. */
  readonly name?: string
  /** The cursor before the first record. Default: `0`. */
  readonly first?: string
  /** Whether the status of a record is final. */
  readonly isFinal: (record: R) => boolean
  /** Looks records up by their ids, if the service can. A round may then need fewer calls. */
  readonly look?: {
    /** Most ids of a call. */
    readonly maximum: number
    readonly list: ListSource<R>
  }
}

/**
 * Makes a test for final statuses: the known ones of a state, or the given ones, such as those of a profile. An unknown
 * status is not final.
 */
export function finalStatus(
  state: StateName,
  statuses?: readonly number[],
): (record: { readonly status: number }) => boolean {
  if (statuses) return ({ status }) => statuses.includes(status)
  return ({ status }) => knownValue(state, status)?.final === true
}

/** Records that were read, in the order of their ids. `top`: how far a page reaches. */
export interface Reading<R> {
  readonly entries: readonly Entry<R>[]
  /** Ids that should have been read, and that the service does not show. */
  readonly absent: readonly ExactId[]
  readonly top?: ExactId
}

interface Calling {
  readonly signal: AbortSignal | undefined
  readonly retry: Retry
}

/** What a round reads: the records of some ids, in ascending order, and everything after the tail. */
export interface Reads {
  readonly ids: readonly ExactId[]
  readonly tail: ExactId
}

/** Reads known records again, and all new records. */
export async function* readRound<R>(
  source: FollowSource<R>,
  { ids, tail }: Reads,
  calling: Calling,
): AsyncGenerator<Reading<R>, undefined> {
  const listed = canList(source) ? ids.filter((id) => id <= tail) : []
  yield* readListed(source, listed, calling)
  yield* readPages(source, { ids: ids.slice(listed.length), tail }, calling)
  return undefined
}

const canList = <R>(
  source: FollowSource<R>,
): source is FollowSource<R> & Required<Pick<FollowSource<R>, 'look'>> =>
  source.look !== undefined && source.look.maximum >= source.page

const entryOf = <R>({ idOf }: FollowSource<R>, record: R): Entry<R> => ({ id: exactId(idOf(record)), record })

async function* readListed<R>(
  source: FollowSource<R>,
  ids: readonly ExactId[],
  { signal, retry }: Calling,
): AsyncGenerator<Reading<R>, undefined> {
  if (!canList(source)) return undefined
  const { maximum, list } = source.look
  const idOf = (record: R): string => String(source.idOf(record))
  for (let start = 0; start < ids.length; start += maximum) {
    throwIfAborted(signal)
    const batch = ids.slice(start, start + maximum).map(String)
    const how = { idOf, caps: 'records', maximum, ...sourceOptions(signal) } as const
    const { found, missing } = await retry(() => lookUp(list, batch, how))
    const entries = found.map((record) => entryOf(source, record))
    const absent = missing.map((id) => exactId(id))
    yield { entries: entries.toSorted((one, other) => compareIds(one.id, other.id)), absent }
  }
  return undefined
}

async function* readPages<R>(
  source: FollowSource<R>,
  { ids: known, tail }: Reads,
  { signal, retry }: Calling,
): AsyncGenerator<Reading<R>, undefined> {
  const startAt = (id: ExactId | undefined): ExactId =>
    id === undefined ? tail : smaller(idBefore(id, 1), tail)
  const ids = known.values()
  let next = ids.next()
  let at = startAt(next.value)
  for (;;) {
    const { records, ids: found, top, last } = await retry(() => readSlice(source, at, signal))
    const shown = new Set(found)
    const absent: ExactId[] = []
    const end = last ? Infinity : top
    for (; !next.done && next.value <= end; next = ids.next())
      if (!shown.has(next.value)) absent.push(next.value)
    yield { entries: records.map((record) => entryOf(source, record)), absent, top }
    if (last) return undefined
    at = top >= tail ? top : startAt(next.value)
  }
}
