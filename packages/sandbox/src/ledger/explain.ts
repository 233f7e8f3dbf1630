// Every balance from its transfers, apart from the counters.
import { formatAmount } from '../amounts.ts'
import type { Database } from '../store/store.ts'
import type { AccountKey, Balance } from './accounts.ts'

/** One line of an explanation. */
interface TransferExplanation {
  readonly id: number
  readonly subject: string
  readonly reason: string
  readonly kind: 'pending' | 'posted' | 'voided'
  /** Positive for what came in, negative for what went out. */
  readonly amount: string
  /** What it adds to the available balance. All of them add up to it. */
  readonly change: string
  readonly created_at: number
}

/** A balance and the transfers that make it. */
export interface BalanceExplanation {
  readonly available: string
  readonly locked: string
  readonly transfers: readonly TransferExplanation[]
}

/** Explains the balance of an account by all of its transfers, the oldest first. */
export async function explainBalance(
  db: Database,
  key: AccountKey,
  decimals: number,
): Promise<BalanceExplanation> {
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

/** What a transfer adds to the available balance. Outgoing funds leave it while they are pending. */
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

/** The balance that transfers make. Tests compare it with the counters. */
export function recomputeBalance(rows: readonly TransferEffect[]): Balance {
  const sumChanges = (computeChange: (row: TransferEffect) => bigint): bigint =>
    rows.reduce((sum, row) => sum + computeChange(row), 0n)
  return { available: sumChanges(computeAvailableChange), locked: sumChanges(computeLockedChange) }
}
