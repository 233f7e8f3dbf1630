// One round reads all records that may have changed, in as few calls as possible. The gaps between ids are unknown, so
// pages cannot be planned: each page begins right before the first open record after the previous page.
import { findKnownValue, type StateName } from '@custody-wallet/types'

import { type ListSource, lookUp } from '../batches/look-up.ts'
import {
  compareIds,
  type ExactId,
  toExactId,
  subtractFromId,
  type Paging,
  readSlice,
  getSmaller,
} from '../cursors/pages.ts'
import type { Retry } from '../retries.ts'
import { createSourceOptions, throwIfAborted } from '../workflow.ts'
import type { Entry } from './state.ts'

/** Records that you can follow. */
export type FollowSource<R> = Paging<R> & {
  /** Name of the records, such as `deposits`. A checkpoint of records with another name is rejected. */
  readonly name?: string
  /** The cursor before the first record. Default: `0`. */
  readonly first?: string
  /** Whether the status of a record is final. */
  readonly isFinal: (record: R) => boolean
  /** Looks up records by id, if the service can, so that a round needs fewer calls. */
  readonly lookUp?: {
    /** Most ids of a call. */
    readonly maximum: number
    readonly list: ListSource<R>
  }
}

/**
 * Creates a check for final statuses: the given ones, or the known ones of a state. An unknown status is not final.
 */
export function createFinalCheck(
  state: StateName,
  statuses?: readonly number[],
): (record: { readonly status: number }) => boolean {
  if (statuses) return ({ status }) => statuses.includes(status)
  return ({ status }) => findKnownValue(state, status)?.final === true
}

/** Records in the order of their ids. `top` is the last id that a page covers. */
export interface Reading<R> {
  readonly entries: readonly Entry<R>[]
  /** Requested ids whose records are gone. */
  readonly absent: readonly ExactId[]
  readonly top?: ExactId
}

interface CallContext {
  readonly signal: AbortSignal | undefined
  readonly retry: Retry
}

/** Scope of a round: the records of some ids, in ascending order, and all records after the tail. */
export interface RoundScope {
  readonly ids: readonly ExactId[]
  readonly tail: ExactId
}

/** Reads the records of a round: known ones by id or page, and all new ones. */
export async function* readRound<R>(
  source: FollowSource<R>,
  { ids, tail }: RoundScope,
  calling: CallContext,
): AsyncGenerator<Reading<R>, undefined> {
  const listedIds = canList(source) ? ids.filter((id) => id <= tail) : []
  yield* readByIds(source, listedIds, calling)
  yield* readPages(source, { ids: ids.slice(listedIds.length), tail }, calling)
  return undefined
}

const canList = <R>(source: FollowSource<R>): source is FollowSource<R> & Required<Pick<FollowSource<R>, 'lookUp'>> =>
  source.lookUp !== undefined && source.lookUp.maximum >= source.page

const toEntry = <R>({ getId }: FollowSource<R>, record: R): Entry<R> => ({
  id: toExactId(getId(record)),
  record,
})

async function* readByIds<R>(
  source: FollowSource<R>,
  ids: readonly ExactId[],
  { signal, retry }: CallContext,
): AsyncGenerator<Reading<R>, undefined> {
  if (!canList(source)) return undefined
  const { maximum, list } = source.lookUp
  const getId = (record: R): string => String(source.getId(record))
  for (let start = 0; start < ids.length; start += maximum) {
    throwIfAborted(signal)
    const batch = ids.slice(start, start + maximum).map(String)
    const how = { getId, caps: 'records', maximum, ...createSourceOptions(signal) } as const
    const { found, missing } = await retry(() => lookUp(list, batch, how))
    const entries = found.map((record) => toEntry(source, record))
    const absent = missing.map((id) => toExactId(id))
    yield { entries: entries.toSorted((one, other) => compareIds(one.id, other.id)), absent }
  }
  return undefined
}

async function* readPages<R>(
  source: FollowSource<R>,
  { ids: known, tail }: RoundScope,
  { signal, retry }: CallContext,
): AsyncGenerator<Reading<R>, undefined> {
  const computeStart = (id: ExactId | undefined): ExactId =>
    id === undefined ? tail : getSmaller(subtractFromId(id, 1), tail)
  const ids = known.values()
  let next = ids.next()
  let at = computeStart(next.value)
  for (;;) {
    const { records, ids: found, top, isLast } = await retry(() => readSlice(source, at, signal))
    const foundIds = new Set(found)
    const absent: ExactId[] = []
    const end = isLast ? Infinity : top
    for (; !next.done && next.value <= end; next = ids.next()) if (!foundIds.has(next.value)) absent.push(next.value)
    yield { entries: records.map((record) => toEntry(source, record)), absent, top }
    if (isLast) return undefined
    at = top >= tail ? top : computeStart(next.value)
  }
}
