// PostgreSQL limits index rows to 2,704 bytes, and callers send longer strings. Its unique indexes therefore contain a
// digest, and a hash index finds the longest string. SQLite has no such limit.
import { type RawBuilder, sql } from 'kysely'

const formatPrefix = (text: string): string => `substr(${text}, 1, 500)`

/** Indexed prefix of a column. 500 characters have at most 2,000 bytes. */
export const truncateColumn = (column: string): RawBuilder<string> => sql.raw(formatPrefix(column))

/** The same prefix of a value. */
export const truncateValue = (value: RawBuilder<string> | string): RawBuilder<string> =>
  sql`substr(cast(${value} as text), 1, 500)`

interface Key {
  readonly name: string
  readonly table: string
  readonly columns: string
  /** Index for queries. */
  readonly lookup: string
  readonly where?: string
  /** Whether it replaces the primary key. */
  readonly isPrimary?: true
}

const formatHashIndex = (column: string): string => `using hash (${column})`

const createRequestKey = (table: string): Key => ({
  name: `${table}_request`,
  table,
  columns: 'app_id, request_id',
  lookup: formatHashIndex('request_id'),
})

// Merchants, symbols and uids are short.
const keys: readonly Key[] = [
  {
    name: 'users_email',
    table: 'users',
    columns: 'app_id, email',
    lookup: formatHashIndex('email'),
    where: `email <> ''`,
  },
  {
    name: 'users_mobile',
    table: 'users',
    columns: 'app_id, country, mobile',
    lookup: formatHashIndex('mobile'),
    where: `mobile <> ''`,
  },
  {
    name: 'addresses_key',
    table: 'addresses',
    columns: 'symbol, address',
    lookup: formatHashIndex('address'),
  },
  {
    name: 'deposit_addresses_place',
    table: 'deposit_addresses',
    columns: 'symbol, address, memo',
    // All users of a coin with memos share an address, so a hash of it would find all of them.
    lookup: `(symbol, ${formatPrefix('address')}, memo)`,
  },
  {
    name: 'former_txids_key',
    isPrimary: true,
    table: 'former_txids',
    columns: 'txid, symbol, address_to, memo',
    lookup: formatHashIndex('txid'),
  },
  {
    name: 'deposits_key',
    table: 'deposits',
    columns: 'app_id, symbol, txid, address_to, memo',
    lookup: formatHashIndex('txid'),
    where: 'repeats is null',
  },
  { ...createRequestKey('deposit_requests'), isPrimary: true },
  ...['withdrawals', 'mpc_withdrawals', 'stakes', 'delegations'].map(createRequestKey),
  {
    name: 'miner_fees_key',
    table: 'miner_fees',
    columns: 'app_id, symbol, txid, address_from, address_to, memo',
    lookup: formatHashIndex('txid'),
    where: `txid <> ''`,
  },
]

function listDigestStatements({ name, table, columns, lookup, where, isPrimary }: Key): readonly string[] {
  const rows = where === undefined ? '' : ` where ${where}`
  return [
    isPrimary ? `alter table ${table} drop constraint ${table}_pkey` : `drop index ${name}`,
    `create unique index ${name} on ${table} (digest_of(${columns}))${rows}`,
    `create index ${name}_lookup on ${table} ${lookup}${rows}`,
  ]
}

/** Replaces the keys of PostgreSQL that contain strings of callers. JSON separates the strings of a key. */
export const digestKeys: readonly string[] = [
  `create function digest_of(variadic texts text[]) returns bytea language sql immutable strict parallel safe
    as 'select sha256(convert_to(to_json(texts)::text, ''UTF8''))'`,
  ...keys.flatMap(listDigestStatements),
  `drop index transactions_txid`,
  // A new transaction has an empty txid until its row has an id.
  `create index transactions_txid on transactions ${formatHashIndex('txid')} where txid <> ''`,
]

/** Sorted indexes for prefix searches. */
export const startIndexes: readonly string[] = [
  `drop index addresses_text`,
  `create index addresses_text on addresses (app_id, ${formatPrefix('address')})`,
  `create index users_text on users (app_id, ${formatPrefix('email')}) where email <> ''`,
]
