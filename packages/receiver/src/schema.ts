import type { Store } from './store.ts'
import { postgresUpgrade } from './upgrade.ts'

// The keys are digests, and the facts stay as they were spelled. The unique keys decide what is new. SQLite orders rows by
// the primary key, which saves an index.
const createTables = (end: string): string => `CREATE TABLE IF NOT EXISTS custody_deposits (
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
CREATE TABLE IF NOT EXISTS custody_checkpoints (
  name text NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (name)
)${end};
CREATE TABLE IF NOT EXISTS custody_journal (
  name text NOT NULL,
  position integer NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (name, position)
)${end};
CREATE TABLE IF NOT EXISTS custody_dedupe (
  name text NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (name, key)
)${end};
`

// Tables that two processes make at one time are an error of PostgreSQL, also with IF NOT EXISTS.
const oneAtATime = "SELECT pg_advisory_xact_lock(hashtext('custody_deposits'));\n"

const scripts: Readonly<Record<Store<unknown>['dialect'], string>> = {
  postgres: `${oneAtATime}${createTables('')}${postgresUpgrade}`,
  sqlite: createTables(' STRICT, WITHOUT ROWID'),
}

/**
 * The SQL that makes the tables of the receiver and of workflow stores, for your own migrations. It changes nothing where
 * they are up to date. That for PostgreSQL also gives the claims of earlier versions their keys: run it in one
 * transaction. Rows are never deleted: a genuine old notification can come back at any time.
 *
 * @example
 * ```ts
 * import { createMigrations } from '@custody-wallet/receiver'
 *
 * console.log(createMigrations('postgres'))
 * ```
 */
export function createMigrations(dialect: Store<unknown>['dialect']): string {
  if (Object.hasOwn(scripts, dialect)) return scripts[dialect]
  throw new TypeError(`migrations() needs postgres or sqlite, not ${JSON.stringify(dialect)}.`)
}
