// The history of the states of each record.
import { sql } from 'kysely'

import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Cause, Work } from '../work.ts'

export interface StateChange extends Cause {
  /** Value of the field `status`. */
  readonly status: number
  readonly created_at: number
}

type NewChange = Readonly<Record<'cause' | 'request' | 'subject', string> & Record<'created_at' | 'status', number>>

// One query that also skips unchanged states, because records are often stored without a change of state.
const insertChange = prepareQuery((db, parameter: Parameter<NewChange>) => {
  const [subject, status] = [parameter('subject'), parameter('status')]
  const query = sql`insert into state_changes (subject, status, cause, request, created_at)
    select cast(${subject} as text), cast(${status} as bigint), cast(${parameter('cause')} as text),
      cast(${parameter('request')} as text), cast(${parameter('created_at')} as bigint)
    where ${status} is distinct from
      (select status from state_changes where subject = ${subject} order by id desc limit 1)`
  return { compile: () => query.compile(db) }
})

const insertFirstChanges = prepareQuery((db, parameter: Parameter<NewChange & { readonly next: number }>) => {
  const change = {
    subject: parameter('subject'),
    cause: parameter('cause'),
    request: parameter('request'),
    created_at: parameter('created_at'),
  }
  const statuses = [parameter('status'), parameter('next')]
  return db.insertInto('state_changes').values(statuses.map((status) => ({ ...change, status })))
})

/** Starts the history of a record that leaves its first state at once. */
export async function recordFirstStates(
  { db, now, cause }: Work,
  subject: string,
  { status, next }: Record<'next' | 'status', number>,
): Promise<void> {
  await insertFirstChanges(db, { subject, status, next, ...cause, created_at: now })
}

/** Adds the state of a record such as `deposit 12` to its history, if it changed. */
export async function recordState({ db, now, cause }: Work, subject: string, status: number): Promise<void> {
  await insertChange(db, { subject, status, ...cause, created_at: now })
}

/** Lists the states of a record, the oldest first. */
export const listStateChanges = (db: Database, subject: string): Promise<readonly StateChange[]> =>
  db
    .selectFrom('state_changes')
    .select(['status', 'cause', 'request', 'created_at'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
