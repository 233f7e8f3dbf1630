// Rows between PostgreSQL and a snapshot. A snapshot is a database of SQLite in either store, so each restores both.
import { DatabaseSync } from 'node:sqlite'

import { CompiledQuery, sql } from 'kysely'

import { migrate } from './data-file.ts'
import { canSerialize, restoreInto, snapshotOf } from './snapshots.ts'
import type { Database } from './store.ts'

type Row = Readonly<Record<string, number | string | null>>

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Column that the database fills in. */
  readonly id: string | undefined
}

const batch = 5000

/** All rows as a snapshot. */
export async function imageOf(db: Database): Promise<Uint8Array> {
  const target = emptyDatabase()
  try {
    target.exec('begin')
    for (const table of tablesOf(target)) await copyOut(db, target, table)
    target.exec('commit')
    return snapshotOf(target, canSerialize)
  } finally {
    target.close()
  }
}

/** Replaces all rows by those of a snapshot. New ids continue after those of its rows. */
export async function replaceRows(db: Database, snapshot: Uint8Array): Promise<void> {
  const source = emptyDatabase()
  try {
    restoreInto(source, snapshot, canSerialize)
    const tables = tablesOf(source)
    await execute(db, `truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of tables) await copyIn(db, source, table)
  } finally {
    source.close()
  }
}

function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0)
  return database
}

const execute = <Found>(db: Database, text: string, parameters: readonly unknown[] = []) =>
  db.executeQuery<Found>(CompiledQuery.raw(text, [...parameters]))

const quoted = (name: string): string => `"${name}"`
const listed = (names: readonly string[]): string => names.map(quoted).join(', ')

const tablesOf = (database: DatabaseSync): readonly Table[] =>
  database
    .prepare(
      "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all()
    .map(({ name, sql: text }) => tableOf(database, String(name), String(text)))

function tableOf(database: DatabaseSync, name: string, text: string): Table {
  const info = database.prepare(`pragma table_info(${quoted(name)})`).all()
  const key = info.filter(({ pk }) => Number(pk) > 0).map((column) => String(column['name']))
  const columns = info.map((column) => String(column['name']))
  return { name, columns, key, id: text.includes('autoincrement') ? key[0] : undefined }
}

async function copyOut(db: Database, target: DatabaseSync, { name, columns, key, id }: Table): Promise<void> {
  const insert = target.prepare(
    `insert into ${quoted(name)} (${listed(columns)}) values (${columns.map(() => '?').join(', ')})`,
  )
  const select = `select ${listed(columns)} from ${quoted(name)} order by ${listed(key)}`
  await execute(db, `declare rows no scroll cursor for ${select}`)
  for (;;) {
    const { rows } = await execute<Row>(db, `fetch ${batch} from rows`)
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
    if (rows.length < batch) break
  }
  await execute(db, 'close rows')
  if (id !== undefined) await copyOutNextId(db, target, name, id)
}

async function copyOutNextId(db: Database, target: DatabaseSync, name: string, id: string): Promise<void> {
  const sequence = await sql<{ name: string }>`select pg_get_serial_sequence(${name}, ${id}) as name`.execute(
    db,
  )
  const { rows } = await execute<{ last_value: number; is_called: boolean }>(
    db,
    `select last_value, is_called from ${sequence.rows[0]?.name}`,
  )
  const [row] = rows
  if (!row?.is_called) return
  target.prepare('delete from sqlite_sequence where name = ?').run(name)
  target.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, row.last_value)
}

async function copyIn(db: Database, source: DatabaseSync, { name, columns, id }: Table): Promise<void> {
  const list = listed(columns)
  const text = `insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json)`
  let rows: unknown[] = []
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await execute(db, text, [JSON.stringify(rows)])
    rows = []
  }
  for (const row of source.prepare(`select ${list} from ${quoted(name)}`).iterate()) {
    rows.push(row)
    if (rows.length === batch) await flush()
  }
  await flush()
  if (id === undefined) return
  const last = source.prepare('select seq from sqlite_sequence where name = ?').get(name)?.['seq'] ?? 0
  await sql`select setval(pg_get_serial_sequence(${name}, ${id}), ${Math.max(Number(last), 1)}, ${Number(last)}::bigint > 0)`.execute(
    db,
  )
}
