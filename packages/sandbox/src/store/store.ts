import { DatabaseSync } from 'node:sqlite'

import { Kysely, SqliteDialect } from 'kysely'

import { DataError } from './data-error.ts'
import { applicationId, migrations, sqliteTypes } from './migrations.ts'
import type { Schema } from './schema.ts'
import { restoreInto, snapshotOf } from './snapshots.ts'
import { cachedDatabase } from './sqlite.ts'

/** All queries go through this type: the database, or a transaction on it. */
export type Database = Kysely<Schema>

/** The rows of a sandbox. */
export interface Store {
  readonly db: Database
  /** Whether the tables were made just now. */
  readonly fresh: boolean
  readonly readOnly: boolean
  /** Runs work in one transaction: all of its effects, or none. */
  readonly transaction: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  /** All rows, as bytes that `restore` takes. */
  readonly snapshot: () => Promise<Uint8Array>
  readonly restore: (snapshot: Uint8Array) => Promise<void>
  readonly close: () => Promise<void>
}

export interface StoreOptions {
  /** Rejects every change of the rows; the file must exist. */
  readonly readOnly?: boolean | undefined
}

/** Opens a store: in memory, or in a file that only this process uses. */
export function openStore(file = ':memory:', { readOnly = false }: StoreOptions = {}): Store {
  const database = opened(file, readOnly)
  const { fresh } = prepared(database, file, readOnly)
  const cached = cachedDatabase(database)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cached }) })
  const exclusively = <Result>(work: () => Result): Promise<Result> =>
    db.connection().execute(async () => work())
  return {
    db,
    fresh,
    readOnly,
    transaction: (work) => db.transaction().execute(work),
    snapshot: () => exclusively(() => snapshotOf(database)),
    restore: (snapshot) =>
      exclusively(() => {
        cached.clear()
        restoreInto(database, file, snapshot)
      }),
    close: () => db.destroy(),
  }
}

function opened(file: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly })
  } catch (error) {
    throw new DataError(`${file} cannot be opened: give a file in a folder that exists.`, { cause: error })
  }
}

// The version is read before anything is written, so that a foreign file stays unchanged.
function prepared(database: DatabaseSync, file: string, readOnly: boolean): { readonly fresh: boolean } {
  try {
    const version = versionOf(database, file)
    if (readOnly) {
      if (version === migrations.length) return { fresh: false }
      throw new DataError(`${file} is not up to date: start once without read-only.`)
    }
    if (file !== ':memory:') database.exec('pragma journal_mode = wal; pragma synchronous = full')
    database.exec('pragma busy_timeout = 5000')
    migrate(database, version)
    return { fresh: version === 0 }
  } catch (error) {
    database.close()
    if (error instanceof DataError) throw error
    throw new DataError(`${file} is not a data file of the sandbox, or it is broken: give another file.`, {
      cause: error,
    })
  }
}

function versionOf(database: DatabaseSync, file: string): number {
  const [id, version] = ['application_id', 'user_version'].map((name) => numberOf(database, `pragma ${name}`))
  const tables = numberOf(database, 'select count(*) from sqlite_schema')
  if (id === 0 && version === 0 && tables === 0) return 0
  if (id !== applicationId)
    throw new DataError(`${file} is not a data file of the sandbox: give another file.`)
  if (version === undefined || version > migrations.length)
    throw new DataError(
      `${file} was written by a newer version of the sandbox: update the sandbox, or give another file.`,
    )
  return version
}

function numberOf(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {})
  return Number(value)
}

function migrate(database: DatabaseSync, version: number): void {
  const steps = migrations.slice(version)
  if (steps.length === 0) return
  database.exec('begin immediate')
  for (const step of steps) for (const sql of step(sqliteTypes)) database.exec(sql)
  database.exec(
    `pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; commit`,
  )
}
