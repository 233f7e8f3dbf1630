import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { Store } from '@custody-wallet/store'
import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { numeric, pgTable, text } from 'drizzle-orm/pg-core'

const accounts = pgTable('accounts', { address: text().primaryKey(), balance: numeric().notNull() })

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

const createStore = (db: NodePgDatabase): Store<Transaction> => ({
  dialect: 'postgres',
  transaction: (work) => db.transaction(work, { isolationLevel: 'read committed' }),
  async query(tx, statement, parameters) {
    // The statement has its placeholders in order, each once.
    const pieces = statement.split(/\$\d+/).map((piece) => sql.raw(piece))
    const values = parameters.map((parameter) => sql`${parameter}`)
    const query = pieces.flatMap((piece, at) => [piece, values[at] ?? sql.empty()])
    return (await tx.execute(sql.join(query))).rows
  },
})

export const createReceiverOnDrizzle = (
  db: NodePgDatabase,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store: createStore(db),
    onDeposit: async ({ credit, address_to }, tx) => {
      await tx
        .update(accounts)
        .set({ balance: sql`${accounts.balance} + ${credit}` })
        .where(eq(accounts.address, address_to))
    },
  })
