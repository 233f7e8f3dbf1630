import { type ExactId, compareIds, exactId, greater, idBefore } from '../cursors/pages.ts'
import type { FollowState } from './checkpoint.ts'

/** The members of a record that show a change. */
export interface Tracked {
  readonly status: number
  readonly confirmations?: number
  readonly updated_at: number
}

/** A record that is new, or that has changed since it was last handed over. */
export interface Change<R> {
  readonly kind: 'new' | 'changed'
  readonly record: R
  /** Whether the record is final, and will not be followed any longer. */
  readonly final: boolean
}

/** A change to hand over, and the update of the state after it was processed. */
interface PendingChange<R> {
  readonly change: Change<R>
  readonly update: Update
}

interface Update {
  readonly id: ExactId
  readonly isNew: boolean
  /** Version of the record; `undefined` if the record is final. */
  readonly version: string | undefined
}

/** A record with its id. */
export interface Entry<R> {
  readonly id: ExactId
  readonly record: R
}

/** The state of a follower: the cursor, and the records that may still change. It covers only processed changes. */
export interface State<R> {
  readonly cursor: ExactId
  /** Records after this id are read again in each round. */
  readonly tail: ExactId
  /** Number of records that may still change. */
  readonly openCount: number
  /** Their ids, in ascending order. */
  openIds(): readonly ExactId[]
  /** The change that a record shows, if any. */
  changeOf(entry: Entry<R>): PendingChange<R> | undefined
  /** Takes over a change that was processed. New records must come in ascending order. */
  apply(update: Update): void
  /** Moves the cursor: everything up to an id was processed. */
  advance(top: ExactId): void
  save(): FollowState
}

export interface StateOptions<R> {
  /** Name of the records. */
  readonly name: string | undefined
  readonly overlap: number
  readonly isFinal: (record: R) => boolean
}

const versionOf = ({ status, confirmations = 0, updated_at }: Tracked): string =>
  `${status}:${confirmations}:${updated_at}`

export function stateFrom<R extends Tracked>(
  saved: FollowState,
  { overlap, isFinal, name = saved.of }: StateOptions<R>,
): State<R> {
  let cursor = exactId(saved.cursor, 'cursor')
  const seen = new Set(saved.seen.map((id) => exactId(id)))
  const open = new Map(saved.open.map(([id, version]) => [exactId(id), version]))
  function kindOf({ id, record }: Entry<R>): Change<R>['kind'] | undefined {
    const version = open.get(id)
    if (version !== undefined) return version === versionOf(record) ? undefined : 'changed'
    return id > cursor || (id > idBefore(cursor, overlap) && !seen.has(id)) ? 'new' : undefined
  }
  function advance(top: ExactId): void {
    cursor = greater(cursor, top)
    const from = idBefore(cursor, overlap)
    for (const id of seen) if (id <= from) seen.delete(id)
  }
  return {
    get cursor() {
      return cursor
    },
    get tail() {
      return idBefore(cursor, overlap)
    },
    get openCount() {
      return open.size
    },
    openIds: () => [...open.keys()].toSorted(compareIds),
    changeOf(entry) {
      const { id, record } = entry
      const kind = kindOf(entry)
      if (!kind) return undefined
      const final = isFinal(record)
      // Computed now, because the consumer may change the record that it gets.
      const update = { id, isNew: kind === 'new', version: final ? undefined : versionOf(record) }
      return { change: { kind, record, final }, update }
    },
    apply({ id, isNew, version }) {
      if (version === undefined) open.delete(id)
      else open.set(id, version)
      if (overlap > 0) seen.add(id)
      if (isNew) advance(id)
    },
    advance,
    save: () => ({
      ...(name !== undefined && { of: name }),
      cursor: String(cursor),
      seen: Array.from(seen, String),
      open: Array.from(open, ([id, version]) => [String(id), version] as const),
    }),
  }
}
