// The credits of a receiver that was killed.
import { join } from 'node:path'

import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { listMigrations } from '@custody-wallet/store'
import { sqlite } from '@custody-wallet/store/sqlite'

import { createFolder } from './databases.ts'

export interface CreditStore {
  /** A file, or the address of a database. */
  readonly name: string
  /** Transactions of all credits. */
  readonly listCredits: () => Promise<readonly string[]>
  /** Runs a statement. */
  readonly run: (sql: string) => Promise<unknown>
}

const table = 'CREATE TABLE credits (txid text, amount text)'
const query = 'SELECT txid FROM credits'

/** The credits of a receiver on a new file. */
export async function createFileCredits(): Promise<CreditStore> {
  const name = join(createFolder(), 'claims.db')
  const run = async (sql: string) => {
    const store = sqlite(name)
    const rows = await store.transaction(async (tx) => tx.all(sql))
    store.close()
    return rows
  }
  await run(table)
  return { name, run, listCredits: async () => (await run(query)).map(({ txid }) => String(txid)) }
}

async function createServerCredits(server: string): Promise<CreditStore> {
  const name = await createEmptyDatabase(server)
  await runSql(name, listMigrations('postgres'))
  await runSql(name, table)
  const run = (sql: string) => runSql(name, sql)
  return { name, run, listCredits: async () => (await run(query)).map(({ txid }) => String(txid)) }
}

/** Where a receiver that is killed keeps its rows. `server` is the address of a PostgreSQL. */
export const creditStores: Readonly<Record<string, (server: string) => Promise<CreditStore>>> = {
  'a file': createFileCredits,
  PostgreSQL: createServerCredits,
}
