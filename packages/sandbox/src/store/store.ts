import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, SqliteDialect } from 'kysely'

import { DataError, explainError, createUsedError } from './data-error.ts'
import { canSerialize, createEmptyDatabase, migrate, trackReaderFiles, readVersion } from './data-file.ts'
import type { Database } from './database.ts'
import { runDirectly } from './prepared.ts'
import { restoreInto } from './restore.ts'
import type { Schema } from './schema.ts'
import { createSnapshot } from './snapshots.ts'
import { createCachedDatabase } from './sqlite.ts'
import { createTurns } from './turns.ts'

/** Finds the next record. With `canSkipLocked`, it skips records that other connections have locked. */
type FindRecord<Row> = (db: Database, canSkipLocked: boolean) => Promise<Row | undefined>

type Claim = <Row extends { readonly id: number }>(
  find: FindRecord<Row>,
  work: (row: Row) => Promise<((db: Database) => Promise<void>) | undefined>,
) => Promise<boolean>

/** Maximum number of concurrent claims. A shared store has a connection for each. */
export const maxClaims = 16

/** The data of a sandbox. */
export interface Store {
  readonly db: Database
  /** Whether data can only be read. */
  readonly readOnly: boolean
  /** Whether other processes may change the data. */
  readonly isShared: boolean
  /**
   * Runs work in one transaction. Work on the data of one merchant passes it, so that other merchants don't wait in a
   * shared store.
   */
  readonly transaction: <Result>(work: (db: Database) => Promise<Result>, merchant?: string) => Promise<Result>
  /** Runs work that only reads. All its queries see the same state. In a shared store, it waits for no transaction. */
  readonly read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  /**
   * Returns the value that all processes of a store agreed on: that of the first caller. Snapshots leave it out. Only
   * shared stores keep it.
   */
  readonly agree: (name: string, value: string) => Promise<string>
  /**
   * Claims a record, runs work on it outside of transactions that move funds, and then writes what the work returns. No
   * other process can claim the record meanwhile. Returns `false` if there is no record.
   */
  readonly claim: Claim
  /** Returns all data for `restore`. `before` runs first, on the same data. */
  readonly snapshot: (before?: (db: Database) => Promise<unknown>) => Promise<Uint8Array>
  /**
   * Replaces all data. `after` runs before any other query. If the snapshot is rejected or `after` fails, nothing
   * changes.
   */
  readonly restore: (snapshot: Uint8Array, after?: (db: Database) => Promise<unknown>) => Promise<void>
  /** Returns a string that changes with the data. It may also change without a change of data. */
  readonly revision: () => Promise<string>
  readonly close: () => Promise<void>
}

export interface StoreOptions {
  /** Opens an existing file without changing it. */
  readonly readOnly?: boolean | undefined
  /** Whether to use SQLite's serialization. Default: if Node has it. */
  readonly hasSerialization?: boolean | undefined
}

const memory = ':memory:'

/** Opens a store in memory, or in a file that only this process uses. */
export function openStore(
  file: string = memory,
  { readOnly = false, hasSerialization = canSerialize }: StoreOptions = {},
): Store {
  const { database, cleanUp } = file === memory && !readOnly ? openInMemory(hasSerialization) : openFile(file, readOnly)
  const cachedDatabase = createCachedDatabase(database, file)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cachedDatabase }) })
  runDirectly(db, cachedDatabase)
  const images = { hasSerialization: hasSerialization && file === memory, canRead: hasSerialization }
  const getOpenDatabase = (): Database => {
    if (database.isOpen) return db
    throw new Error('The sandbox is closed: create another one.')
  }
  const transaction: Store['read'] = async (work) => getOpenDatabase().transaction().execute(work)
  let restores = 0
  return {
    get db() {
      return getOpenDatabase()
    },
    readOnly,
    isShared: false,
    agree: async (_name, value) => value,
    claim: createClaim(getOpenDatabase),
    transaction,
    // SQLite locks nothing until a transaction writes.
    read: transaction,
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
            throw new DataError(`${file} was opened read-only: to restore a snapshot, open it without read-only.`)
          restores += 1
          await restoreInto(database, snapshot, {
            hasDeserialization: images.hasSerialization,
            clear: cachedDatabase.clear,
            after: () => after(connection),
          }).catch((error: unknown) => {
            // Errors without a code concern the snapshot.
            throw error instanceof Error && 'errcode' in error ? explainError(error, file) : error
          })
        }),
    async revision() {
      getOpenDatabase()
      // Own changes, and changes by other connections to the file.
      const changes = ['select total_changes() as changes', 'pragma data_version']
      return JSON.stringify([restores, ...changes.map((sql) => cachedDatabase.selectRows(sql, []))])
    },
    async close() {
      await db.destroy()
      // Kysely doesn't close a database that it never used.
      cachedDatabase.close()
      cleanUp()
    },
  }
}

// Only this process uses the file, so claims are kept in memory.
function createClaim(getOpenDatabase: () => Database): Claim {
  const claimedIds = new Set<number>()
  const turns = createTurns()
  return async (find, work) => {
    // Concurrent searches would find the same record.
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

// Files that this process writes. Closing another descriptor of such a file would release its lock.
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
    if (version === 0) throw new DataError(`${file} does not exist or is empty: use an existing data file.`)
    const cleanUp = trackReaderFiles(file)
    return { database: new DatabaseSync(file, { readOnly }), cleanUp }
  } catch (error) {
    throw explainError(error, file)
  }
}

/** Opens a file for writing, and locks it until it is closed. */
function openForWriting(file: string, version: number): DatabaseSync {
  // The file contains personal data of users.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    // Create the tables before the write-ahead log, so that the header identifies the file even after a crash.
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
