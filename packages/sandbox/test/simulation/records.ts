// The merchant's persistent records.
import {
  type Checkpoint,
  type DedupeStore,
  type FollowState,
  memoryCheckpoint,
  memoryDedupe,
  memoryPushJournal,
  type PushJournal,
} from '@custody-wallet/client/workflows'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'

import { type Books, createBooks, type Symbol } from './books.ts'
import type { Random } from './random.ts'

export interface Customer {
  readonly uid: number
  /** Deposit addresses that the merchant has shown to the customer. */
  readonly addresses: Map<Symbol, string>
}

/** A withdrawal that a customer requested from the merchant. */
export interface Order {
  readonly id: string
  readonly uid: number
  readonly symbol: Symbol
  readonly units: bigint
  readonly fee: bigint
}

export type Notification = DepositNotification | InternalNotification

export interface Records {
  readonly books: Books
  readonly customers: Customer[]
  readonly orders: Map<string, Order>
  /** Orders that have not ended. */
  readonly open: Set<string>
  /** Orders that their customers cancelled. */
  readonly unwanted: Set<string>
  /** Notifications that the service has not acknowledged yet, by their key. */
  readonly unsent: Map<string, Notification>
  readonly acknowledged: Map<string, Notification>
  /** Open payments of the merchant's wallet, and its orders of resources. */
  readonly payments: Set<string>
  readonly delegations: Set<string>
  /** Keys of deposits that failed. */
  readonly failed: Set<string>
  /** Withdrawals that the merchant's wallet has sent. */
  readonly sent: Set<number>
  /** Addresses of the merchant's wallet. */
  readonly addresses: Record<Symbol, string[]>
  readonly deposits: Checkpoint
  readonly minerFees: Checkpoint
  readonly stakes: Checkpoint
  readonly pushes: PushJournal
  readonly paid: DedupeStore
}

export const createRecords = (): Records => ({
  books: createBooks(),
  customers: [],
  orders: new Map(),
  open: new Set(),
  unwanted: new Set(),
  unsent: new Map(),
  acknowledged: new Map(),
  payments: new Set(),
  delegations: new Set(),
  failed: new Set(),
  sent: new Set(),
  addresses: { BTC: [], ETH: [], USDT: [], XRP: [], TRX: [] },
  deposits: memoryCheckpoint(),
  minerFees: memoryCheckpoint(),
  stakes: memoryCheckpoint(),
  pushes: memoryPushJournal(),
  paid: memoryDedupe(),
})

/** The process of the merchant crashed. */
export class Crash extends Error {
  override readonly name: string = 'Crash'
}

/** The life of one process of the merchant. */
export interface Life {
  /** May end the process here. A process that has ended does nothing more. */
  readonly mayEnd: () => void
  readonly hasEnded: () => boolean
}

export function createLife(random: Random, probability: () => number): Life {
  let isEnded = false
  return {
    mayEnd() {
      isEnded ||= random.chance(probability())
      if (isEnded) throw new Crash('The process of the merchant ended.')
    },
    hasEnded: () => isEnded,
  }
}

/** Wraps the stores for one process, which may crash before or after each write. */
export function createStores(
  { deposits, minerFees, stakes, pushes, paid }: Records,
  life: Life,
): Pick<Records, 'deposits' | 'minerFees' | 'paid' | 'pushes' | 'stakes'> {
  async function writeOrCrash(write: () => Promise<void>): Promise<void> {
    life.mayEnd()
    await write()
    life.mayEnd()
  }
  const wrapCheckpoint = (store: Checkpoint): Checkpoint => ({
    load: () => store.load(),
    save: (state: FollowState) => writeOrCrash(() => store.save(state)),
  })
  return {
    deposits: wrapCheckpoint(deposits),
    minerFees: wrapCheckpoint(minerFees),
    stakes: wrapCheckpoint(stakes),
    pushes: { entries: () => pushes.entries(), append: (entry) => writeOrCrash(() => pushes.append(entry)) },
    paid: { has: (key) => paid.has(key), add: (key) => writeOrCrash(() => paid.add(key)) },
  }
}
