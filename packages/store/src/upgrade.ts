// Adds keys to the claims of earlier versions, and checksums to the rows of workflows. If two rows have the same key,
// because a deposit was credited in two spellings, the first gets the key, and the others get it with a number.
import type { DatabaseSync } from 'node:sqlite'

import { computeChecksum, type StateTable, stateTables } from './checksum.ts'
import { computePaymentKey, computeRequestKey, computeSourceKey } from './keys.ts'

interface Upgrade {
  readonly table: string
  /** Columns of the keys, with the SQL that computes them from a row. */
  readonly keys: Readonly<Record<string, string>>
  /** Columns of the unique key. The last one gets the number. */
  readonly unique: readonly string[]
  /** Columns of earlier versions. */
  readonly columns: string
}

type Functions = Readonly<Record<'payment' | 'request' | 'source', string>>

const createUpgrades = ({ payment, request, source }: Functions): readonly Upgrade[] => [
  {
    table: 'custody_deposits',
    keys: { request_key: request, deposit_key: payment },
    unique: ['deposit_key'],
    columns: 'app_id, request_id, symbol, txid, address_to, memo, amount, flag',
  },
  {
    table: 'custody_transfers',
    keys: { place_key: payment, source_key: source },
    unique: ['place_key', 'source_key'],
    columns: 'app_id, symbol, txid, address_from, address_to, memo, amount, fee',
  },
]

/** Creates the query for rows with their keys. `id` identifies a row of the table `from`. */
function createKeyUpdate({ keys, unique, columns }: Upgrade, id: string, from: string): string {
  const keyColumns = Object.entries(keys).map(([key, sql]) => `${sql} AS ${key}`)
  const numberedKey = unique.at(-1)
  const selections = Object.keys(keys).map((key) =>
    key === numberedKey ? `${key} || CASE WHEN copy > 1 THEN '.' || copy ELSE '' END AS ${key}` : key,
  )
  return `SELECT ${[...selections, id].join(', ')} FROM (
    SELECT *, row_number() OVER (PARTITION BY ${unique.join(', ')} ORDER BY ${columns}) AS copy FROM (
      SELECT ${[...keyColumns, id, columns].join(', ')} FROM ${from}) AS spelled) AS counted`
}

const removeSpaces = (column: string): string =>
  String.raw`regexp_replace(translate(${column}, E' \t\n\x0b\f\r', ''), '^0[xX]', '')`
const formatLowerSql = (sql: string): string =>
  `translate(${sql}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`
const normalizeName = (column: string): string => formatLowerSql(removeSpaces(column))
const formatDigestSql = (parts: readonly string[]): string => {
  const text = parts.map((part) => `octet_length(convert_to(${part}, 'UTF8')) || ':' || ${part}`)
  return `encode(sha256(convert_to(${text.join(' || ')}, 'UTF8')), 'hex')`
}

const memo = String.raw`regexp_replace(${removeSpaces('memo')}, '^0+([0-9]+)$', '\1')`

/** The functions of keys.ts in SQL. */
const inPostgres: Functions = {
  request: formatDigestSql(['app_id', 'request_id']),
  payment: formatDigestSql([
    'app_id',
    normalizeName('symbol'),
    normalizeName('txid'),
    normalizeName('address_to'),
    memo,
  ]),
  source: `CASE WHEN ${normalizeName('address_from')} = '' THEN '' ELSE ${formatDigestSql([normalizeName('address_from')])} END`,
}

const primaryKeys = { custody_deposits: 'request_key', custody_transfers: 'place_key, source_key' } as const

/** Upgrades tables of earlier versions. It can run again. */
export const postgresUpgrade: string = [
  ...createUpgrades(inPostgres).flatMap((upgrade) => {
    const { table, keys } = upgrade
    const columns = Object.keys(keys)
    const mapColumns = (make: (column: string) => string): string => columns.map(make).join(', ')
    return [
      `ALTER TABLE ${table} ${mapColumns((column) => `ADD COLUMN IF NOT EXISTS ${column} text`)}`,
      `UPDATE ${table} SET ${mapColumns((column) => `${column} = made.${column}`)} FROM (
  ${createKeyUpdate(upgrade, 'place', `(SELECT *, ctid AS place FROM ${table} WHERE ${columns[0]} IS NULL) AS old`)}
) AS made WHERE ${table}.ctid = made.place`,
      `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_pkey`,
      `ALTER TABLE ${table} ${mapColumns((column) => `ALTER COLUMN ${column} SET NOT NULL`)}`,
    ]
  }),
  ...Object.entries(primaryKeys).map(
    ([table, columns]) => `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_claim ON ${table} (${columns})`,
  ),
  'CREATE UNIQUE INDEX IF NOT EXISTS custody_deposits_deposit ON custody_deposits (deposit_key)',
  'ALTER TABLE custody_deposits DROP CONSTRAINT IF EXISTS custody_deposits_app_id_symbol_txid_address_to_memo_key',
  ...stateTables.map(({ name }) => `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS checksum text`),
]
  .map((statement) => `${statement};\n`)
  .join('')

const inSqlite: Functions = {
  request: 'custody_request_key(app_id, request_id)',
  payment: 'custody_payment_key(app_id, symbol, txid, address_to, memo)',
  source: 'custody_source_key(address_from)',
}

const lacksColumn = (database: DatabaseSync, table: string, column: string): boolean => {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  return columns.length > 0 && columns.every(({ name }) => name !== column)
}

const hasClaimsWithoutKeys = (database: DatabaseSync): boolean =>
  lacksColumn(database, 'custody_deposits', 'request_key')

const listUnchecked = (database: DatabaseSync): readonly StateTable[] =>
  stateTables.filter(({ name }) => lacksColumn(database, name, 'checksum'))

/** Creates the tables in a file, and upgrades those of earlier versions. */
export function upgradeSqlite(database: DatabaseSync, tables: string): void {
  if (!hasClaimsWithoutKeys(database) && listUnchecked(database).length === 0) return database.exec(tables)
  database.function('custody_request_key', (appId, id) => computeRequestKey(String(appId), String(id)))
  database.function('custody_payment_key', { varargs: true }, (...facts) => {
    const [appId = '', symbol = '', txid = '', addressTo = '', text = ''] = facts.map(String)
    return computePaymentKey(appId, { symbol, txid, addressTo, memo: text })
  })
  database.function('custody_source_key', (address) => computeSourceKey(String(address)))
  database.function('custody_checksum', { varargs: true }, (table, ...values) => computeChecksum(String(table), values))
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have upgraded the file meanwhile.
    if (hasClaimsWithoutKeys(database)) replaceTables(database, tables)
    for (const table of listUnchecked(database)) addChecksums(database, table)
    database.exec(tables)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function replaceTables(database: DatabaseSync, tables: string): void {
  const upgrades = createUpgrades(inSqlite)
  for (const { table } of upgrades) database.exec(`ALTER TABLE ${table} RENAME TO ${table}_earlier`)
  database.exec(tables)
  for (const upgrade of upgrades) {
    const { table, keys, columns } = upgrade
    database.exec(`INSERT INTO ${table} (${Object.keys(keys).join(', ')}, ${columns})
      ${createKeyUpdate(upgrade, columns, `${table}_earlier`)}; DROP TABLE ${table}_earlier`)
  }
}

function addChecksums(database: DatabaseSync, { name, columns }: StateTable): void {
  database.exec(`ALTER TABLE ${name} ADD COLUMN checksum text;
    UPDATE ${name} SET checksum = custody_checksum('${name}', ${columns.join(', ')})`)
}
