// Compares the merchant's books with the rows of the sandbox, and both with what customers paid.
import { DatabaseSync } from 'node:sqlite'

import { reconcile } from '@custody-wallet/client/workflows'

import { faultsIn } from '../support/invariants.ts'
import { type Account, symbols, type Symbol, textOf } from './books.ts'
import { treasuryBalances } from './treasury.ts'
import type { World } from './world.ts'

/** Every difference between both sides, as sentences. All work has to be done before. */
export async function differences(world: World): Promise<readonly string[]> {
  const snapshot = await world.control.snapshot()
  const rows = rowsIn(snapshot, world.appId)
  return [
    ...world.errors.map((error) => `the sandbox failed: ${String(error)}`),
    ...faultsIn(snapshot),
    ...unfinished(world),
    ...symbols.flatMap((symbol) => [
      ...accountDifferences(world, rows, symbol),
      ...sumDifferences(world, rows, symbol),
    ]),
    ...(await treasuryBalances(world)).flatMap(({ account, symbol, ours, theirs }) =>
      differing(`the ${account} of the merchant`, symbol, ours, theirs),
    ),
    ...(await findings(world)),
  ]
}

function unfinished({ records: { open, unsent, payments, delegations } }: World): readonly string[] {
  return [...open, ...unsent.keys(), ...payments, ...delegations].map(
    (key) => `${key} has not ended for the merchant`,
  )
}

/** What the merchant's books have to agree with. */
interface Rows {
  readonly available: ReadonlyMap<string, bigint>
  readonly locked: ReadonlyMap<string, bigint>
  readonly sum: (what: keyof typeof queries, symbol: Symbol) => bigint
}

const withdrawals = 'from withdrawals as one where app_id = ? and symbol = ? and status = 5'
const queries = {
  shown: 'select amount from deposits where app_id = ? and symbol = ?',
  deposited: 'select credited as amount from deposits where app_id = ? and symbol = ?',
  withdrawn: `select amount ${withdrawals}`,
  fees: `select withdraw_fee as amount ${withdrawals}`,
  minerFees: 'select fee as amount from miner_fees where app_id = ? and base_symbol = ? and status <> 2',
  // A withdrawal to a deposit address is a deposit, too.
  returned: `select amount ${withdrawals} and exists (select 1 from deposit_addresses as place
    where place.symbol = one.symbol and place.address = one.address_to and place.memo = one.memo)`,
} as const

function rowsIn(snapshot: Uint8Array, appId: string): Rows {
  const database = new DatabaseSync(':memory:')
  database.deserialize(snapshot)
  const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values)
  const available = new Map<string, bigint>()
  const locked = new Map<string, bigint>()
  for (const row of all("select * from ledger_accounts where app_id = ? and owner like 'user %'", appId)) {
    const units = (name: string) => BigInt(String(row[name]))
    const symbol = String(row['symbol'])
    const pending = units('debits_pending')
    const key = `${String(row['owner'])} ${symbol}`.replace('user', 'customer')
    available.set(key, units('credits_posted') - units('debits_posted') - pending)
    locked.set(symbol, (locked.get(symbol) ?? 0n) + pending)
  }
  const amounts = (sql: string, symbol: Symbol) =>
    all(sql, appId, symbol).map((row) => BigInt(String(row['amount'])))
  const sums = Object.entries(queries).flatMap(([what, sql]) =>
    symbols.map((symbol) => [`${what} ${symbol}`, total(amounts(sql, symbol))] as const),
  )
  database.close()
  const known = new Map(sums)
  return { available, locked, sum: (what, symbol) => known.get(`${what} ${symbol}`) ?? 0n }
}

const total = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n)

// Where the platform collects, coins move between the accounts of one merchant: the sum of all has to agree.
function accountDifferences(
  { records: { books }, collects }: World,
  rows: Rows,
  symbol: Symbol,
): readonly string[] {
  const names = new Set([
    ...books.accounts().filter((account) => account.startsWith('customer')),
    ...[...rows.available.keys()].map(accountIn),
  ])
  const ours = (account: Account) => books.balance(account, symbol)
  const theirs = (account: Account) => rows.available.get(`${account} ${symbol}`) ?? 0n
  const sums = [total([...names].map(ours)), total([...names].map(theirs))] as const
  return [
    ...differing('what all customers have', symbol, ...sums),
    ...(collects ? [] : [...names].flatMap((name) => differing(name, symbol, ours(name), theirs(name)))),
    ...differing('what waits', symbol, books.balance('orders', symbol), rows.locked.get(symbol) ?? 0n),
  ]
}

function accountIn(key: string): Account {
  const [, uid] = /^customer (\d+) /.exec(key) ?? []
  return `customer ${Number(uid)}`
}

function sumDifferences(
  { records: { books }, paid }: World,
  { sum }: Rows,
  symbol: Symbol,
): readonly string[] {
  const theirs = (what: keyof typeof queries) => sum(what, symbol)
  const ours = (account: Account) => books.balance(account, symbol)
  return [
    // Payments are counted where they are made.
    ...differing('payments to deposit addresses', symbol, paid[symbol] + theirs('returned'), theirs('shown')),
    ...differing('deposits', symbol, -ours('deposits'), theirs('deposited')),
    ...differing('withdrawals', symbol, ours('withdrawals'), theirs('withdrawn')),
    ...differing('withdrawal fees', symbol, ours('fees'), theirs('fees')),
    ...differing('miner fees', symbol, ours('miners'), theirs('minerFees')),
  ]
}

// The client compares what the merchant notified with the records of it.
async function findings({ desk, records }: World): Promise<readonly string[]> {
  const deposits = []
  for await (const deposit of desk.deposits.since())
    if (deposit.request_id !== '' && deposit.status === 1) deposits.push(deposit)
  const minerFees = []
  for await (const fee of desk.minerFees.since()) if (fee.txid.startsWith('sweep-')) minerFees.push(fee)
  const notified = [...records.acknowledged].filter(([key]) => !records.failed.has(key)).map(([, one]) => one)
  const { found } = await desk.withdrawals.list(records.orders.keys())
  const result = reconcile({ notified, deposits, withdrawals: found, minerFees })
  return result.findings.map(
    ({ kind, what, list, key, symbol }) => `reconcile: ${what} ${key} in ${symbol} is ${kind} in ${list}`,
  )
}

const differing = (what: string, symbol: Symbol, ours: bigint, theirs: bigint): readonly string[] =>
  ours === theirs
    ? []
    : [
        `${what} in ${symbol}: ${shown(ours, symbol)} by the merchant's books, ${shown(theirs, symbol)} by the sandbox`,
      ]

const shown = (units: bigint, symbol: Symbol): string =>
  units < 0n ? `-${textOf(-units, symbol)}` : textOf(units, symbol)
