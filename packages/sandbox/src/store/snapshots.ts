// A snapshot is a whole database as SQLite writes it to a file, with a checksum in its header.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

import { DataError } from './data-error.ts'
import { headerOf } from './data-file.ts'
import { applicationId, migrations, sqliteTypes } from './migrations.ts'

/** Node has this since version 24. Before, a file in the temporary folder carries the rows. */
export const canSerialize: boolean = 'serialize' in DatabaseSync.prototype

/** All rows of a database. */
export const snapshotOf = (database: DatabaseSync, serializes: boolean): Uint8Array =>
  withChecksum(
    serializes
      ? withoutLog(database.serialize())
      : inTemporaryFile((file) => {
          copyInto(database, file)
          return readFileSync(file)
        }),
  )

// Four of the bytes that SQLite leaves free in its header. SQLite itself takes ten times as long to find a broken page.
const checksumAt = 72
const checksumEnd = checksumAt + 4

// The checksum covers the statements that made the tables, too: an unpublished version may change in place.
const tables = crc32(JSON.stringify(migrations.map((step) => step(sqliteTypes))))

const checksumOf = (image: Uint8Array): number =>
  crc32(image.subarray(checksumEnd), crc32(image.subarray(0, checksumAt), tables))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

function withChecksum(image: Uint8Array): Uint8Array {
  viewOf(image).setUint32(checksumAt, checksumOf(image))
  return image
}

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
  const isOurs = header?.applicationId === applicationId && header.version === migrations.length
  if (!isOurs || viewOf(snapshot).getUint32(checksumAt) !== checksumOf(snapshot))
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
