import { before, byValue, type ExactId, exactId, greatest } from '../cursors/ids.ts'
import type { FollowState } from './checkpoint.ts'

/** What a follower watches in a record. */
export interface Tracked {
  readonly status: number
  readonly confirmations?: number
  readonly updated_at: number
}

/** A record that is new, or that has changed since it was last handed over. */
export interface Change<R> {
  readonly kind: 'new' | 'changed'
  readonly record: R
  /** Whether it will not be looked at again. */
  readonly final: boolean
}

/** A change to hand over, and what the book notes of it once that was processed. */
interface Judgement<R> {
  readonly change: Change<R>
  readonly note: Note
}

interface Note {
  readonly id: ExactId
  readonly isNew: boolean
  /** How the record was, if it may still change. */
  readonly mark: string | undefined
}

/** A record with its id. */
export interface Entry<R> {
  readonly id: ExactId
  readonly record: R
}

/** What is known of the records: how far, and which may still change. It knows only what was handed over. */
export interface Book<R> {
  readonly cursor: ExactId
  /** From here on everything is read again in each round. */
  readonly tail: ExactId
  /** How many records may still change. */
  readonly openCount: number
  /** Their ids, in their order. */
  openIds(): readonly ExactId[]
  judge(entry: Entry<R>): Judgement<R> | undefined
  /** Takes note of a change that was processed. New records have to come in the order of their ids. */
  settle(note: Note): void
  /** Takes note that nothing up to an id is waiting to be handed over. */
  pass(top: ExactId): void
  state(): FollowState
}

export interface BookOptions<R> {
  /** Name of the records. */
  readonly name: string | undefined
  readonly overlap: number
  readonly isFinal: (record: R) => boolean
}

const markOf = ({ status, confirmations = 0, updated_at }: Tracked): string =>
  `${status}:${confirmations}:${updated_at}`

export function bookOf<R extends Tracked>(
  saved: FollowState,
  { overlap, isFinal, name = saved.of }: BookOptions<R>,
): Book<R> {
  let cursor = exactId(saved.cursor, 'cursor')
  const seen = new Set(saved.seen.map((id) => exactId(id)))
  const open = new Map(saved.open.map(([id, mark]) => [exactId(id), mark]))
  function kindOf({ id, record }: Entry<R>): Change<R>['kind'] | undefined {
    const mark = open.get(id)
    if (mark !== undefined) return mark === markOf(record) ? undefined : 'changed'
    return id > cursor || (id > before(cursor, overlap) && !seen.has(id)) ? 'new' : undefined
  }
  function pass(top: ExactId): void {
    cursor = greatest(cursor, top)
    const from = before(cursor, overlap)
    for (const id of seen) if (id <= from) seen.delete(id)
  }
  return {
    get cursor() {
      return cursor
    },
    get tail() {
      return before(cursor, overlap)
    },
    get openCount() {
      return open.size
    },
    openIds: () => [...open.keys()].toSorted(byValue),
    judge(entry) {
      const { id, record } = entry
      const kind = kindOf(entry)
      if (!kind) return undefined
      const final = isFinal(record)
      // Whoever is handed a record or a change may alter it. What the service said is noted before.
      const note = { id, isNew: kind === 'new', mark: final ? undefined : markOf(record) }
      return { change: { kind, record, final }, note }
    },
    settle({ id, isNew, mark }) {
      if (mark === undefined) open.delete(id)
      else open.set(id, mark)
      if (overlap > 0) seen.add(id)
      if (isNew) pass(id)
    },
    pass,
    state: () => ({
      ...(name !== undefined && { of: name }),
      cursor: String(cursor),
      seen: Array.from(seen, String),
      open: Array.from(open, ([id, mark]) => [String(id), mark] as const),
    }),
  }
}
