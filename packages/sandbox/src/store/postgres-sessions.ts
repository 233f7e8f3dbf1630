// Prepared statements and settings belong to a session, which a pooler may share between connections.
import { sql } from 'kysely'

import { DataError } from './data-error.ts'
import type { Database } from './database.ts'

/** Throws if concurrent connections do not have their own sessions. */
export const checkSessions = (firstDatabase: Database, secondDatabase: Database, location: string): Promise<void> =>
  firstDatabase.connection().execute(async (first) => {
    const session = await readSession(first)
    const hasSharedSession = await secondDatabase.transaction().execute(
      // A pooler in transaction mode lends the session of an idle connection to the next transaction.
      async (second) => (await readSession(second)) === session || (await readSession(first)) !== session,
    )
    if (hasSharedSession)
      throw new DataError(
        `${location} is behind a pooler that shares sessions, such as PgBouncer in transaction mode: connect to PostgreSQL directly, or to a pooler in session mode.`,
      )
  })

async function readSession(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ session: number }>`select pg_backend_pid() as session`.execute(db)
  return rows[0]?.session
}
