// Copies rows between PostgreSQL and a snapshot. All snapshots are SQLite databases, so both stores can restore them.
import type { DatabaseSync } from 'node:sqlite'

import { CompiledQuery, Kysely, sql, SqliteDialect } from 'kysely'

import { DataError } from './data-error.ts'
import { canSerialize, createEmptyDatabase } from './data-file.ts'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'
import { createSnapshot } from './snapshots.ts'
import { createCachedDatabase } from './sqlite.ts'
import { formatNames, listTables, quoteName, type Table } from './tables.ts'

type Row = Readonly<Record<string, number | string | null>>

const batchSize = 5000

/** Copies all rows to a snapshot and applies a change to it. */
export async function createImage(db: Database, change: (image: Database) => Promise<unknown>): Promise<Uint8Array> {
  const target = createEmptyDatabase()
  try {
    target.exec('begin')
    for (const table of listTables()) await copyOut(db, target, table)
    target.exec('commit')
    await change(wrapDatabase(target))
    return createSnapshot(target, canSerialize)
  } finally {
    target.close()
  }
}

/** Replaces all rows by those of a checked snapshot. New ids continue after the ids of the snapshot. */
export async function replaceData(db: Database, source: DatabaseSync): Promise<void> {
  await executeText(db, `truncate ${formatNames(listTables().map(({ name }) => name))}`)
  for (const table of listTables()) await copyIn(db, source, table)
}

const wrapDatabase = (database: DatabaseSync): Database =>
  new Kysely<Schema>({
    dialect: new SqliteDialect({ database: createCachedDatabase(database, 'The snapshot') }),
  })

const executeText = <Result>(db: Database, text: string, parameters: readonly unknown[] = []) =>
  db.executeQuery<Result>(CompiledQuery.raw(text, [...parameters]))

async function copyOut(db: Database, target: DatabaseSync, { name, columns, key, id }: Table): Promise<void> {
  const insert = target.prepare(
    `insert into ${quoteName(name)} (${formatNames(columns)}) values (${columns.map(() => '?').join(', ')})`,
  )
  const select = `select ${formatNames(columns)} from ${quoteName(name)} order by ${formatNames(key)}`
  await executeText(db, `declare rows no scroll cursor for ${select}`)
  for (;;) {
    const { rows } = await executeText<Row>(db, `fetch ${batchSize} from rows`)
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
    if (rows.length < batchSize) break
  }
  await executeText(db, 'close rows')
  if (id !== undefined) await copyOutNextId(db, target, name, id)
}

async function copyOutNextId(db: Database, target: DatabaseSync, name: string, id: string): Promise<void> {
  const sequence = await sql<{ name: string }>`select pg_get_serial_sequence(${name}, ${id}) as name`.execute(db)
  const { rows } = await executeText<{ last_value: number; is_called: boolean }>(
    db,
    `select last_value, is_called from ${sequence.rows[0]?.name}`,
  )
  const [row] = rows
  const last = row ? row.last_value - (row.is_called ? 0 : 1) : 0
  if (last === 0) return
  target.prepare('delete from sqlite_sequence where name = ?').run(name)
  target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
}

async function copyIn(db: Database, source: DatabaseSync, { name, columns, id }: Table): Promise<void> {
  const list = formatNames(columns)
  const text = `insert into ${quoteName(name)} (${list}) select ${list} from json_populate_recordset(null::${quoteName(name)}, $1::json)`
  let rows: unknown[] = []
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await executeText(db, text, [JSON.stringify(rows)])
    rows = []
  }
  for (const row of source.prepare(`select ${list} from ${quoteName(name)}`).iterate()) {
    rows.push(row)
    if (rows.length === batchSize) await flush()
  }
  await flush()
  if (id === undefined) return
  const last = Number(source.prepare('select seq from sqlite_sequence where name = ?').get(name)?.['seq'] ?? 0)
  if (!Number.isSafeInteger(last) || last < 0) throw new DataError('The snapshot has an invalid id: take a new one.')
  // Unlike setval, a rollback undoes this.
  await executeText(db, `alter table ${quoteName(name)} alter column ${quoteName(id)} restart with ${last + 1}`)
}
