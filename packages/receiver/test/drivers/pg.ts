import { createReceiver, type Receiver, type ReceiverOptions } from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/store/postgres'
import type { Pool } from 'pg'

export const createReceiverOnPg = (
  pool: Pool,
  options: Pick<ReceiverOptions<unknown>, 'onConflict' | 'profile'>,
): Receiver =>
  createReceiver({
    ...options,
    store: postgres(pool),
    onDeposit: async ({ credit, address_to }, tx) => {
      await tx.query('UPDATE accounts SET balance = balance + $1 WHERE address = $2', [credit, address_to])
    },
  })
