import type {
  Deposit,
  DepositNotification,
  InternalNotification,
  MinerFee,
  Withdrawal,
} from '@custody-wallet/types'

import { depositFindings } from './deposits.ts'
import { type FeeReading, feeFindings, withdrawalFindings } from './fees.ts'
import { type Finding, latestOf, type Reconciliation } from './findings.ts'

/** The books of both sides. */
export interface Books {
  /** Notifications: deposits, and transactions with a miner fee. */
  readonly notified: Iterable<DepositNotification | InternalNotification>
  /** Records of the service. */
  readonly deposits: Iterable<Deposit>
  readonly withdrawals: Iterable<Withdrawal>
  readonly minerFees: Iterable<MinerFee>
}

export interface ReconcileOptions {
  /** Which member of a withdrawal is its miner fee. Default: either may agree. */
  readonly minerFee?: FeeReading
}

/**
 * Compares the notifications with the records of the service, and lists entries that are missing, that are duplicates, or
 * that differ in amount or fee.
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
    latestOf(books.deposits),
    latestOf(books.withdrawals),
    latestOf(books.minerFees),
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

const columns = ['kind', 'what', 'list', 'key', 'symbol', 'member', 'ours', 'theirs', 'count'] as const

/**
 * Formats the findings as a table. The last line has the totals.
 *
 * @example
 * ```ts
 * import { formatReconcile } from '@custody-wallet/client/workflows'
 *
 * console.log(formatReconcile({ findings: [], compared: { entries: 8, agreeing: 4 } }))
 * // 0 findings, 4 agree, 8 entries compared
 * ```
 */
export function formatReconcile({ findings, compared }: Reconciliation): string {
  const summary = `${findings.length} findings, ${compared.agreeing} agree, ${compared.entries} entries compared`
  if (findings.length === 0) return `${summary}\n`
  const rows = [columns, ...findings.map((finding) => columns.map((column) => cellOf(finding, column)))]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1), '', summary, ''].join('\n')
}

// Keys come from outside, and control characters could change what a terminal shows.
const cellOf = (finding: Finding, column: (typeof columns)[number]): string =>
  String(finding[column] ?? '').replaceAll(/\p{C}/gu, '?')
