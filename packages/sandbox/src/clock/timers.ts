// Timers are stored as rows. A timer runs when the clock has reached it: before the next call, or during an advance.
import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'

/** Type of a timer, which decides what happens to its subject. */
export type TimerKind = 'network' | 'step'

export interface Timer {
  readonly id: number
  readonly due: number
  readonly kind: TimerKind
  readonly subject: string
}

/** A timer whose work failed. It runs again once it is set again or the sandbox restarts. */
export interface FailedTimer extends Pick<Timer, 'due' | 'kind' | 'subject'> {
  readonly error: string
}

const changedDatabases = new WeakSet<Database>()

/** Transactions that changed timers. */
export const timerChanges: Pick<WeakSet<Database>, 'has'> = changedDatabases

/** Sets or moves the timer of a subject. A subject has one timer of each type. */
export async function setTimer(db: Database, { due, kind, subject }: Omit<Timer, 'id'>): Promise<void> {
  changedDatabases.add(db)
  await db
    .insertInto('timers')
    .values({ due, kind, subject, error: '' })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ due, error: '' }))
    .execute()
}

export async function clearTimer(db: Database, kind: TimerKind, subject: string): Promise<void> {
  changedDatabases.add(db)
  await db.deleteFrom('timers').where('kind', '=', kind).where('subject', '=', subject).execute()
}

const selectFirstTimer = prepareQuery((db) =>
  db
    .selectFrom('timers')
    .select(['id', 'due', 'kind', 'subject'])
    .where('error', '=', '')
    .orderBy('due')
    .orderBy('id')
    .limit(1),
)

/** Finds the next timer. Timers with the same time run in the order in which they were set. */
export async function findNextTimer(db: Database): Promise<Timer | undefined> {
  const [row] = await selectFirstTimer(db, {})
  return row && { ...row, kind: parseTimerKind(row.kind) }
}

/** Returns when the timer of a subject runs; `undefined` if it has none, or it failed. */
export async function findTimer(db: Database, kind: TimerKind, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('timers')
    .select('due')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('error', '=', '')
    .executeTakeFirst()
  return row?.due
}

/** Removes a timer that runs now. */
export async function claimTimer(db: Database, { id }: Timer): Promise<void> {
  changedDatabases.add(db)
  await deleteTimer(db, { id })
}

const deleteTimer = prepareQuery((db, parameter: Parameter<Pick<Timer, 'id'>>) =>
  db.deleteFrom('timers').where('id', '=', parameter('id')),
)

/** Stores the error of a timer and excludes it from the next runs. */
export async function failTimer(db: Database, { id }: Timer, error: unknown): Promise<void> {
  changedDatabases.add(db)
  await db
    .updateTable('timers')
    .set({ error: String(error) || 'unknown' })
    .where('id', '=', id)
    .execute()
}

/** Lists failed timers, the oldest first. */
export async function listFailedTimers(db: Database): Promise<readonly FailedTimer[]> {
  const rows = await db
    .selectFrom('timers')
    .select(['due', 'kind', 'subject', 'error'])
    .where('error', '<>', '')
    .orderBy('due')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: parseTimerKind(row.kind) }))
}

/** Lets failed timers run again. */
export async function retryTimers(db: Database): Promise<void> {
  changedDatabases.add(db)
  await db.updateTable('timers').set({ error: '' }).where('error', '<>', '').execute()
}

function parseTimerKind(kind: string): TimerKind {
  if (kind === 'network' || kind === 'step') return kind
  throw new TypeError(`The store has a timer of the unknown type ${kind}.`)
}
