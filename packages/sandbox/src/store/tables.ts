// Names of tables and columns as our migrations made them. Those of an image are never part of a statement.
import type { DatabaseSync } from 'node:sqlite'

import { readEmpty } from './data-file.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Declared types of the columns. */
  readonly types: readonly string[]
  readonly key: readonly string[]
  /** Column that the database fills in. */
  readonly id: string | undefined
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')

let tables: readonly Table[] | undefined

/** The tables of this version. */
export const ourTables = (): readonly Table[] => (tables ??= readEmpty(tablesOf))

const tablesOf = (database: DatabaseSync): readonly Table[] =>
  database
    .prepare(
      "select name, sql from main.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all()
    .map(({ name, sql }) => tableOf(database, String(name), String(sql)))

function tableOf(database: DatabaseSync, name: string, text: string): Table {
  const info = database.prepare(`pragma main.table_info(${quoted(name)})`).all()
  const column = (row: (typeof info)[number]): string => String(row['name'])
  const key = info.filter(({ pk }) => Number(pk) > 0).map(column)
  return {
    name,
    columns: info.map(column),
    types: info.map(({ type }) => String(type).toLowerCase()),
    key,
    id: text.includes('autoincrement') ? key[0] : undefined,
  }
}
