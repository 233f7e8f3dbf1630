// Shared state that other processes change: the clock, the merchants, and the next timer.
import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { clockName } from '../clock/clock.ts'
import type { Database } from '../store/database.ts'
import { databaseTime } from '../store/postgres-time.ts'
import { prepareQuery } from '../store/prepared.ts'

export interface SharedState {
  /** Unix milliseconds of the database. */
  readonly time: number
  /** As `Clock.save` wrote it. */
  readonly clock: string
  /** Changes whenever cached data such as merchants changes. */
  readonly revision: string
  /** When the next timer is due; `null` without timers. */
  readonly due: number | null
}

const revisionName = 'revision'

const selectSharedState = prepareQuery((db) =>
  db.selectNoFrom((select) => [
    databaseTime.as('time'),
    select.selectFrom('settings').select('value').where('name', '=', clockName).as('clock'),
    select.selectFrom('settings').select('value').where('name', '=', revisionName).as('revision'),
    select
      .selectFrom('timers')
      .select(sql<number | null>`min(due)`.as('due'))
      .where('error', '=', '')
      .as('due'),
  ]),
)

export async function readSharedState(db: Database): Promise<SharedState> {
  const [row] = await selectSharedState(db, {})
  return {
    time: row?.time ?? 0,
    clock: row?.clock ?? '',
    revision: row?.revision ?? '',
    due: row?.due ?? null,
  }
}

/** Tells other processes that their cached data is outdated. */
export async function changeRevision(db: Database): Promise<void> {
  const value = randomUUID()
  await db
    .insertInto('settings')
    .values({ name: revisionName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
