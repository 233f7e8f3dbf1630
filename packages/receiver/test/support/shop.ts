// A receiver that writes down what its functions were called with, on a store in memory unless given.
import {
  type Conflict,
  createReceiver,
  type Deposit,
  type Receiver,
  type ReceiverOptions,
  type Store,
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

export const shop = (options: Partial<ReceiverOptions<SqliteTransaction>> = {}): Shop =>
  shopOn(memoryForTests(), options)

export function shopOn<Tx>(store: Store<Tx>, options: Partial<ReceiverOptions<Tx>> = {}): Shop {
  const deposits: Deposit[] = []
  const transfers: Transfer[] = []
  const conflicts: Conflict[] = []
  const errors: unknown[] = []
  const rejections: string[] = []
  const receiver = createReceiver({
    profile: platform.receiver,
    store,
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
