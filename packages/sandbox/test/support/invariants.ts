// What is true after every step of a sandbox, recomputed from the rows of a snapshot.
import { DatabaseSync } from 'node:sqlite'

import { recomputed } from '../../src/ledger/explain.ts'

type Row = Record<string, unknown>

/** What is wrong with the rows of a snapshot, in sentences. */
export function faultsIn(snapshot: Uint8Array): readonly string[] {
  const database = new DatabaseSync(':memory:')
  database.deserialize(snapshot)
  const all = (sql: string): readonly Row[] => database.prepare(sql).all()
  try {
    const accounts = all('select * from ledger_accounts')
    const transfers = all('select * from transfers order by id')
    return [
      ...unbalanced(accounts),
      ...accounts.flatMap((account) => faultsOf(account, transfers)),
      ...creditedTwice(
        all("select * from transfers where subject like 'deposit %' and kind = 'posted'"),
        all,
      ),
      ...Object.entries(recorded).flatMap(([table, record]) => unrecorded(all(unrecordedOf(table, record)))),
    ]
  } finally {
    database.close()
  }
}

const recorded = {
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  miner_fees: 'miner_fee',
  mpc_withdrawals: 'mpc_withdrawal',
  stakes: 'stake',
  delegations: 'delegation',
}

// The state that was recorded last is the state of the record.
const unrecordedOf = (table: string, record: string): string =>
  `select '${record} ' || id as subject, status, (select status from state_changes
    where subject = '${record} ' || ${table}.id order by id desc limit 1) as recorded
  from ${table} where recorded is null or recorded <> status`

const unrecorded = (rows: readonly Row[]): readonly string[] =>
  rows.map(
    ({ subject, status, recorded: last }) => `${String(subject)} is ${String(status)}, not ${String(last)}`,
  )

const big = (row: Row, name: string): bigint => BigInt(String(row[name]))

// In each coin of a merchant, what leaves one account arrives in another one.
function unbalanced(accounts: readonly Row[]): readonly string[] {
  const sums = new Map<string, bigint>()
  for (const account of accounts)
    for (const phase of ['posted', 'pending']) {
      const key = `${String(account['app_id'])} ${String(account['symbol'])} ${phase}`
      const change = big(account, `debits_${phase}`) - big(account, `credits_${phase}`)
      sums.set(key, (sums.get(key) ?? 0n) + change)
    }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `${key} differ by ${sum}`)
}

function faultsOf(account: Row, transfers: readonly Row[]): readonly string[] {
  const { id, owner, funded } = account
  const name = `${String(account['app_id'])} ${String(owner)} ${String(account['symbol'])}`
  const counters = {
    available: big(account, 'credits_posted') - big(account, 'debits_posted'),
    locked: big(account, 'debits_pending'),
  }
  const available = counters.available - counters.locked
  const entries = transfers
    .filter(({ debit, credit }) => debit === id || credit === id)
    .map((row) => ({
      amount: big(row, 'amount'),
      incoming: row['credit'] === id,
      kind: kindOf(row['kind']),
      pendingId: row['pending_id'] === null ? null : Number(row['pending_id']),
    }))
  const explained = recomputed(entries)
  return [
    ...(explained.available === available
      ? []
      : [`${name}: ${available}, but its transfers make ${explained.available}`]),
    ...(explained.locked === counters.locked
      ? []
      : [`${name}: ${counters.locked} locked, but its transfers make ${explained.locked}`]),
    ...(funded === 1 && available < 0n ? [`${name} is negative: ${available}`] : []),
    ...(counters.locked < 0n ? [`${name} has ${counters.locked} locked`] : []),
  ]
}

function kindOf(kind: unknown): 'pending' | 'posted' | 'voided' {
  if (kind === 'pending' || kind === 'posted' || kind === 'voided') return kind
  throw new TypeError(`A transfer has the kind ${String(kind)}.`)
}

// Credits minus their reversals are what the deposit says that it credited.
function creditedTwice(transfers: readonly Row[], all: (sql: string) => readonly Row[]): readonly string[] {
  const owners = new Map(
    all('select id, owner from ledger_accounts').map(({ id, owner }) => [id, String(owner)]),
  )
  const sums = new Map<unknown, bigint>()
  for (const row of transfers) {
    const from = owners.get(row['debit'])
    const signed =
      from === 'chain' ? big(row, 'amount') : owners.get(row['credit']) === 'chain' ? -big(row, 'amount') : 0n
    sums.set(row['subject'], (sums.get(row['subject']) ?? 0n) + signed)
  }
  return all('select id, credited from deposits').flatMap((row) => {
    const sum = sums.get(`deposit ${String(row['id'])}`) ?? 0n
    return sum === big(row, 'credited')
      ? []
      : [`deposit ${String(row['id'])} says ${big(row, 'credited')}, but ${sum} were credited`]
  })
}
