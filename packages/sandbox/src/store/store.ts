import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, SqliteDialect } from 'kysely'

import { DataError, explainError, createUsedError } from './data-error.ts'
import { canSerialize, createEmptyDatabase, migrate, trackReaderFiles, readVersion } from './data-file.ts'
import { runDirectly } from './prepared.ts'
import { restoreInto } from './restore.ts'
import type { Schema } from './schema.ts'
import { createSnapshot } from './snapshots.ts'
import { createCachedDatabase } from './sqlite.ts'
import { createTurns } from './turns.ts'

/** All queries go through this type: the database, or a transaction on it. */
export type Database = Kysely<Schema>

/** Finds the next record. `canSkipLocked`: except those that other connections have locked. */
type FindRecord<Row> = (db: Database, canSkipLocked: boolean) => Promise<Row | undefined>

type Claim = <Row extends { readonly id: number }>(
  find: FindRecord<Row>,
  work: (row: Row) => Promise<((db: Database) => Promise<void>) | undefined>,
) => Promise<boolean>

/** Records that are claimed at one time. A shared store has a connection for each of them. */
export const maxClaims = 16

/** The rows of a sandbox. */
export interface Store {
  readonly db: Database
  /** Whether rows can only be read. */
  readonly readOnly: boolean
  /** Whether other processes may change the rows at any time. */
  readonly isShared: boolean
  /**
   * Runs work in one transaction: all of its effects, or none. Work on the rows of one merchant names it, so that other
   * merchants need not wait in a shared store.
   */
  readonly transaction: <Result>(
    work: (db: Database) => Promise<Result>,
    merchant?: string,
  ) => Promise<Result>
  /**
   * What the processes of a store agree on: the value of the first one that asked. It is part of no snapshot. A store of
   * one process keeps none.
   */
  readonly agree: (name: string, value: string) => Promise<string>
  /**
   * Runs work on a record outside of any transaction of money. No other work of any process of the store has the record
   * meanwhile. What the work returns is written then. `false` where there is no such record.
   */
  readonly claim: Claim
  /** All rows, as bytes that `restore` takes. The work before it sees the rows that the snapshot contains. */
  readonly snapshot: (before?: (db: Database) => Promise<unknown>) => Promise<Uint8Array>
  /**
   * Replaces all rows. The work after it is done before any other query. A rejected snapshot, or work that fails, changes
   * nothing.
   */
  readonly restore: (snapshot: Uint8Array, after?: (db: Database) => Promise<unknown>) => Promise<void>
  /** A text that differs after rows changed. It may also differ after a unit of work that changed none. */
  readonly revision: () => Promise<string>
  readonly close: () => Promise<void>
}

export interface StoreOptions {
  /** Opens a file that exists, and never changes it. */
  readonly readOnly?: boolean | undefined
  /** Whether SQLite turns databases into bytes itself; as Node can unless given. */
  readonly hasSerialization?: boolean | undefined
}

const memory = ':memory:'

/** Opens a store: in memory, or in a file that only this process uses. */
export function openStore(
  file: string = memory,
  { readOnly = false, hasSerialization = canSerialize }: StoreOptions = {},
): Store {
  const { database, cleanUp } =
    file === memory && !readOnly ? openInMemory(hasSerialization) : openFile(file, readOnly)
  const cachedDatabase = createCachedDatabase(database, file)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cachedDatabase }) })
  runDirectly(db, cachedDatabase)
  const images = { hasSerialization: hasSerialization && file === memory, canRead: hasSerialization }
  const getOpenDatabase = (): Database => {
    if (database.isOpen) return db
    throw new Error('The sandbox is closed: create another one.')
  }
  let restores = 0
  return {
    get db() {
      return getOpenDatabase()
    },
    readOnly,
    isShared: false,
    agree: async (_name, value) => value,
    claim: createClaim(getOpenDatabase),
    transaction: async (work) => getOpenDatabase().transaction().execute(work),
    snapshot: async (before = async () => {}) =>
      getOpenDatabase()
        .connection()
        .execute(async (connection) => {
          await before(connection)
          return createSnapshot(database, images.canRead)
        }),
    restore: async (snapshot, after = async () => {}) =>
      getOpenDatabase()
        .connection()
        .execute(async (connection) => {
          if (readOnly)
            throw new DataError(`${file} was opened read-only: open it for writing to restore rows.`)
          restores += 1
          await restoreInto(database, snapshot, {
            hasDeserialization: images.hasSerialization,
            clear: cachedDatabase.clear,
            after: () => after(connection),
          }).catch((error: unknown) => {
            // Other errors belong to the temporary file of the snapshot.
            throw error instanceof Error && 'errcode' in error ? explainError(error, file) : error
          })
        }),
    async revision() {
      getOpenDatabase()
      // Its own changes, and those of another connection to the file.
      const changes = ['select total_changes() as changes', 'pragma data_version']
      return JSON.stringify([restores, ...changes.map((sql) => cachedDatabase.selectRows(sql, []))])
    },
    async close() {
      await db.destroy()
      // Kysely only closes a database that it has used.
      cachedDatabase.close()
      cleanUp()
    },
  }
}

// Only this process has the file, so its memory tells which records are taken: a search finds them no more.
function createClaim(getOpenDatabase: () => Database): Claim {
  const claimedIds = new Set<number>()
  const turns = createTurns()
  return async (find, work) => {
    // Two searches at once would find the same record.
    const row = await turns('', async () => {
      const record = await find(getOpenDatabase(), false)
      if (!record || claimedIds.has(record.id)) return undefined
      claimedIds.add(record.id)
      return record
    })
    if (!row) return false
    try {
      const write = await work(row)
      if (write) await getOpenDatabase().transaction().execute(write)
      return true
    } finally {
      claimedIds.delete(row.id)
    }
  }
}

interface OpenedDatabase {
  readonly database: DatabaseSync
  readonly cleanUp: () => void
}

// Files that this process writes. It must not read one of them: closing that ends the lock of its file.
const openFiles = new Set<string>()

function getFileId(file: string): string {
  const { dev = 0, ino = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return `${dev} ${ino}`
}

const openInMemory = (hasSerialization: boolean): OpenedDatabase => ({
  database: createEmptyDatabase(undefined, hasSerialization),
  cleanUp: () => {},
})

function openFile(file: string, readOnly: boolean): OpenedDatabase {
  try {
    if (openFiles.has(getFileId(file))) throw createUsedError(file)
    const version = readVersion(file)
    if (!readOnly) {
      const database = openForWriting(file, version)
      const id = getFileId(file)
      openFiles.add(id)
      return { database, cleanUp: () => void openFiles.delete(id) }
    }
    if (version === 0) throw new DataError(`${file} does not exist or is empty: give a data file to read.`)
    const cleanUp = trackReaderFiles(file)
    return { database: new DatabaseSync(file, { readOnly }), cleanUp }
  } catch (error) {
    throw explainError(error, file)
  }
}

/** Opens a file for writing. Its lock is held until it is closed. */
function openForWriting(file: string, version: number): DatabaseSync {
  // Rows contain personal data of users.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    // Tables come before the log: the header of a file with tables shows what it is, even after a crash.
    database.exec('pragma locking_mode = exclusive; pragma synchronous = full')
    migrate(database, version)
    // After a migration that renames a column, the change of the mode stays open until the next read.
    database.exec('pragma journal_mode = wal; pragma user_version; pragma wal_checkpoint(truncate)')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
