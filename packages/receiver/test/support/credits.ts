// The credits of a receiver that was killed.
import { join } from 'node:path'

import { emptyDatabase, runAt } from '@custody-wallet/postgres'
import { migrations } from '@custody-wallet/receiver'
import { sqlite } from '@custody-wallet/receiver/sqlite'

import { folder } from './places.ts'

export interface CreditPlace {
  /** A file, or the address of a database. */
  readonly place: string
  /** Transactions of all credits. */
  readonly credits: () => Promise<readonly string[]>
}

const table = 'CREATE TABLE credits (txid text, amount text)'
const query = 'SELECT txid FROM credits'

/** The credits of a receiver on a new file. */
export async function creditsInFile(): Promise<CreditPlace> {
  const place = join(folder(), 'claims.db')
  const store = sqlite(place)
  await store.transaction(async (tx) => tx.run(table))
  store.close()
  return {
    place,
    async credits() {
      const opened = sqlite(place)
      const rows = await opened.transaction(async (tx) => tx.all(query))
      opened.close()
      return rows.map(({ txid }) => String(txid))
    },
  }
}

async function creditsAt(server: string): Promise<CreditPlace> {
  const place = await emptyDatabase(server)
  await runAt(place, migrations('postgres'))
  await runAt(place, table)
  return { place, credits: async () => (await runAt(place, query)).map(({ txid }) => String(txid)) }
}

/** Where a receiver that is killed keeps its rows. `server` is the address of a PostgreSQL. */
export const creditPlaces: Readonly<Record<string, (server: string) => Promise<CreditPlace>>> = {
  'a file': creditsInFile,
  PostgreSQL: creditsAt,
}
