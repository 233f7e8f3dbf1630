// Every balance from its transfers, apart from the counters.
import { amountOf } from '../amounts.ts'
import type { Database } from '../store/store.ts'
import type { AccountKey, Balance } from './accounts.ts'

/** One line of an explanation. */
interface ExplainedTransfer {
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
export interface Explanation {
  readonly available: string
  readonly locked: string
  readonly transfers: readonly ExplainedTransfer[]
}

/** Explains the balance of an account by all of its transfers, the oldest first. */
export async function explainBalance(db: Database, key: AccountKey, decimals: number): Promise<Explanation> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('app_id', '=', key.appId)
    .where('owner', '=', key.owner)
    .where('symbol', '=', key.symbol)
    .executeTakeFirst()
  const rows = account ? await transfersOf(db, account.id) : []
  const { available, locked } = recomputed(rows)
  return {
    available: amountOf(available, decimals),
    locked: amountOf(locked, decimals),
    transfers: rows.map((row) => ({
      id: row.id,
      subject: row.subject,
      reason: row.reason,
      kind: row.kind,
      amount: amountOf(row.incoming ? row.amount : -row.amount, decimals),
      change: amountOf(availableChange(row), decimals),
      created_at: row.created_at,
    })),
  }
}

interface Entry {
  readonly id: number
  readonly subject: string
  readonly reason: string
  readonly kind: 'pending' | 'posted' | 'voided'
  readonly amount: bigint
  readonly incoming: boolean
  readonly pendingId: number | null
  readonly created_at: number
}

async function transfersOf(db: Database, account: number): Promise<readonly Entry[]> {
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
    incoming: credit === account,
  }))
}

type Movement = Pick<Entry, 'amount' | 'incoming' | 'kind' | 'pendingId'>

/** What a transfer adds to the available balance. Outgoing funds leave it while they are pending. */
function availableChange({ kind, amount, incoming, pendingId }: Movement): bigint {
  if (incoming) return kind === 'posted' ? amount : 0n
  if (kind === 'voided') return amount
  return pendingId === null ? -amount : 0n
}

function lockedChange({ kind, amount, incoming, pendingId }: Movement): bigint {
  if (incoming) return 0n
  if (kind === 'pending') return amount
  return pendingId === null ? 0n : -amount
}

/** The balance that transfers make. Tests compare it with the counters. */
export function recomputed(rows: readonly Movement[]): Balance {
  const total = (changeOf: (row: Movement) => bigint): bigint =>
    rows.reduce((sum, row) => sum + changeOf(row), 0n)
  return { available: total(availableChange), locked: total(lockedChange) }
}
