import { type RawBuilder, sql } from 'kysely'

import type { Database } from './database.ts'

/** Time of the database in Unix milliseconds. */
export const databaseTime: RawBuilder<number> = sql`cast(extract(epoch from clock_timestamp()) * 1000 as float8)`

export async function readTime(db: Database): Promise<{ readonly time: number }> {
  const query = db.selectNoFrom(databaseTime.as('time'))
  return query.executeTakeFirstOrThrow()
}
