// A snapshot is a whole database as SQLite writes it to a file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DataError } from './data-error.ts'
import { headerOf } from './data-file.ts'
import { applicationId, migrations } from './migrations.ts'

/** Node has this since version 24. Before, a file in the temporary folder carries the rows. */
export const canSerialize: boolean = 'serialize' in DatabaseSync.prototype

/** All rows of a database. */
export const snapshotOf = (database: DatabaseSync, serializes: boolean): Uint8Array =>
  serializes
    ? withoutLog(database.serialize())
    : inTemporaryFile((file) => {
        copyInto(database, file)
        return readFileSync(file)
      })

// The copy is read at once and removed, so it does not have to reach the disk.
function copyInto(database: DatabaseSync, file: string): void {
  database.exec('pragma synchronous = off')
  try {
    database.prepare('vacuum into ?').run(file)
  } finally {
    database.exec('pragma synchronous = full')
  }
}

// A database in memory cannot have the log that a file has, and these bytes of its header ask for one.
function withoutLog(image: Uint8Array): Uint8Array {
  image.fill(1, 18, 20)
  return image
}

/**
 * Replaces all rows of a database by those of a snapshot. Prepared statements are invalid afterwards. The rows of a
 * file are copied: `deserialize` would turn it into a database in memory.
 */
export function restoreInto(database: DatabaseSync, snapshot: Uint8Array, deserializes: boolean): void {
  check(snapshot)
  if (deserializes) database.deserialize(snapshot)
  else
    inTemporaryFile((source) => {
      writeFileSync(source, snapshot)
      copyRows(database, source)
    })
}

function check(snapshot: Uint8Array): void {
  const header = headerOf(snapshot)
  const isOurs = header?.applicationId === applicationId && header.length === snapshot.byteLength
  if (!isOurs || header.version !== migrations.length)
    throw new DataError('The snapshot is of another version of the sandbox, or broken: take a new one.')
}

function copyRows(database: DatabaseSync, source: string): void {
  database.prepare('attach ? as source').run(source)
  try {
    database.exec('begin immediate')
    for (const name of tablesOf(database))
      database.exec(`delete from main.${name}; insert into main.${name} select * from source.${name}`)
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  } finally {
    database.exec('detach source')
  }
}

const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("select name from main.sqlite_schema where type = 'table' and name <> 'sqlite_stat1'")
    .all()
    .map(({ name }) => String(name))

function inTemporaryFile<Result>(work: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'custody-sandbox-'))
  try {
    return work(join(folder, 'snapshot'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
