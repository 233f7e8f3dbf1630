import { type ExactId, compareIds, toExactId, getGreater, subtractFromId } from '../cursors/pages.ts'
import type { FollowState, TrackedRecord } from './checkpoint.ts'
import { type CreditChange, type CreditRules, restoreCredits } from './credits.ts'

/** A record that is new or has changed since it was last handed over. */
export type Change<R> =
  | {
      /** `returned`: an undone credit is a credit again, or a credit has another transaction. */
      readonly kind: 'new' | 'changed' | 'returned'
      readonly id: string
      readonly record: R
      /** Whether the record is final. Then only the chain can undo it. */
      readonly isFinal: boolean
    }
  | {
      /** The chain undid a credit that was handed over as final. */
      readonly kind: 'undone'
      readonly id: string
      /** `undefined` if the record is gone. */
      readonly record: R | undefined
      readonly isFinal: boolean
    }

/** A change, and the update of the state after it was processed. */
export interface PendingChange<R> {
  readonly change: Change<R>
  readonly update: Update
}

interface Update {
  readonly id: ExactId
  readonly isNew: boolean
  readonly credit: CreditChange
  /** Version of the record; `undefined` if the record is final. */
  readonly version: string | undefined
}

/** A record with its id. */
export interface Entry<R> {
  readonly id: ExactId
  readonly record: R
}

/** The state of a follower after the processed changes: its cursor, and the records that may still change. */
export interface State<R> {
  readonly cursor: ExactId
  /** Records after this id are read again in each round. */
  readonly tail: ExactId
  readonly openCount: number
  /** Ids of records that may still change, in ascending order. */
  listOpenIds(): readonly ExactId[]
  /** The same ids, and those of credits that the chain can still undo. */
  listWatchedIds(): readonly ExactId[]
  /** Finds the change of a record, if any. */
  findChange(entry: Entry<R>): PendingChange<R> | undefined
  /** Finds the change of a record that is gone, if any. */
  findLoss(id: ExactId): PendingChange<R> | undefined
  /** Notes a record before its change is requested. */
  note(entry: Entry<R>): void
  /** Applies a processed change. New records must come in ascending order. */
  apply(update: Update): void
  /** Moves the cursor to an id up to which everything was processed. */
  advance(top: ExactId): void
  save(): FollowState
}

export interface StateOptions<R> extends CreditRules<R> {
  /** Name of the records. */
  readonly name: string | undefined
  readonly overlap: number
}

const formatVersion = ({ status, confirmations = 0, updated_at }: TrackedRecord): string =>
  `${status}:${confirmations}:${updated_at}`

export function restoreState<R extends TrackedRecord>(
  savedState: FollowState,
  { overlap, isFinal, depth, name = savedState.of }: StateOptions<R>,
): State<R> {
  let cursor = toExactId(savedState.cursor, 'cursor')
  const seenIds = new Set(savedState.seen.map((id) => toExactId(id)))
  const open = new Map(savedState.open.map(([id, version]) => [toExactId(id), version]))
  const credits = restoreCredits(savedState.credits ?? [], { isFinal, depth })
  const sortIds = (ids: Iterable<ExactId>): readonly ExactId[] => [...ids].toSorted(compareIds)
  function getChangeKind({ id, record }: Entry<R>): 'new' | 'changed' | undefined {
    const version = open.get(id)
    if (version !== undefined) return version === formatVersion(record) ? undefined : 'changed'
    const credit = credits.getState(id)
    if (credit) return credit === 'undone' ? 'changed' : undefined
    return id > cursor || (id > subtractFromId(cursor, overlap) && !seenIds.has(id)) ? 'new' : undefined
  }
  function advance(top: ExactId): void {
    cursor = getGreater(cursor, top)
    const from = subtractFromId(cursor, overlap)
    for (const id of seenIds) if (id <= from) seenIds.delete(id)
  }
  return {
    get cursor() {
      return cursor
    },
    get tail() {
      return subtractFromId(cursor, overlap)
    },
    get openCount() {
      return open.size
    },
    listOpenIds: () => sortIds(open.keys()),
    listWatchedIds: () => sortIds(new Set([...open.keys(), ...credits.listIds()])),
    findChange(entry) {
      const { id, record } = entry
      const own = getChangeKind(entry)
      const credit = credits.findChange(id, record)
      const kind = credit.kind ?? own
      if (!kind) return undefined
      const isRecordFinal = isFinal(record)
      // Computed now, because the consumer may change the record.
      const update = {
        id,
        isNew: own === 'new',
        credit,
        version: isRecordFinal ? undefined : formatVersion(record),
      }
      return { change: { kind, id: String(id), record, isFinal: isRecordFinal }, update }
    },
    findLoss(id) {
      const credit = credits.findLoss(id)
      if (!credit) return undefined
      const change = { kind: 'undone', id: String(id), record: undefined, isFinal: false } as const
      return { change, update: { id, isNew: false, credit, version: undefined } }
    },
    note: ({ id, record }) => credits.note(id, record),
    apply({ id, isNew, credit, version }) {
      credits.apply(id, credit)
      if (version === undefined) open.delete(id)
      else open.set(id, version)
      if (overlap > 0) seenIds.add(id)
      if (isNew) advance(id)
    },
    advance,
    save() {
      const savedCredits = credits.save()
      return {
        ...(name !== undefined && { of: name }),
        cursor: String(cursor),
        seen: Array.from(seenIds, String),
        open: Array.from(open, ([id, version]) => [String(id), version] as const),
        ...(savedCredits.length > 0 && { credits: savedCredits }),
      }
    },
  }
}
