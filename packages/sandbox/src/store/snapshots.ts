// A snapshot is a whole database as SQLite writes it to a file, with a checksum in its header.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

import { headerOf } from './data-file.ts'
import { migrations, sqliteTypes } from './migrations.ts'

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

// Four of the bytes that SQLite leaves free in its header. They find a broken copy early, and prove nothing else.
const checksumAt = 72
const checksumEnd = checksumAt + 4

// The checksum covers the statements that made the tables, too: an unpublished version may change in place.
const tablesOf = (version: number | undefined): number =>
  crc32(JSON.stringify(migrations.slice(0, version).map((step) => step(sqliteTypes))))

const checksumOf = (image: Uint8Array): number =>
  crc32(image.subarray(checksumEnd), crc32(image.subarray(0, checksumAt), tablesOf(headerOf(image)?.version)))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Writes its checksum into an image. */
export function withChecksum(image: Uint8Array): Uint8Array {
  viewOf(image).setUint32(checksumAt, checksumOf(image))
  return image
}

/** Whether an image has its checksum. */
export const hasChecksum = (image: Uint8Array): boolean =>
  viewOf(image).getUint32(checksumAt) === checksumOf(image)

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

function inTemporaryFile<Result>(work: (file: string) => Result): Result {
  const folder = temporaryFolder()
  try {
    return work(join(folder, 'snapshot'))
  } finally {
    removeFolder(folder)
  }
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'custody-sandbox-'))
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
