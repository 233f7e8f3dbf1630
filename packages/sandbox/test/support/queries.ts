// Records the queries of some work, and explains them by the plans of SQLite.
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'

import type { Database } from '../../src/store/database.ts'

/** A database that records its queries. */
export function watchQueries(db: Database): { readonly db: Database; readonly queries: RootOperationNode[] } {
  const queries: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), queries }
}

/** Runs some work. Returns the steps of SQLite for all of its queries. */
export async function explainQueries(
  db: Database,
  work: (watched: Database) => Promise<unknown>,
): Promise<readonly string[]> {
  const { db: watched, queries } = watchQueries(db)
  await work(watched)
  const executor = db.getExecutor()
  const plans = queries.map((node) => explainQuery(db, executor.compileQuery(node, { queryId: '' }).sql))
  return (await Promise.all(plans)).flat()
}

async function explainQuery(db: Database, text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db)
  return rows.map(({ detail }) => detail)
}
