import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { SqliteStore } from '@custody-wallet/store/sqlite'

export const createReceiverOnSqlite = (
  store: SqliteStore,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store,
    // SQLite has no decimals, so add up the credits in the application, with exact arithmetic.
    onDeposit: async ({ credit, address_to }, tx) => {
      tx.run('INSERT INTO credits (address, amount) VALUES (?, ?)', address_to, credit)
    },
  })
