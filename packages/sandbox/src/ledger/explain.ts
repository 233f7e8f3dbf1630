// Explains a balance by its transfers.
import { formatAmount } from '../amounts.ts'
import type { Database } from '../store/database.ts'
import { type AccountKey, computeAvailable } from './accounts.ts'

interface TransferExplanation {
  readonly id: number
  readonly subject: string
  readonly reason: string
  readonly kind: 'pending' | 'posted' | 'voided'
  /** Positive for incoming funds, negative for outgoing funds. */
  readonly amount: string
  /** Change of the available balance, which is the sum of all changes. */
  readonly change: string
  /** Available balance after the transfer. */
  readonly available: string
  readonly created_at: number
}

export interface BalanceExplanation {
  readonly available: string
  readonly locked: string
  readonly transfers: readonly TransferExplanation[]
}

interface BalanceQuery extends AccountKey {
  /** Only transfers with smaller ids. */
  readonly before: number
  readonly limit: number
}

/** Explains a balance by a page of its transfers, the newest first. */
export async function explainBalance(
  db: Database,
  { appId, owner, symbol, before, limit }: BalanceQuery,
  decimals: number,
): Promise<BalanceExplanation> {
  const account = await db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  if (!account) return { available: '0', locked: '0', transfers: [] }
  const available = computeAvailable(account)
  const newerChanges = (await listTransfers(db, account.id, { from: before })).map(computeAvailableChange)
  const page = await listTransfers(db, account.id, { before, limit })
  const lastAvailable = newerChanges.reduce((sum, change) => sum - change, available)
  return {
    available: formatAmount(available, decimals),
    locked: formatAmount(account.debits_pending, decimals),
    transfers: describeTransfers(page, lastAvailable, decimals),
  }
}

/** Describes transfers. `lastAvailable` is the available balance after the first one, which is the newest. */
function describeTransfers(
  rows: readonly TransferEntry[],
  lastAvailable: bigint,
  decimals: number,
): readonly TransferExplanation[] {
  let after = lastAvailable
  return rows.map((row) => {
    const [change, available] = [computeAvailableChange(row), after]
    after -= change
    return {
      id: row.id,
      subject: row.subject,
      reason: row.reason,
      kind: row.kind,
      amount: formatAmount(row.isIncoming ? row.amount : -row.amount, decimals),
      change: formatAmount(change, decimals),
      available: formatAmount(available, decimals),
      created_at: row.created_at,
    }
  })
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

interface TransferRange {
  readonly from?: number
  readonly before?: number
  readonly limit?: number
}

/** Lists transfers of an account, the newest first. */
async function listTransfers(
  db: Database,
  account: number,
  { from = 0, before = Number.MAX_SAFE_INTEGER, limit }: TransferRange,
): Promise<readonly TransferEntry[]> {
  // One query for both sides would sort all transfers of the account.
  const listSide = (side: 'credit' | 'debit') =>
    db
      .selectFrom('transfers')
      .selectAll()
      .where(side, '=', account)
      .where('id', '>=', from)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .execute()
  return [...(await listSide('debit')), ...(await listSide('credit'))]
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limit)
    .map(({ amount, credit, pending_id: pendingId, ...row }) => ({
      ...row,
      pendingId,
      amount: BigInt(amount),
      isIncoming: credit === account,
    }))
}

/** Returns the change of the available balance. Pending outgoing funds are not available. */
function computeAvailableChange({ kind, amount, isIncoming, pendingId }: TransferEntry): bigint {
  if (isIncoming) return kind === 'posted' ? amount : 0n
  if (kind === 'voided') return amount
  return pendingId === null ? -amount : 0n
}
