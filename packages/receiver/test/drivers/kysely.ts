import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { Store } from '@custody-wallet/store'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'

interface Tables {
  readonly accounts: { readonly address: string; readonly balance: string }
}

const createStore = <Schema>(db: Kysely<Schema>): Store<Transaction<Schema>> => ({
  dialect: 'postgres',
  transaction: (work) => db.transaction().setIsolationLevel('read committed').execute(work),
  query: async (tx, text, parameters) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]))).rows,
})

export const createReceiverOnKysely = (
  db: Kysely<Tables>,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store: createStore(db),
    onDeposit: async ({ credit, address_to }, tx) => {
      await tx
        .updateTable('accounts')
        .set({ balance: sql`balance + ${credit}` })
        .where('address', '=', address_to)
        .execute()
    },
  })
