// Invariants of a sandbox, recomputed from the rows of a snapshot.
import { DatabaseSync } from 'node:sqlite'

type Row = Record<string, unknown>

/** Lists violated invariants as sentences. */
export function findFaults(snapshot: Uint8Array): readonly string[] {
  const database = new DatabaseSync(':memory:')
  database.deserialize(snapshot)
  const selectAll = (sql: string): readonly Row[] => database.prepare(sql).all()
  try {
    const accounts = selectAll('select * from ledger_accounts')
    const transfers = selectAll('select * from transfers order by id')
    return [
      ...listUnbalanced(accounts),
      ...accounts.flatMap((account) => findAccountFaults(account, transfers)),
      ...findDoubleCredits(
        selectAll("select * from transfers where subject like 'deposit %' and kind = 'posted'"),
        selectAll,
      ),
      ...Object.entries(recordNames).flatMap(([table, record]) =>
        listUnrecorded(selectAll(formatUnrecordedQuery(table, record))),
      ),
    ]
  } finally {
    database.close()
  }
}

const recordNames = {
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  miner_fees: 'miner_fee',
  mpc_withdrawals: 'mpc_withdrawal',
  stakes: 'stake',
  delegations: 'delegation',
}

// The last state in the history is the state of the record.
const formatUnrecordedQuery = (table: string, record: string): string =>
  `select '${record} ' || id as subject, status, (select status from state_changes
    where subject = '${record} ' || ${table}.id order by id desc limit 1) as recorded
  from ${table} where recorded is null or recorded <> status`

const listUnrecorded = (rows: readonly Row[]): readonly string[] =>
  rows.map(({ subject, status, recorded: last }) => `${String(subject)} is ${String(status)}, not ${String(last)}`)

const readBigInt = (row: Row, name: string): bigint => BigInt(String(row[name]))

// In each coin of a merchant, debits equal credits.
function listUnbalanced(accounts: readonly Row[]): readonly string[] {
  const sums = new Map<string, bigint>()
  for (const account of accounts)
    for (const phase of ['posted', 'pending']) {
      const key = `${String(account['app_id'])} ${String(account['symbol'])} ${phase}`
      const change = readBigInt(account, `debits_${phase}`) - readBigInt(account, `credits_${phase}`)
      sums.set(key, (sums.get(key) ?? 0n) + change)
    }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `${key} differ by ${sum}`)
}

function findAccountFaults(account: Row, transfers: readonly Row[]): readonly string[] {
  const { id, owner, funded } = account
  const name = `${String(account['app_id'])} ${String(owner)} ${String(account['symbol'])}`
  const counters = {
    available: readBigInt(account, 'credits_posted') - readBigInt(account, 'debits_posted'),
    locked: readBigInt(account, 'debits_pending'),
  }
  const available = counters.available - counters.locked
  const entries = transfers
    .filter(({ debit, credit }) => debit === id || credit === id)
    .map((row) => readEntry(row, id))
  const expectedBalance = recomputeBalance(entries)
  return [
    ...(expectedBalance.available === available
      ? []
      : [`${name}: ${available}, but its transfers make ${expectedBalance.available}`]),
    ...(expectedBalance.locked === counters.locked
      ? []
      : [`${name}: ${counters.locked} locked, but its transfers make ${expectedBalance.locked}`]),
    ...(funded === 1 && available < 0n ? [`${name} is negative: ${available}`] : []),
    ...(counters.locked < 0n ? [`${name} has ${counters.locked} locked`] : []),
  ]
}

const readEntry = (row: Row, account: unknown) => ({
  amount: readBigInt(row, 'amount'),
  isIncoming: row['credit'] === account,
  kind: checkKind(row['kind']),
  pendingId: row['pending_id'] === null ? null : Number(row['pending_id']),
})

/** Computes a balance from its transfers, independently of the counters. */
function recomputeBalance(entries: readonly ReturnType<typeof readEntry>[]) {
  const sum = { available: 0n, locked: 0n }
  for (const { kind, amount, isIncoming, pendingId } of entries) {
    if (isIncoming) sum.available += kind === 'posted' ? amount : 0n
    else if (pendingId === null) {
      sum.available -= amount
      sum.locked += kind === 'pending' ? amount : 0n
    } else {
      sum.locked -= amount
      sum.available += kind === 'voided' ? amount : 0n
    }
  }
  return sum
}

function checkKind(kind: unknown): 'pending' | 'posted' | 'voided' {
  if (kind === 'pending' || kind === 'posted' || kind === 'voided') return kind
  throw new TypeError(`A transfer has the kind ${String(kind)}.`)
}

// Credits minus their reversals equal the credited amount of the deposit.
function findDoubleCredits(transfers: readonly Row[], selectAll: (sql: string) => readonly Row[]): readonly string[] {
  const owners = new Map(selectAll('select id, owner from ledger_accounts').map(({ id, owner }) => [id, String(owner)]))
  const sums = new Map<unknown, bigint>()
  for (const row of transfers) {
    const from = owners.get(row['debit'])
    const signedAmount =
      from === 'chain'
        ? readBigInt(row, 'amount')
        : owners.get(row['credit']) === 'chain'
          ? -readBigInt(row, 'amount')
          : 0n
    sums.set(row['subject'], (sums.get(row['subject']) ?? 0n) + signedAmount)
  }
  return selectAll('select id, credited from deposits').flatMap((row) => {
    const sum = sums.get(`deposit ${String(row['id'])}`) ?? 0n
    return sum === readBigInt(row, 'credited')
      ? []
      : [`deposit ${String(row['id'])} says ${readBigInt(row, 'credited')}, but ${sum} were credited`]
  })
}
