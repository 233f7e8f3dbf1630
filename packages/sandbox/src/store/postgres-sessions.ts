// Prepared texts and settings belong to a session, which a pooler may share between connections.
import { sql } from 'kysely'

import { DataError } from './data-error.ts'
import type { Database } from './store.ts'

/** Throws where two connections that are open at one time do not keep a session each. */
export const checkSessions = (one: Database, other: Database, place: string): Promise<void> =>
  one.connection().execute(async (first) => {
    const session = await sessionIn(first)
    const shares = await other.transaction().execute(
      // Such a pooler lends the session of an idle connection to the next transaction.
      async (second) => (await sessionIn(second)) === session || (await sessionIn(first)) !== session,
    )
    if (shares)
      throw new DataError(
        `${place} is behind a pooler that shares sessions, such as PgBouncer in transaction mode: give the address of PostgreSQL itself, or of a pooler in session mode.`,
      )
  })

async function sessionIn(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ session: number }>`select pg_backend_pid() as session`.execute(db)
  return rows[0]?.session
}
