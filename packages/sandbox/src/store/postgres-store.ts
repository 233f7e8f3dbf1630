import { hash } from 'node:crypto'

import { Kysely, sql } from 'kysely'
import type { PoolConfig } from 'pg'

import { DataError } from './data-error.ts'
import type { Database } from './database.ts'
import { createPostgresDialect } from './postgres-driver.ts'
import { createErrorExplainer } from './postgres-errors.ts'
import { migrateShared, schemaName } from './postgres-migrations.ts'
import { createImage, replaceData } from './postgres-rows.ts'
import { checkSessions } from './postgres-sessions.ts'
import { openSource } from './restore.ts'
import type { Schema } from './schema.ts'
import { maxClaims, type Store } from './store.ts'
import { createTurns } from './turns.ts'

export interface SharedStoreOptions {
  readonly readOnly?: boolean | undefined
  /** Called before the initial data is created. */
  readonly onOpen?: ((db: Database) => Promise<unknown>) | undefined
  /** Creates the initial data of an empty database, as a snapshot. */
  readonly createData: () => Promise<Uint8Array>
  /** Connections of this process. Default: 5. */
  readonly connections?: number | undefined
}

export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

/** Returns the location of a database without its password. */
export function formatLocation(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL'
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host}${pathname}`
}

/** Opens a database, such as `postgres://user:password@host:port/name`. */
export async function openSharedStore(
  url: string,
  { readOnly = false, onOpen, createData, connections = 5 }: SharedStoreOptions,
): Promise<Store> {
  // Load the driver only if it is needed.
  const { default: pg } = await import('pg')
  const location = formatLocation(url)
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, parseInteger)
  const connect = (maxConnections: number): Database => {
    const pool = new pg.Pool({ ...buildConfig(url, maxConnections), types })
    // The pool replaces idle connections that break. Queries report errors themselves.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.query(formatSessionSettings(readOnly)).catch(() => {})
    })
    return new Kysely<Schema>({ dialect: createPostgresDialect(pool, createErrorExplainer(location)) })
  }
  // Claims have their own connections, so that calls never wait for them.
  const [db, claims] = [connect(connections), connect(maxClaims)]
  try {
    await checkSessions(db, claims, location)
    await onOpen?.(db)
    await migrateShared(db, { location, readOnly, createData })
  } catch (error) {
    await Promise.all([db.destroy(), claims.destroy()])
    throw error
  }
  return createSharedStore(db, { claims, location, readOnly })
}

interface SharedStoreParts {
  /** Connections of claims. */
  readonly claims: Database
  readonly location: string
  readonly readOnly: boolean
}

function createSharedStore(db: Database, { claims, location, readOnly }: SharedStoreParts): Store {
  // Units of one merchant run one by one because of their lock, so more than two connections would only wait. With two,
  // the second unit waits in the database and continues as soon as the first one ends.
  const turns = createTurns()
  let units = 0
  const transaction: Store['transaction'] = (work, merchant = '') =>
    turns(`${merchant} ${(units += 1) % 2}`, () =>
      db.transaction().execute(async (trx) => {
        await lockMerchant(trx, merchant)
        return work(trx)
      }),
    )
  return {
    db,
    readOnly,
    isShared: true,
    transaction,
    read: (work) => readConsistently(db, work),
    async agree(name, value) {
      if (!readOnly) await sql`insert into agreements values (${name}, ${value}) on conflict do nothing`.execute(db)
      const { rows } = await sql<{
        value: string
      }>`select value from agreements where name = ${name}`.execute(db)
      return rows[0]?.value ?? value
    },
    // The lock of the row ends with its transaction, even if this process is killed.
    claim: (find, work) =>
      claims.transaction().execute(async (trx) => {
        const row = await find(trx, true)
        if (!row) return false
        await (
          await work(row)
        )?.(trx)
        return true
      }),
    async revision() {
      // Position in the write-ahead log of the server or replica.
      const { rows } = await sql<{ location: string }>`select cast(case when pg_is_in_recovery()
        then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as text) as location`.execute(db)
      return rows[0]?.location ?? ''
    },
    snapshot: (before = async () => {}) => readConsistently(db, (trx) => createImage(trx, before)),
    restore(snapshot, after = async () => {}) {
      if (readOnly)
        throw new DataError(`${location} was opened read-only: to restore a snapshot, open it without read-only.`)
      // Check the snapshot before taking the lock.
      return openSource(snapshot, ({ database }) =>
        transaction(async (trx) => {
          await replaceData(trx, database)
          await after(trx)
        }),
      ).catch((error: unknown) => {
        throw isValueError(error) ? new DataError(invalidRow, { cause: error }) : error
      })
    },
    async close() {
      await claims.destroy()
      await db.destroy()
    },
  }
}

// All queries see the same state without a lock.
const readConsistently = <Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

const invalidRow = 'The snapshot has a row that PostgreSQL cannot store, so nothing was restored: take a new snapshot.'

// SQLSTATE classes of invalid values and violated constraints.
const isValueError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code))

const lockClass = 0x43_55_53_54

/**
 * Runs units of one merchant one by one, and units of different merchants concurrently. A unit without a merchant runs
 * alone. PostgreSQL releases the locks with the transaction, even if the process is killed.
 */
async function lockMerchant(db: Database, merchant: string): Promise<void> {
  if (merchant === '') await sql`select pg_advisory_xact_lock(${lockClass}::int, 0)`.execute(db)
  else
    await sql`select pg_advisory_xact_lock_shared(${lockClass}::int, 0),
      pg_advisory_xact_lock(${lockClass}::int, ${hashMerchant(merchant)}::int)`.execute(db)
}

// Merchants with the same number only wait for each other. 0 stands for all merchants.
const hashMerchant = (merchant: string): number => hash('sha256', merchant, 'buffer').readInt32BE() || 1

function buildConfig(url: string, connections: number): PoolConfig & { readonly pipeline: true } {
  if (!isPostgres(url)) throw new TypeError('The address of the database must begin with postgres:// or postgresql://.')
  return {
    connectionString: url,
    application_name: 'custody-sandbox',
    max: connections,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 35_000,
    keepAlive: true,
    pipeline: true,
  }
}

// A process that hangs must not block others. Poolers reject these settings as start parameters.
const formatSessionSettings = (readOnly: boolean): string =>
  Object.entries({
    search_path: schemaName,
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '30s',
    default_transaction_isolation: 'read committed',
    ...(readOnly && { default_transaction_read_only: 'on' }),
  })
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join(';')

// Ids and times are safe integers. By default, `pg` returns strings.
function parseInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The database contains the number ${text}, which is too large.`)
}
