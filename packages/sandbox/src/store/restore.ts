// A snapshot comes from outside: its tables must be ours before any of its SQL can run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DataError } from './data-error.ts'
import { canSerialize, hasSchemaOf, headerOf, migrate } from './data-file.ts'
import { applicationId, migrations } from './migrations.ts'
import { hasSchemaTree } from './schema-tree.ts'
import { hasChecksum, removeFolder, snapshotOf, temporaryFolder } from './snapshots.ts'
import { listed, ourTables, quoted, type Table } from './tables.ts'

/** A checked snapshot with the tables of this version. */
export interface Source {
  readonly database: DatabaseSync
  /** The file of the database; `undefined` in memory. */
  readonly file: string | undefined
}

/** Runs work on a snapshot. Rejects one whose tables are not those of a version of the sandbox. */
export async function withSource<Result>(
  snapshot: Uint8Array,
  work: (source: Source) => Promise<Result>,
  inMemory: boolean = canSerialize,
): Promise<Result> {
  const version = versionIn(snapshot)
  const folder = inMemory ? undefined : temporaryFolder()
  const file = folder && join(folder, 'snapshot')
  try {
    if (file !== undefined) writeFileSync(file, snapshot, { mode: 0o600 })
    const database = new DatabaseSync(file ?? ':memory:', { defensive: true })
    try {
      checked(database, snapshot, version, inMemory)
      return await work({ database, file })
    } finally {
      if (database.isOpen) database.close()
    }
  } finally {
    if (folder !== undefined) removeFolder(folder)
  }
}

const broken = (cause?: unknown): DataError =>
  new DataError('The snapshot is of another version of the sandbox, or broken: take a new one.', { cause })

function versionIn(snapshot: Uint8Array): number {
  const header = headerOf(snapshot)
  if (header?.applicationId !== applicationId || header.version < 1 || header.version > migrations.length)
    throw broken()
  if (!hasChecksum(snapshot) || !hasSchemaTree(snapshot)) throw broken()
  return header.version
}

function checked(database: DatabaseSync, snapshot: Uint8Array, version: number, inMemory: boolean): void {
  try {
    if (inMemory) database.deserialize(snapshot)
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    // Views and triggers would be part of the schema, so a check of rows cannot run them.
    const isOurs = hasSchemaOf(database, version)
    const isWhole =
      isOurs && database.prepare('pragma integrity_check(1)').get()?.['integrity_check'] === 'ok'
    if (!isWhole) throw broken()
    migrate(database, version)
    if (hasOtherValues(database)) throw broken()
  } catch (error) {
    throw error instanceof Error && 'errcode' in error ? broken(error) : error
  }
}

// SQLite keeps a text in a column of numbers.
function hasOtherValues(database: DatabaseSync): boolean {
  const tables = filledTables(database)
  return (
    tables.length > 0 &&
    database.prepare(`select 1 where ${tables.map(othersIn).join(' or ')}`).get() !== undefined
  )
}

// Reading the text of the check takes longer than the check, and most tables of a new sandbox are empty.
function filledTables(database: DatabaseSync): readonly Table[] {
  const filled = ourTables().map(
    ({ name }) => `select '${name}' as name where exists (select 1 from ${quoted(name)})`,
  )
  const names = new Set(
    database
      .prepare(filled.join(' union all '))
      .all()
      .map(({ name }) => name),
  )
  return ourTables().filter(({ name }) => names.has(name))
}

function othersIn({ name, columns, types }: Table): string {
  const others = columns.map(
    (column, at) =>
      `typeof(${quoted(column)}) not in ('null', '${types[at] === 'text' ? 'text' : 'integer'}')`,
  )
  return `exists (select 1 from ${quoted(name)} where ${others.join(' or ')})`
}

export interface Replacing {
  /** Whether the database takes a whole image; otherwise, rows are copied, because its file must stay. */
  readonly deserializes: boolean
  /** Drops prepared statements. */
  readonly clear: () => void
  /** Belongs to the change: where it fails, nothing has changed. */
  readonly after: () => Promise<unknown>
}

/** Replaces all rows of a database by those of a snapshot, or changes nothing. */
export const restoreInto = (
  database: DatabaseSync,
  snapshot: Uint8Array,
  { deserializes, clear, after }: Replacing,
): Promise<void> =>
  withSource(
    snapshot,
    async (source) => {
      clear()
      await (deserializes
        ? replaceImage(database, snapshotOf(source.database, true), { clear, after })
        : replaceRows(database, source, after))
    },
    deserializes,
  )

async function replaceImage(
  database: DatabaseSync,
  image: Uint8Array,
  { clear, after }: Pick<Replacing, 'after' | 'clear'>,
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

async function replaceRows(
  database: DatabaseSync,
  { database: source, file = '' }: Source,
  after: () => Promise<unknown>,
): Promise<void> {
  source.close()
  database.prepare('attach ? as source').run(file)
  try {
    database.exec('begin immediate')
    for (const { name, columns } of [...ourTables(), sequence]) {
      const list = listed(columns)
      database.exec(`delete from main.${quoted(name)};
        insert into main.${quoted(name)} (${list}) select ${list} from source.${quoted(name)}`)
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
