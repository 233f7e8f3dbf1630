// Names of tables and columns from the migrations. Names from an untrusted image must not become part of a statement.
import type { DatabaseSync } from 'node:sqlite'

import { readEmpty } from './data-file.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Declared column types. */
  readonly types: readonly string[]
  readonly key: readonly string[]
  /** Automatic primary key. */
  readonly id: string | undefined
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const formatNames = (names: readonly string[]): string => names.map(quoteName).join(', ')

let tables: readonly Table[] | undefined

/** Lists the tables of the current version. */
export const listTables = (): readonly Table[] => (tables ??= readEmpty(readTables))

const readTables = (database: DatabaseSync): readonly Table[] =>
  database
    .prepare("select name, sql from main.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name, sql }) => readTable(database, String(name), String(sql)))

function readTable(database: DatabaseSync, name: string, text: string): Table {
  const info = database.prepare(`pragma main.table_info(${quoteName(name)})`).all()
  const readColumnName = (row: (typeof info)[number]): string => String(row['name'])
  const key = info.filter(({ pk }) => Number(pk) > 0).map(readColumnName)
  return {
    name,
    columns: info.map(readColumnName),
    types: info.map(({ type }) => String(type).toLowerCase()),
    key,
    id: text.includes('autoincrement') ? key[0] : undefined,
  }
}
