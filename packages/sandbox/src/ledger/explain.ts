// Computes balances from their transfers, independently of the counters.
import { formatAmount } from '../amounts.ts'
import type { Database } from '../store/database.ts'
import type { AccountKey, Balance } from './accounts.ts'

interface TransferExplanation {
  readonly id: number
  readonly subject: string
  readonly reason: string
  readonly kind: 'pending' | 'posted' | 'voided'
  /** Positive for incoming funds, negative for outgoing funds. */
  readonly amount: string
  /** Change of the available balance, which is the sum of all changes. */
  readonly change: string
  readonly created_at: number
}

export interface BalanceExplanation {
  readonly available: string
  readonly locked: string
  readonly transfers: readonly TransferExplanation[]
}

/** Explains a balance by all of its transfers, the oldest first. */
export async function explainBalance(db: Database, key: AccountKey, decimals: number): Promise<BalanceExplanation> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('app_id', '=', key.appId)
    .where('owner', '=', key.owner)
    .where('symbol', '=', key.symbol)
    .executeTakeFirst()
  const rows = account ? await listTransfers(db, account.id) : []
  const { available, locked } = recomputeBalance(rows)
  return {
    available: formatAmount(available, decimals),
    locked: formatAmount(locked, decimals),
    transfers: rows.map((row) => ({
      id: row.id,
      subject: row.subject,
      reason: row.reason,
      kind: row.kind,
      amount: formatAmount(row.isIncoming ? row.amount : -row.amount, decimals),
      change: formatAmount(computeAvailableChange(row), decimals),
      created_at: row.created_at,
    })),
  }
}

interface TransferEntry {
  readonly id: number
  readonly subject: string
  readonly reason: string
  readonly kind: 'pending' | 'posted' | 'voided'
  readonly amount: bigint
  readonly isIncoming: boolean
  readonly pendingId: number | null
  readonly created_at: number
}

async function listTransfers(db: Database, account: number): Promise<readonly TransferEntry[]> {
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where((where) => where.or([where('debit', '=', account), where('credit', '=', account)]))
    .orderBy('id')
    .execute()
  return rows.map(({ amount, credit, pending_id: pendingId, ...row }) => ({
    ...row,
    pendingId,
    amount: BigInt(amount),
    isIncoming: credit === account,
  }))
}

type TransferEffect = Pick<TransferEntry, 'amount' | 'isIncoming' | 'kind' | 'pendingId'>

/** Returns the change of the available balance. Pending outgoing funds are not available. */
function computeAvailableChange({ kind, amount, isIncoming, pendingId }: TransferEffect): bigint {
  if (isIncoming) return kind === 'posted' ? amount : 0n
  if (kind === 'voided') return amount
  return pendingId === null ? -amount : 0n
}

function computeLockedChange({ kind, amount, isIncoming, pendingId }: TransferEffect): bigint {
  if (isIncoming) return 0n
  if (kind === 'pending') return amount
  return pendingId === null ? 0n : -amount
}

/** Computes a balance from its transfers. */
export function recomputeBalance(rows: readonly TransferEffect[]): Balance {
  const sumChanges = (computeChange: (row: TransferEffect) => bigint): bigint =>
    rows.reduce((sum, row) => sum + computeChange(row), 0n)
  return { available: sumChanges(computeAvailableChange), locked: sumChanges(computeLockedChange) }
}
