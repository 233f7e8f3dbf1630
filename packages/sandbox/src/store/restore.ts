// A snapshot is untrusted input: check its schema before any of its SQL can run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DataError } from './data-error.ts'
import { canSerialize, hasSchema, readHeader, migrate } from './data-file.ts'
import { applicationId, migrations } from './migrations.ts'
import { hasSchemaTree } from './schema-tree.ts'
import { hasChecksum, removeFolder, createSnapshot, createTemporaryFolder } from './snapshots.ts'
import { formatNames, listTables, quoteName, type Table } from './tables.ts'

/** A checked snapshot, migrated to the current version. */
export interface SnapshotSource {
  readonly database: DatabaseSync
  /** File of the database; `undefined` in memory. */
  readonly file: string | undefined
}

/** Runs work on a snapshot. Rejects a snapshot with unknown tables. */
export async function openSource<Result>(
  snapshot: Uint8Array,
  work: (source: SnapshotSource) => Promise<Result>,
  isInMemory: boolean = canSerialize,
): Promise<Result> {
  const version = readSnapshotVersion(snapshot)
  const folder = isInMemory ? undefined : createTemporaryFolder()
  const file = folder && join(folder, 'snapshot')
  try {
    if (file !== undefined) writeFileSync(file, snapshot, { mode: 0o600 })
    const database = new DatabaseSync(file ?? ':memory:', { defensive: true })
    try {
      checkSnapshot(database, snapshot, version, isInMemory)
      return await work({ database, file })
    } finally {
      if (database.isOpen) database.close()
    }
  } finally {
    if (folder !== undefined) removeFolder(folder)
  }
}

const createBrokenError = (cause?: unknown): DataError =>
  new DataError('The snapshot is corrupted or of another version of the sandbox: take a new one.', { cause })

function readSnapshotVersion(snapshot: Uint8Array): number {
  const header = readHeader(snapshot)
  if (header?.applicationId !== applicationId || header.version < 1 || header.version > migrations.length)
    throw createBrokenError()
  if (!hasChecksum(snapshot) || !hasSchemaTree(snapshot)) throw createBrokenError()
  return header.version
}

function checkSnapshot(database: DatabaseSync, snapshot: Uint8Array, version: number, isInMemory: boolean): void {
  try {
    if (isInMemory) database.deserialize(snapshot)
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    // The schema check also excludes views and triggers, so the check of rows cannot run them.
    const hasOurSchema = hasSchema(database, version)
    const isIntact = hasOurSchema && database.prepare('pragma integrity_check(1)').get()?.['integrity_check'] === 'ok'
    if (!isIntact) throw createBrokenError()
    migrate(database, version)
    if (hasOtherValues(database)) throw createBrokenError()
  } catch (error) {
    throw error instanceof Error && 'errcode' in error ? createBrokenError(error) : error
  }
}

// SQLite can store text in a column of numbers.
function hasOtherValues(database: DatabaseSync): boolean {
  const tables = listFilledTables(database)
  return (
    tables.length > 0 &&
    database.prepare(`select 1 where ${tables.map(formatOtherValues).join(' or ')}`).get() !== undefined
  )
}

// Parsing the SQL of the check takes longer than running it, and most tables of a new sandbox are empty.
function listFilledTables(database: DatabaseSync): readonly Table[] {
  const filledQueries = listTables().map(
    ({ name }) => `select '${name}' as name where exists (select 1 from ${quoteName(name)})`,
  )
  const names = new Set(
    database
      .prepare(filledQueries.join(' union all '))
      .all()
      .map(({ name }) => name),
  )
  return listTables().filter(({ name }) => names.has(name))
}

function formatOtherValues({ name, columns, types }: Table): string {
  const conditions = columns.map(
    (column, at) => `typeof(${quoteName(column)}) not in ('null', '${types[at] === 'text' ? 'text' : 'integer'}')`,
  )
  return `exists (select 1 from ${quoteName(name)} where ${conditions.join(' or ')})`
}

export interface ReplaceOptions {
  /** Whether the database accepts a whole image. Otherwise, rows are copied, because the file must stay. */
  readonly hasDeserialization: boolean
  /** Drops the prepared statements. */
  readonly clear: () => void
  /** Part of the change: if it fails, everything is undone. */
  readonly after: () => Promise<unknown>
}

/** Replaces all rows of a database by those of a snapshot, atomically. */
export const restoreInto = (
  database: DatabaseSync,
  snapshot: Uint8Array,
  { hasDeserialization, clear, after }: ReplaceOptions,
): Promise<void> =>
  openSource(
    snapshot,
    async (source) => {
      clear()
      await (hasDeserialization
        ? replaceImage(database, createSnapshot(source.database, true), { clear, after })
        : replaceData(database, source, after))
    },
    hasDeserialization,
  )

async function replaceImage(
  database: DatabaseSync,
  image: Uint8Array,
  { clear, after }: Pick<ReplaceOptions, 'after' | 'clear'>,
): Promise<void> {
  const before = database.serialize()
  database.deserialize(image)
  try {
    await after()
  } catch (error) {
    clear()
    database.deserialize(before)
    throw error
  }
}

async function replaceData(
  database: DatabaseSync,
  { database: source, file = '' }: SnapshotSource,
  after: () => Promise<unknown>,
): Promise<void> {
  source.close()
  database.prepare('attach ? as source').run(file)
  try {
    database.exec('begin immediate')
    for (const { name, columns } of [...listTables(), sequence]) {
      const list = formatNames(columns)
      database.exec(`delete from main.${quoteName(name)};
        insert into main.${quoteName(name)} (${list}) select ${list} from source.${quoteName(name)}`)
    }
    await after()
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  } finally {
    database.exec('detach source')
  }
}

const sequence = { name: 'sqlite_sequence', columns: ['name', 'seq'] }
