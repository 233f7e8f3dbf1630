// A snapshot is a whole database as SQLite writes it to a file, with a checksum in its header.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

import { readHeader } from './data-file.ts'
import { migrations, sqliteTypes } from './migrations.ts'

/** All rows of a database. */
export const createSnapshot = (database: DatabaseSync, hasSerialization: boolean): Uint8Array =>
  writeChecksum(
    hasSerialization
      ? disableWriteAheadLog(database.serialize())
      : useTemporaryFile((file) => {
          copyInto(database, file)
          return readFileSync(file)
        }),
  )

// Four of the bytes that SQLite leaves free in its header. They find a broken copy early, and prove nothing else.
const checksumAt = 72
const checksumEnd = checksumAt + 4

// The checksum covers the statements that made the tables, too: an unpublished version may change in place.
const hashMigrations = (version: number | undefined): number =>
  crc32(JSON.stringify(migrations.slice(0, version).map((step) => step(sqliteTypes))))

const computeChecksum = (image: Uint8Array): number =>
  crc32(
    image.subarray(checksumEnd),
    crc32(image.subarray(0, checksumAt), hashMigrations(readHeader(image)?.version)),
  )

const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Writes its checksum into an image. */
export function writeChecksum(image: Uint8Array): Uint8Array {
  createView(image).setUint32(checksumAt, computeChecksum(image))
  return image
}

/** Whether an image has its checksum. */
export const hasChecksum = (image: Uint8Array): boolean =>
  createView(image).getUint32(checksumAt) === computeChecksum(image)

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
function disableWriteAheadLog(image: Uint8Array): Uint8Array {
  image.fill(1, 18, 20)
  return image
}

function useTemporaryFile<Result>(work: (file: string) => Result): Result {
  const folder = createTemporaryFolder()
  try {
    return work(join(folder, 'snapshot'))
  } finally {
    removeFolder(folder)
  }
}

export const createTemporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'custody-sandbox-'))
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
