import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { Store } from '@custody-wallet/store'
import type { Sql, TransactionSql } from 'postgres'

const createStore = (sql: Sql): Store<TransactionSql> => ({
  dialect: 'postgres',
  async transaction(work) {
    const committed = await sql.begin('ISOLATION LEVEL READ COMMITTED', async (tx) => {
      const result = await work(tx)
      return () => result
    })
    return committed()
  },
  query: (tx, text, parameters) => tx.unsafe(text, [...parameters], { prepare: true }),
})

export const createReceiverOnPostgresJs = (
  sql: Sql,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store: createStore(sql),
    onDeposit: async ({ credit, address_to }, tx) => {
      await tx`UPDATE accounts SET balance = balance + ${credit} WHERE address = ${address_to}`
    },
  })
