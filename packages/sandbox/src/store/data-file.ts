// Checks a data file before anything is written, so that a rejected file stays unchanged.
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { DataError } from './data-error.ts'
import { applicationId, migrations, sqliteTypes } from './migrations.ts'

/** Node has `serialize` since version 24. Without it, snapshots pass through a temporary file. */
export const canSerialize: boolean = 'serialize' in DatabaseSync.prototype

/** Numbers at fixed offsets in the header of a SQLite file. */
export interface Header {
  readonly applicationId: number
  readonly version: number
}

const headerLength = 100
const magic = 'SQLite format 3\0'

/** Reads the header of a SQLite file; `undefined` for other bytes. */
export function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.byteLength < headerLength) return undefined
  if (Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') !== magic) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { applicationId: view.getUint32(68), version: view.getUint32(60) }
}

/** Returns the schema version of a file; 0 if it is missing or empty. Rejects other files. */
export function readVersion(file: string): number {
  if (getFileSize(file) === 0) return 0
  const header = readHeader(readFirstBytes(file))
  if (header?.applicationId !== applicationId)
    throw new DataError(`${file} is not a data file of the sandbox: use another file.`)
  const version = readDatabaseFile(file, checkVersion)
  if (version > migrations.length)
    throw new DataError(
      `${file} was written by a newer version of the sandbox: update the sandbox, or use another file.`,
    )
  return version
}

// Opening a file whose creation was interrupted empties it.
function checkVersion(database: DatabaseSync, file: string): number {
  const version = readNumber(database, 'pragma user_version')
  if (version > migrations.length) return version
  // The check evaluates SQL of the file, so check the schema first.
  const isIntact =
    hasSchema(database, version) && database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok'
  if (isIntact) return version
  throw new DataError(`${file} is corrupted or has tables of another version: use another file.`)
}

const readNumber = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0])

const readSchema = (database: DatabaseSync): string =>
  JSON.stringify(database.prepare('select type, name, tbl_name, sql from sqlite_schema order by name').all())

/** Whether a database has exactly the tables, keys and indexes of a version. */
export const hasSchema = (database: DatabaseSync, version: number): boolean =>
  readSchema(database) === getSchema(version)

const schemas = new Map<number, string>()

function getSchema(version: number): string {
  const schema = schemas.get(version) ?? readEmpty(readSchema, version)
  schemas.set(version, schema)
  return schema
}

/** Reads from an empty database with the tables of a version. */
export function readEmpty<Result>(read: (database: DatabaseSync) => Result, version?: number): Result {
  const database = createEmptyDatabase(version)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

// Copying an image is 50 times faster than creating the tables.
const images = new Map<number, Uint8Array>()

/** Creates an empty database in memory with the tables of a version. */
export function createEmptyDatabase(
  version: number = migrations.length,
  hasSerialization: boolean = canSerialize,
): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  const image = hasSerialization && images.get(version)
  if (image) database.deserialize(image)
  else migrate(database, 0, version)
  if (hasSerialization && !image) images.set(version, database.serialize())
  return database
}

/** Migrates a database from one version of the schema to another. */
export function migrate(database: DatabaseSync, from: number, to: number = migrations.length): void {
  if (from === to) return
  database.exec('begin immediate')
  for (const step of migrations.slice(from, to)) for (const sql of step(sqliteTypes)) database.exec(sql)
  database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${to}; commit`)
}

/** Reads a file through a read-only connection. */
function readDatabaseFile<Result>(file: string, read: (database: DatabaseSync, file: string) => Result): Result {
  const cleanUp = trackReaderFiles(file)
  // A journal means that the creation of the file was interrupted. Only a writer can undo that.
  const database = new DatabaseSync(file, { readOnly: !existsSync(`${file}-journal`) })
  try {
    return read(database, file)
  } finally {
    database.close()
    cleanUp()
  }
}

/** Returns a function that removes the files that SQLite adds beside a file that it reads. */
export function trackReaderFiles(file: string): () => void {
  const addedFiles = ['-shm', '-wal'].map((end) => `${file}${end}`).filter((each) => !existsSync(each))
  return () => {
    for (const each of addedFiles) rmSync(each, { force: true })
  }
}

const getFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function readFirstBytes(file: string): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(headerLength)
    return bytes.subarray(0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
