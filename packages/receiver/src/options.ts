import type { Profile, RejectionReport } from '@custody-wallet/encryption'
import type { Store } from '@custody-wallet/store'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'
import type { Decimal } from '@custody-wallet/types/arithmetic'
import { checkOptions, type OptionNames, isObject } from '@custody-wallet/types/validate'

import type { Conflict } from './conflict.ts'
import type { MessageReport } from './reports.ts'

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
  /**
   * Your profile, or a list with one for each merchant (`app_id`). Private-key operations run on the thread pool. Unknown
   * merchants get the codes of the first.
   */
  readonly profile: Profile | readonly Profile[]
  /** The database of your credits, which also stores the claims. */
  readonly store: Store<Tx>
  /** Credits a deposit. Make every change with `tx`. If it throws, everything is rolled back, and the sender retries. */
  readonly onDeposit: (deposit: Deposit, tx: Tx) => Promise<unknown>
  /** Deducts a miner fee in the same way. Without it, the response is HTTP 501, and `onError` gets a `NotSupportedError`. */
  readonly onInternal?: ((transfer: Transfer, tx: Tx) => Promise<unknown>) | undefined
  /**
   * Handles a conflict, which the store keeps for `receiver.conflicts()`. The response is a failure. The sender retries,
   * so it is called again.
   */
  readonly onConflict: (conflict: Conflict, tx: Tx) => Promise<unknown>
  /** Milliseconds for a notification with its function; on SQLite, half of it for the function. Default: 10,000. */
  readonly deadline?: number | undefined
  /** Called with the reason why a message was rejected. The response does not contain it. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called once for each message, after its response. It is not awaited, and its errors are ignored. */
  readonly onMessage?: ((report: MessageReport) => unknown) | undefined
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
  onMessage: true,
  onError: true,
  clock: true,
} as const satisfies OptionNames<ReceiverOptions<unknown>>

export interface Settings<Tx> extends Omit<ReceiverOptions<Tx>, 'profile'> {
  /** One for each merchant, and at least one. */
  readonly profiles: readonly [Profile, ...Profile[]]
  readonly deadline: number
}

// A longer timer fires immediately.
const longestDeadline = 600_000

/** Checks the options and sets the defaults. */
export function createSettings<Tx>(options: ReceiverOptions<Tx>): Settings<Tx> {
  checkOptions(options, optionNames, 'createReceiver()')
  for (const name of ['onDeposit', 'onConflict'] as const)
    if (typeof options[name] !== 'function') throw new TypeError(`${name} of createReceiver() must be a function.`)
  for (const name of ['onInternal', 'onRejected', 'onMessage', 'onError', 'clock'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new TypeError(`${name} must be a function.`)
  checkStore(options.store)
  const { deadline = 10_000 } = options
  if (!Number.isInteger(deadline) || deadline < 1 || deadline > longestDeadline)
    throw new TypeError(`deadline must be an integer of milliseconds from 1 to ${longestDeadline}.`)
  const { profile, ...others } = options
  return { ...others, profiles: checkProfiles([profile].flat()), deadline }
}

function checkProfiles([first, ...others]: readonly Profile[]): Settings<unknown>['profiles'] {
  if (first === undefined)
    throw new TypeError('profile of createReceiver() must be a profile, or a list with one for each merchant.')
  const profiles = [first, ...others] as const
  for (const [at, profile] of profiles.entries())
    for (const earlier of profiles.slice(0, at)) checkDistinct(earlier, profile)
  return profiles
}

function checkDistinct(one: Profile, other: Profile): void {
  if (one.appId === other.appId)
    throw new TypeError(`Two profiles of createReceiver() have the app_id ${one.appId}. Pass each merchant once.`)
  if (hasSharedKey(one.suite, other.suite) && !(one.suite.boundParts.has('app') && other.suite.boundParts.has('app')))
    throw new TypeError(
      `${one.appId} and ${other.appId} share a private key, and their profile does not sign the app_id: anyone could redirect a message to the other merchant. Give each merchant its own keys, or use modern.`,
    )
}

// Keys in a key service have no modulus here, so their ids are compared too.
const hasSharedKey = (one: Profile['suite'], other: Profile['suite']): boolean =>
  one.ownKids.some((kid) => other.ownKids.includes(kid)) ||
  one.ownModuli?.some((modulus) => other.ownModuli?.includes(modulus)) === true

function checkStore(store: unknown): void {
  const isStore =
    isObject(store) &&
    'transaction' in store &&
    'query' in store &&
    (store['dialect'] === 'postgres' || store['dialect'] === 'sqlite')
  if (!isStore)
    throw new TypeError(
      'store of createReceiver() must be a store, such as postgres(pool) of @custody-wallet/store/postgres.',
    )
}
