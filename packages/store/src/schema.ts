import type { Store } from './store.ts'
import { postgresUpgrade } from './upgrade.ts'

// Keys are digests of normalized facts, and the other columns keep the spelling. SQLite orders rows by the primary key,
// which saves an index.
const formatTablesSql = (end: string): string => `CREATE TABLE IF NOT EXISTS custody_deposits (
  request_key text NOT NULL,
  deposit_key text NOT NULL,
  app_id text NOT NULL,
  request_id text NOT NULL,
  symbol text NOT NULL,
  txid text NOT NULL,
  address_to text NOT NULL,
  memo text NOT NULL,
  amount text NOT NULL,
  flag integer NOT NULL,
  CONSTRAINT custody_deposits_claim PRIMARY KEY (request_key),
  CONSTRAINT custody_deposits_deposit UNIQUE (deposit_key)
)${end};
CREATE TABLE IF NOT EXISTS custody_places (
  place_key text NOT NULL,
  PRIMARY KEY (place_key)
)${end};
CREATE TABLE IF NOT EXISTS custody_transfers (
  place_key text NOT NULL,
  source_key text NOT NULL,
  app_id text NOT NULL,
  symbol text NOT NULL,
  txid text NOT NULL,
  address_from text NOT NULL,
  address_to text NOT NULL,
  memo text NOT NULL,
  amount text NOT NULL,
  fee text NOT NULL,
  CONSTRAINT custody_transfers_claim PRIMARY KEY (place_key, source_key)
)${end};
CREATE TABLE IF NOT EXISTS custody_conflicts (
  conflict_key text NOT NULL,
  app_id text NOT NULL,
  noted_at text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (conflict_key)
)${end};
CREATE TABLE IF NOT EXISTS custody_checkpoints (
  name text NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  checksum text,
  PRIMARY KEY (name)
)${end};
CREATE TABLE IF NOT EXISTS custody_journal (
  name text NOT NULL,
  position integer NOT NULL,
  entry text NOT NULL,
  checksum text,
  PRIMARY KEY (name, position)
)${end};
CREATE TABLE IF NOT EXISTS custody_dedupe (
  name text NOT NULL,
  key text NOT NULL,
  checksum text,
  PRIMARY KEY (name, key)
)${end};
`

// Without the lock, PostgreSQL fails if two processes create tables at the same time, even with IF NOT EXISTS.
const oneAtATime = "SELECT pg_advisory_xact_lock(hashtext('custody_deposits'));\n"

const scripts: Readonly<Record<Store<unknown>['dialect'], string>> = {
  postgres: `${oneAtATime}${formatTablesSql('')}${postgresUpgrade}`,
  sqlite: formatTablesSql(' STRICT, WITHOUT ROWID'),
}

/**
 * Creates the SQL for the tables of the receiver and of workflow stores, for your own migrations. You can run it again. For
 * PostgreSQL, it also upgrades the claims of earlier versions, so run it in one transaction. Do not delete claims: an old
 * notification can arrive again at any time.
 *
 * @example
 * ```ts
 * import { listMigrations } from '@custody-wallet/store'
 *
 * console.log(listMigrations('postgres'))
 * ```
 */
export function listMigrations(dialect: Store<unknown>['dialect']): string {
  if (Object.hasOwn(scripts, dialect)) return scripts[dialect]
  throw new TypeError(`The dialect of listMigrations() must be postgres or sqlite, not ${JSON.stringify(dialect)}.`)
}
