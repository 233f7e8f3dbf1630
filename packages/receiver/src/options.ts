import type { Profile, RejectionReport } from '@custody-wallet/encryption'
import type { Store } from '@custody-wallet/store'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'
import type { Decimal } from '@custody-wallet/types/arithmetic'
import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'

import type { Conflict } from './conflict.ts'

/** A deposit to credit. */
export interface Deposit extends Readonly<Required<Omit<DepositNotification, 'amount' | 'balance' | 'status'>>> {
  readonly app_id: string
  /** Amount to credit now: the notified amount, minus what earlier notifications of this deposit credited. */
  readonly credit: Decimal
  /** The notified amount. */
  readonly amount: Decimal
}

/** A transaction of the wallet itself, whose miner fee you deduct. */
export interface Transfer extends Readonly<Required<Omit<InternalNotification, 'amount' | 'balance' | 'fee'>>> {
  readonly app_id: string
  readonly amount: Decimal
  /** Amount to deduct. */
  readonly fee: Decimal
}

export interface ReceiverOptions<Tx> {
  /** Your profile, with `mode: 'pool'`. */
  readonly profile: Profile
  /** The database of your credits, which also stores the claims. */
  readonly store: Store<Tx>
  /** Credits a deposit. Make every change with `tx`. If it throws, everything is rolled back, and the sender retries. */
  readonly onDeposit: (deposit: Deposit, tx: Tx) => Promise<unknown>
  /** Deducts a miner fee in the same way. Without it, the response is HTTP 501, and `onError` gets a `NotSupportedError`. */
  readonly onInternal?: ((transfer: Transfer, tx: Tx) => Promise<unknown>) | undefined
  /**
   * Handles a conflict, for example by writing it to a table of cases. The response is a failure. The sender retries, so
   * it is called again.
   */
  readonly onConflict: (conflict: Conflict, tx: Tx) => Promise<unknown>
  /** Milliseconds for a notification with its function; on SQLite, half of it for the function. Default: 10,000. */
  readonly deadline?: number | undefined
  /** Called with the reason why a message was rejected. The response does not contain it. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with errors of your functions and the store. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** Returns Unix milliseconds for signatures. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
}

const optionNames = {
  profile: true,
  store: true,
  onDeposit: true,
  onInternal: true,
  onConflict: true,
  deadline: true,
  onRejected: true,
  onError: true,
  clock: true,
} as const satisfies OptionNames<ReceiverOptions<unknown>>

export type Settings<Tx> = ReceiverOptions<Tx> & { readonly deadline: number }

// A longer timer fires immediately.
const longestDeadline = 600_000

/** Checks the options and sets the defaults. */
export function createSettings<Tx>(options: ReceiverOptions<Tx>): Settings<Tx> {
  checkOptions(options, optionNames, 'createReceiver()')
  for (const name of ['onDeposit', 'onConflict'] as const)
    if (typeof options[name] !== 'function') throw new TypeError(`${name} of createReceiver() must be a function.`)
  for (const name of ['onInternal', 'onRejected', 'onError', 'clock'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new TypeError(`${name} must be a function.`)
  checkStore(options.store)
  const { deadline = 10_000 } = options
  if (!Number.isInteger(deadline) || deadline < 1 || deadline > longestDeadline)
    throw new TypeError(`deadline must be an integer of milliseconds from 1 to ${longestDeadline}.`)
  return { ...options, deadline }
}

function checkStore(store: unknown): void {
  const isStore =
    typeof store === 'object' &&
    store !== null &&
    'transaction' in store &&
    'query' in store &&
    'dialect' in store &&
    (store.dialect === 'postgres' || store.dialect === 'sqlite')
  if (!isStore)
    throw new TypeError(
      'store of createReceiver() must be a store, such as postgres(pool) of @custody-wallet/store/postgres.',
    )
}
