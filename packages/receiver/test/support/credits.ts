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
}

const table = 'CREATE TABLE credits (txid text, amount text)'
const query = 'SELECT txid FROM credits'

/** The credits of a receiver on a new file. */
export async function createFileCredits(): Promise<CreditStore> {
  const name = join(createFolder(), 'claims.db')
  const store = sqlite(name)
  await store.transaction(async (tx) => tx.run(table))
  store.close()
  return {
    name,
    async listCredits() {
      const opened = sqlite(name)
      const rows = await opened.transaction(async (tx) => tx.all(query))
      opened.close()
      return rows.map(({ txid }) => String(txid))
    },
  }
}

async function createServerCredits(server: string): Promise<CreditStore> {
  const name = await createEmptyDatabase(server)
  await runSql(name, listMigrations('postgres'))
  await runSql(name, table)
  return { name, listCredits: async () => (await runSql(name, query)).map(({ txid }) => String(txid)) }
}

/** Where a receiver that is killed keeps its rows. `server` is the address of a PostgreSQL. */
export const creditStores: Readonly<Record<string, (server: string) => Promise<CreditStore>>> = {
  'a file': createFileCredits,
  PostgreSQL: createServerCredits,
}
