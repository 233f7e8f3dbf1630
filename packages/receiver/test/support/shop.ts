// A receiver that records the calls of its functions, by default on a store in memory.
import type { RejectionReport } from '@custody-wallet/encryption'
import {
  type Conflict,
  createReceiver,
  type Deposit,
  type Receiver,
  type ReceiverOptions,
  type Transfer,
} from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import type { Store } from '@custody-wallet/store'
import { memoryForTests, type SqliteTransaction } from '@custody-wallet/store/sqlite'
import { type Decimal, sum } from '@custody-wallet/types/arithmetic'

import { createReceiverWith } from '../../src/receiver.ts'
import type { StartTimer } from '../../src/transaction.ts'

export interface Shop {
  readonly receiver: Receiver
  readonly deposits: Deposit[]
  readonly transfers: Transfer[]
  readonly conflicts: Conflict[]
  readonly errors: unknown[]
  readonly rejections: string[]
  readonly sumCredits: () => Decimal
}

export const platform = createTestPlatform()

/** Timers whose time passes only with `pass`. */
export function createManualTimers() {
  const timers = new Map<() => void, number>()
  const start: StartTimer = (run, milliseconds) => {
    timers.set(run, milliseconds)
    return () => void timers.delete(run)
  }
  const count = (time: number): number => [...timers.values()].filter((milliseconds) => milliseconds === time).length
  const pass = (time: number): void => {
    for (const [run, milliseconds] of timers) if (milliseconds <= time && timers.delete(run)) run()
  }
  return { start, count, pass }
}

export const createShop = (options: Partial<ReceiverOptions<SqliteTransaction>> = {}, startTimer?: StartTimer): Shop =>
  createShopOn(memoryForTests(), options, startTimer)

export function createShopOn<Tx>(
  store: Store<Tx>,
  options: Partial<ReceiverOptions<Tx>> = {},
  startTimer?: StartTimer,
): Shop {
  const deposits: Deposit[] = []
  const transfers: Transfer[] = []
  const conflicts: Conflict[] = []
  const errors: unknown[] = []
  const rejections: string[] = []
  const given = {
    profile: platform.receiver,
    store,
    // Slow tests do not reach it.
    deadline: 600_000,
    onDeposit: async (deposit: Deposit) => deposits.push(deposit),
    onInternal: async (transfer: Transfer) => transfers.push(transfer),
    onConflict: async (conflict: Conflict) => conflicts.push(conflict),
    onError: (error: unknown) => errors.push(error),
    onRejected: ({ reason }: RejectionReport) => rejections.push(reason),
    ...options,
  }
  const receiver = startTimer ? createReceiverWith(given, startTimer) : createReceiver(given)
  const sumCredits = (): Decimal => sum(deposits.map(({ credit }) => credit))
  return { receiver, deposits, transfers, conflicts, errors, rejections, sumCredits }
}
