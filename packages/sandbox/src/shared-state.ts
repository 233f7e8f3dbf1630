// What another process may have changed since this one looked: the clock, the merchants, and the next timer.
import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { clockName } from './clock/clock.ts'
import { databaseTime } from './store/postgres-time.ts'
import { prepareQuery } from './store/prepared.ts'
import type { Database } from './store/store.ts'

/** The present state of shared rows. */
export interface SharedState {
  /** Unix milliseconds of the database. */
  readonly time: number
  /** As `Clock.save` wrote it. */
  readonly clock: string
  /** Another text after each change of what processes keep in memory, such as merchants. */
  readonly revision: string
  /** When the next timer is due; `null` where there is none. */
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

/** Lets other processes know that what they keep in memory has changed. Any new text does. */
export async function changeRevision(db: Database): Promise<void> {
  const value = randomUUID()
  await db
    .insertInto('settings')
    .values({ name: revisionName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Joins callers into one run of some work. A caller who arrives while it runs waits for the next run, because this one
 * may not have seen what the caller knows.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | undefined
  let nextRun: Promise<void> | undefined
  const start = (): Promise<void> => {
    nextRun = undefined
    currentRun = work().finally(() => (currentRun = undefined))
    return currentRun
  }
  return () => {
    if (!currentRun) return start()
    nextRun ??= currentRun.then(start, start)
    return nextRun
  }
}
