// Compares the merchant's books with the data of the sandbox, and both with the payments of customers.
import { DatabaseSync } from 'node:sqlite'

import { reconcile } from '@custody-wallet/client/workflows'

import { findFaults } from '../support/invariants.ts'
import { type Account, symbols, type Symbol, formatUnits } from './books.ts'
import { readTreasuryBalances } from './treasury.ts'
import type { World } from './world.ts'

/** Lists the differences between both sides as sentences. All work must be done before. */
export async function listDifferences(world: World): Promise<readonly string[]> {
  const snapshot = await world.control.snapshot()
  const data = readData(snapshot, world.appId)
  return [
    ...world.errors.map((error) => `the sandbox failed: ${String(error)}`),
    ...findFaults(snapshot),
    ...listUnfinished(world),
    ...symbols.flatMap((symbol) => [
      ...listAccountDifferences(world, data, symbol),
      ...listSumDifferences(world, data, symbol),
    ]),
    ...(await readTreasuryBalances(world)).flatMap(({ account, symbol, ours: readOwn, theirs: readSandbox }) =>
      describeDifference(`the ${account} of the merchant`, symbol, readOwn, readSandbox),
    ),
    ...(await listFindings(world)),
  ]
}

function listUnfinished({ records: { open, unsent, payments, delegations } }: World): readonly string[] {
  return [...open, ...unsent.keys(), ...payments, ...delegations].map((key) => `${key} has not ended for the merchant`)
}

/** Expected balances of the merchant's books. */
interface SnapshotData {
  readonly available: ReadonlyMap<string, bigint>
  readonly locked: ReadonlyMap<string, bigint>
  readonly sum: (what: keyof typeof queries, symbol: Symbol) => bigint
}

const withdrawals = 'from withdrawals as one where app_id = ? and symbol = ? and status = 5'
const toDepositAddress = `and exists (select 1 from deposit_addresses as place
  where place.symbol = one.symbol and place.address = one.address_to and place.memo = one.memo)`
const queries = {
  shown: 'select amount from deposits where app_id = ? and symbol = ?',
  deposited: 'select credited as amount from deposits where app_id = ? and symbol = ?',
  withdrawn: `select amount ${withdrawals}`,
  fees: `select withdraw_fee as amount ${withdrawals}`,
  minerFees: 'select fee as amount from miner_fees where app_id = ? and base_symbol = ? and status <> 2',
  // A withdrawal to a deposit address is also a deposit.
  returned: `select amount ${withdrawals} ${toDepositAddress}`,
  // The deposit of a failed MPC withdrawal stays in the list.
  sentByWallet: `select amount from mpc_withdrawals as one where app_id = ? and symbol = ? and txid <> '' ${toDepositAddress}`,
} as const

function readData(snapshot: Uint8Array, appId: string): SnapshotData {
  const database = new DatabaseSync(':memory:')
  database.deserialize(snapshot)
  const selectAll = (sql: string, ...values: string[]) => database.prepare(sql).all(...values)
  const available = new Map<string, bigint>()
  const locked = new Map<string, bigint>()
  for (const row of selectAll("select * from ledger_accounts where app_id = ? and owner like 'user %'", appId)) {
    const readUnits = (name: string) => BigInt(String(row[name]))
    const symbol = String(row['symbol'])
    const pending = readUnits('debits_pending')
    const key = `${String(row['owner'])} ${symbol}`.replace('user', 'customer')
    available.set(key, readUnits('credits_posted') - readUnits('debits_posted') - pending)
    locked.set(symbol, (locked.get(symbol) ?? 0n) + pending)
  }
  const selectAmounts = (sql: string, symbol: Symbol) =>
    selectAll(sql, appId, symbol).map((row) => BigInt(String(row['amount'])))
  const sums = Object.entries(queries).flatMap(([what, sql]) =>
    symbols.map((symbol) => [`${what} ${symbol}`, sumAmounts(selectAmounts(sql, symbol))] as const),
  )
  database.close()
  const known = new Map(sums)
  return { available, locked, sum: (what, symbol) => known.get(`${what} ${symbol}`) ?? 0n }
}

const sumAmounts = (readUnits: readonly bigint[]): bigint => readUnits.reduce((sum, each) => sum + each, 0n)

// Auto-collection moves coins between accounts of one merchant, so compare their sum.
function listAccountDifferences(
  { records: { books }, isCollecting }: World,
  data: SnapshotData,
  symbol: Symbol,
): readonly string[] {
  const names = new Set([
    ...books.accounts().filter((account) => account.startsWith('customer')),
    ...[...data.available.keys()].map(parseAccount),
  ])
  const readOwn = (account: Account) => books.balance(account, symbol)
  const readSandbox = (account: Account) => data.available.get(`${account} ${symbol}`) ?? 0n
  const sums = [sumAmounts([...names].map(readOwn)), sumAmounts([...names].map(readSandbox))] as const
  return [
    ...describeDifference('what all customers have', symbol, ...sums),
    ...(isCollecting
      ? []
      : [...names].flatMap((name) => describeDifference(name, symbol, readOwn(name), readSandbox(name)))),
    ...describeDifference('what waits', symbol, books.balance('orders', symbol), data.locked.get(symbol) ?? 0n),
  ]
}

function parseAccount(key: string): Account {
  const [, uid] = /^customer (\d+) /.exec(key) ?? []
  return `customer ${Number(uid)}`
}

function listSumDifferences(
  { records: { books }, paid }: World,
  { sum }: SnapshotData,
  symbol: Symbol,
): readonly string[] {
  const readSandbox = (what: keyof typeof queries) => sum(what, symbol)
  const readOwn = (account: Account) => books.balance(account, symbol)
  return [
    // Payments are counted when they are made.
    ...describeDifference(
      'payments to deposit addresses',
      symbol,
      paid[symbol] + readSandbox('returned') + readSandbox('sentByWallet'),
      readSandbox('shown'),
    ),
    ...describeDifference('deposits', symbol, -readOwn('deposits'), readSandbox('deposited')),
    ...describeDifference('withdrawals', symbol, readOwn('withdrawals'), readSandbox('withdrawn')),
    ...describeDifference('withdrawal fees', symbol, readOwn('fees'), readSandbox('fees')),
    ...describeDifference('miner fees', symbol, readOwn('miners'), readSandbox('minerFees')),
  ]
}

// The client compares notified deposits with their records.
async function listFindings({ desk, records }: World): Promise<readonly string[]> {
  const deposits = []
  for await (const deposit of desk.deposits.readSince())
    if (deposit.request_id !== '' && deposit.status === 1) deposits.push(deposit)
  const minerFees = []
  for await (const fee of desk.minerFees.readSince()) if (fee.txid.startsWith('sweep-')) minerFees.push(fee)
  const notified = [...records.acknowledged].filter(([key]) => !records.failed.has(key)).map(([, one]) => one)
  const { found } = await desk.withdrawals.list(records.orders.keys())
  const result = reconcile({ notified, deposits, withdrawals: found, minerFees })
  return result.findings.map(
    ({ kind, what, list, key, symbol }) => `reconcile: ${what} ${key} in ${symbol} is ${kind} in ${list}`,
  )
}

const describeDifference = (what: string, symbol: Symbol, readOwn: bigint, readSandbox: bigint): readonly string[] =>
  readOwn === readSandbox
    ? []
    : [
        `${what} in ${symbol}: ${shown(readOwn, symbol)} by the merchant's books, ${shown(readSandbox, symbol)} by the sandbox`,
      ]

const shown = (readUnits: bigint, symbol: Symbol): string =>
  readUnits < 0n ? `-${formatUnits(-readUnits, symbol)}` : formatUnits(readUnits, symbol)
