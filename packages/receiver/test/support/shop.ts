// A receiver on a store in memory that writes down what its functions were called with.
import {
  type Conflict,
  createReceiver,
  type Deposit,
  type Receiver,
  type ReceiverOptions,
  type Transfer,
} from '@custody-wallet/receiver'
import { memoryForTests, type SqliteTransaction } from '@custody-wallet/receiver/sqlite'
import { testPlatform } from '@custody-wallet/receiver/testing'
import { type Decimal, sum } from '@custody-wallet/types/arithmetic'

export interface Shop {
  readonly receiver: Receiver
  readonly deposits: Deposit[]
  readonly transfers: Transfer[]
  readonly conflicts: Conflict[]
  readonly errors: unknown[]
  readonly rejections: string[]
  readonly credited: () => Decimal
}

export const platform = testPlatform()

export function shop(options: Partial<ReceiverOptions<SqliteTransaction>> = {}): Shop {
  const deposits: Deposit[] = []
  const transfers: Transfer[] = []
  const conflicts: Conflict[] = []
  const errors: unknown[] = []
  const rejections: string[] = []
  const receiver = createReceiver({
    profile: platform.receiver,
    store: memoryForTests(),
    onDeposit: async (deposit) => deposits.push(deposit),
    onInternal: async (transfer) => transfers.push(transfer),
    onConflict: async (conflict) => conflicts.push(conflict),
    onError: (error) => errors.push(error),
    onRejected: ({ reason }) => rejections.push(reason),
    ...options,
  })
  const credited = (): Decimal => sum(deposits.map(({ credit }) => credit))
  return { receiver, deposits, transfers, conflicts, errors, rejections, credited }
}
