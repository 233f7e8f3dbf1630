import type {
  Deposit,
  DepositNotification,
  InternalNotification,
  MinerFee,
  Withdrawal,
} from '@custody-wallet/types'

import { depositFindings } from './deposits.ts'
import { type FeeReading, feeFindings, withdrawalFindings } from './fees.ts'
import type { Reconciliation } from './findings.ts'
import { newest } from './join.ts'

/** Both sides of the books. */
export interface Books {
  /** What was notified: deposits, and transactions that cost a miner fee. */
  readonly notified: Iterable<DepositNotification | InternalNotification>
  /** What the service recorded. */
  readonly deposits: Iterable<Deposit>
  readonly withdrawals: Iterable<Withdrawal>
  readonly minerFees: Iterable<MinerFee>
}

export interface ReconcileOptions {
  /** Which member of a withdrawal is its miner fee; unless given, either may agree. */
  readonly minerFee?: FeeReading
}

/**
 * Compares what was notified with what the service recorded, and lists what is missing, doubled, or differs in amount
 * or fee.
 *
 * @example
 * ```ts
 * import { depositFrom, formatReconcile, reconcile } from '@custody-wallet/client/workflows'
 *
 * const notified = depositFrom([
 *   { symbol: 'BTC', txid: '4d1f', address_to: 'bc1q', amount: '0.1', confirm: 6, balance: '9', status: 1 },
 * ])
 * console.log(formatReconcile(reconcile({ notified, deposits: [], withdrawals: [], minerFees: [] })))
 * ```
 */
export function reconcile(books: Books, { minerFee = null }: ReconcileOptions = {}): Reconciliation {
  const notified = [...books.notified]
  const [deposits, withdrawals, minerFees] = [
    newest(books.deposits),
    newest(books.withdrawals),
    newest(books.minerFees),
  ]
  const internal = notified.flatMap((one) => (isDeposit(one) ? [] : [one]))
  const pairs = [
    ...depositFindings(notified.filter(isDeposit), deposits),
    ...withdrawalFindings(withdrawals),
    ...feeFindings({ internal, withdrawals, minerFees, minerFee }),
  ]
  const entries = notified.length + deposits.length + withdrawals.length + minerFees.length
  return {
    findings: pairs.flat(),
    compared: { entries, agreeing: pairs.filter(({ length }) => length === 0).length },
  }
}

const isDeposit = (one: DepositNotification | InternalNotification): one is DepositNotification =>
  'request_id' in one
