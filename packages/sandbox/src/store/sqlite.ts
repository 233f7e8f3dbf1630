// Connects Kysely's SQLite dialect to the SQLite of Node.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { SqliteDatabase, SqliteStatement } from 'kysely'

import { explainError, TextError } from './data-error.ts'

/** A database for Kysely that caches prepared statements. */
export interface CachedDatabase extends SqliteDatabase {
  /** Runs a statement and returns its rows. */
  readonly selectRows: (sql: string, parameters: readonly unknown[]) => readonly unknown[]
  /** Drops the prepared statements. Call this after the database was replaced. */
  readonly clear: () => void
}

// Lists produce many different statements; other calls only a few.
const maxStatements = 500

export function createCachedDatabase(database: DatabaseSync, file: string): CachedDatabase {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    // After a full disk, SQLite has already rolled back.
    if (sql === 'rollback' && !database.isTransaction) return emptyStatement
    const cachedStatement = statements.get(sql)
    if (cachedStatement) return cachedStatement
    if (statements.size >= maxStatements) statements.clear()
    const statement = wrapStatement(database.prepare(sql), file)
    statements.set(sql, statement)
    return statement
  }
  return {
    prepare,
    selectRows(sql, parameters) {
      const statement = prepare(sql)
      if (statement.reader) return statement.all(parameters)
      statement.run(parameters)
      return []
    },
    clear: () => statements.clear(),
    close() {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

const emptyStatement: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function wrapStatement(statement: StatementSync, file: string): SqliteStatement {
  const runQuery = <Result>(query: () => Result): Result => {
    try {
      return query()
    } catch (error) {
      throw explainError(error, file)
    }
  }
  const bindParameters = (parameters: readonly unknown[]) => parameters.map(toBindable)
  const columns = statement.columns().map(({ name }) => name)
  // Rows as objects are slow in Node, because their fields are in a hash table.
  statement.setReturnArrays(true)
  return {
    reader: columns.length > 0,
    all: (parameters) =>
      runQuery(() => statement.all(...bindParameters(parameters))).map((row: unknown) => toRow(columns, row)),
    run: (parameters) => runQuery(() => statement.run(...bindParameters(parameters))),
    iterate: (parameters) => statement.iterate(...bindParameters(parameters)),
  }
}

function toRow(columns: readonly string[], values: unknown): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {}
  const list: readonly unknown[] = Array.isArray(values) ? values : []
  // This loop is hot: a page has thousands of values.
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = list[at]
  return row
}

type BindableValue = null | number | bigint | string

/** Checks the parameter of a query. */
export function toBindable(value: unknown): BindableValue {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new TextError()
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A query has a parameter of type ${typeof value}.`)
}
