// A snapshot is a SQLite database file with a checksum in its header.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

import { readHeader } from './data-file.ts'
import { migrations, sqliteTypes } from './migrations.ts'

/** Takes a snapshot of a database. */
export const createSnapshot = (database: DatabaseSync, hasSerialization: boolean): Uint8Array =>
  writeChecksum(
    hasSerialization
      ? disableWriteAheadLog(database.serialize())
      : useTemporaryFile((file) => {
          copyInto(database, file)
          return readFileSync(file)
        }),
  )

// Four unused bytes of the SQLite header. The checksum detects corrupted copies; it does not authenticate them.
const checksumAt = 72
const checksumEnd = checksumAt + 4

// Include the statements of the migrations, because an unpublished version may change.
const hashMigrations = (version: number | undefined): number =>
  crc32(JSON.stringify(migrations.slice(0, version).map((step) => step(sqliteTypes))))

const computeChecksum = (image: Uint8Array): number =>
  crc32(image.subarray(checksumEnd), crc32(image.subarray(0, checksumAt), hashMigrations(readHeader(image)?.version)))

const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Writes the checksum into an image. */
export function writeChecksum(image: Uint8Array): Uint8Array {
  createView(image).setUint32(checksumAt, computeChecksum(image))
  return image
}

/** Whether the checksum of an image is correct. */
export const hasChecksum = (image: Uint8Array): boolean =>
  createView(image).getUint32(checksumAt) === computeChecksum(image)

// The copy is read immediately and removed, so it does not have to be synced to the disk.
function copyInto(database: DatabaseSync, file: string): void {
  database.exec('pragma synchronous = off')
  try {
    database.prepare('vacuum into ?').run(file)
  } finally {
    database.exec('pragma synchronous = full')
  }
}

// These header bytes request a write-ahead log, which a database in memory cannot have.
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
