import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { SqliteStore } from '@custody-wallet/receiver/sqlite'

export const createReceiverOnSqlite = (
  createStore: SqliteStore,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store: createStore,
    // SQLite has no decimals: an account sums up its credits in the application, with exact arithmetic.
    onDeposit: async ({ credit, address_to }, tx) => {
      tx.run('INSERT INTO credits (address, amount) VALUES (?, ?)', address_to, credit)
    },
  })
