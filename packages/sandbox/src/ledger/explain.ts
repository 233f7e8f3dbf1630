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
    transfers: rows.map(({ id, subject, reason, kind, amount, incoming, created_at }) => ({
      id,
      subject,
      reason,
      kind,
      amount: amountOf(incoming ? amount : -amount, decimals),
      created_at,
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

/** The balance that transfers make. Tests compare it with the counters. */
export function recomputed(
  rows: readonly Pick<Entry, 'amount' | 'incoming' | 'kind' | 'pendingId'>[],
): Balance {
  let available = 0n
  let locked = 0n
  for (const { kind, amount, incoming, pendingId } of rows) {
    if (incoming) available += kind === 'posted' ? amount : 0n
    else {
      const released = pendingId === null ? 0n : amount
      locked += kind === 'pending' ? amount : -released
      available -= kind === 'voided' ? -amount : amount - released
    }
  }
  return { available, locked }
}
