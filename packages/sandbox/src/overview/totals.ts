// What users of a merchant own. Debits and credits of a coin are equal, so the totals of its users follow from the few
// other accounts, however many users there are.
import { sql } from 'kysely'

import { formatAmount } from '../amounts.ts'
import type { Database } from '../store/database.ts'
import { countRows } from './count.ts'

/** Funds of all users in a coin. */
export interface CoinTotal {
  readonly symbol: string
  readonly available: string
  readonly locked: string
  /** Number of users with a balance, which may be 0; 20,000 means 20,000 or more. */
  readonly users: number
}

interface CounterpartRow {
  readonly symbol: string
  readonly debits_posted: string
  readonly credits_posted: string
  readonly debits_pending: string
  readonly credits_pending: string
}

/** Lists coins in which users have funds, by symbol. */
export async function listTotals(db: Database, appId: string): Promise<readonly CoinTotal[]> {
  const fundsByCoin = sumFunds(await listCounterparts(db, appId))
  const coins = await db.selectFrom('coins').select(['symbol', 'decimals']).orderBy('symbol').execute()
  const totals: CoinTotal[] = []
  for (const { symbol, decimals } of coins) {
    const { owned, locked, accounts } = fundsByCoin.get(symbol) ?? noFunds
    if (owned === 0n) continue
    totals.push({
      symbol,
      available: formatAmount(`${owned - locked}`, decimals),
      locked: formatAmount(`${locked}`, decimals),
      users: (await countAccounts(db, { appId, symbol }, accounts)) - accounts,
    })
  }
  return totals
}

// Ranges of an index without the accounts of users.
async function listCounterparts(db: Database, appId: string): Promise<readonly CounterpartRow[]> {
  const columns = sql`symbol, debits_posted, credits_posted, debits_pending, credits_pending`
  const { rows } = await sql<CounterpartRow>`
    select ${columns} from ledger_accounts where app_id = ${appId} and owner < 'user ' union all
    select ${columns} from ledger_accounts where app_id = ${appId} and owner > 'user!'`.execute(db)
  return rows
}

/** Funds of users in a coin, and the number of other accounts. */
interface Funds {
  readonly owned: bigint
  readonly locked: bigint
  readonly accounts: number
}

const noFunds: Funds = { owned: 0n, locked: 0n, accounts: 0 }

// Users own what the others gave. What users reserve waits as a credit of another account.
function sumFunds(rows: readonly CounterpartRow[]): ReadonlyMap<string, Funds> {
  const sums = new Map<string, Funds>()
  for (const row of rows) {
    const { owned, locked, accounts } = sums.get(row.symbol) ?? noFunds
    sums.set(row.symbol, {
      owned: owned + BigInt(row.debits_posted) - BigInt(row.credits_posted),
      locked: locked + BigInt(row.credits_pending) - BigInt(row.debits_pending),
      accounts: accounts + 1,
    })
  }
  return sums
}

const maxUsers = 20_000

async function countAccounts(
  db: Database,
  { appId, symbol }: { readonly appId: string; readonly symbol: string },
  others: number,
): Promise<number> {
  const rows = sql`from ledger_accounts where app_id = ${appId} and symbol = ${symbol}`
  const { rows: counts } = await sql<{ count: number }>`
    select ${countRows(rows, maxUsers + others)} as count`.execute(db)
  return counts[0]?.count ?? 0
}
