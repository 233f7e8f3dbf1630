import type { Deposit, DepositNotification, InternalNotification, MinerFee, Withdrawal } from '@custody-wallet/types'

import { compareDeposits } from './deposits.ts'
import { compareFees, findDuplicateWithdrawals } from './fees.ts'
import { type Finding, selectLatest } from './findings.ts'

/** The books of both sides. */
export interface Books {
  /** Notifications: deposits, and transactions with a miner fee. */
  readonly notified: Iterable<DepositNotification | InternalNotification>
  /** Records of the service. */
  readonly deposits: Iterable<Deposit>
  readonly withdrawals: Iterable<Withdrawal>
  readonly minerFees: Iterable<MinerFee>
}

/**
 * Compares your notifications with the records of the service, and lists entries that are missing, duplicate, or
 * different in amount or fee. `minerFee` is the field of a withdrawal that is its miner fee; without it, either may match.
 * `compared` counts the entries, and the pairs that agree.
 *
 * @example
 * ```ts
 * import { createDepositNotifications, reconcile } from '@custody-wallet/client/workflows'
 *
 * const notified = createDepositNotifications([
 *   { symbol: 'BTC', txid: '4d1f', address_to: 'bc1q', amount: '0.1', confirm: 6, balance: '9', status: 1 },
 * ])
 * const { findings } = reconcile({ notified, deposits: [], withdrawals: [], minerFees: [] })
 * console.log(findings.map(({ kind, list }) => `${kind} in ${list}`)) // [ 'missing in deposits' ]
 * ```
 */
export function reconcile(
  books: Books,
  { minerFee = null }: { readonly minerFee?: 'fee' | 'real_fee' | null } = {},
): {
  readonly findings: readonly Finding[]
  readonly compared: { readonly entries: number; readonly agreeing: number }
} {
  const notified = [...books.notified]
  const [deposits, withdrawals, minerFees] = [
    selectLatest(books.deposits),
    selectLatest(books.withdrawals),
    selectLatest(books.minerFees),
  ]
  const internal = notified.flatMap((one) => (isDeposit(one) ? [] : [one]))
  const pairs = [
    ...compareDeposits(notified.filter(isDeposit), deposits),
    ...findDuplicateWithdrawals(withdrawals),
    ...compareFees({ internal, withdrawals, minerFees, minerFee }),
  ]
  const entries = notified.length + deposits.length + withdrawals.length + minerFees.length
  return {
    findings: pairs.flat(),
    compared: { entries, agreeing: pairs.filter(({ length }) => length === 0).length },
  }
}

const isDeposit = (one: DepositNotification | InternalNotification): one is DepositNotification => 'request_id' in one
