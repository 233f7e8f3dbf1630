// Prepared texts and settings belong to a session, which a pooler may share between connections.
import { sql } from 'kysely'

import { DataError } from './data-error.ts'
import type { Database } from './store.ts'

/** Throws where two connections that are open at one time do not keep a session each. */
export const checkSessions = (
  firstDatabase: Database,
  secondDatabase: Database,
  location: string,
): Promise<void> =>
  firstDatabase.connection().execute(async (first) => {
    const session = await readSession(first)
    const hasSharedSession = await secondDatabase.transaction().execute(
      // Such a pooler lends the session of an idle connection to the next transaction.
      async (second) => (await readSession(second)) === session || (await readSession(first)) !== session,
    )
    if (hasSharedSession)
      throw new DataError(
        `${location} is behind a pooler that shares sessions, such as PgBouncer in transaction mode: give the address of PostgreSQL itself, or of a pooler in session mode.`,
      )
  })

async function readSession(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ session: number }>`select pg_backend_pid() as session`.execute(db)
  return rows[0]?.session
}
