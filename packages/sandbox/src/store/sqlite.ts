// SQLite of Node behind Kysely's SQLite dialect.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { SqliteDatabase, SqliteStatement } from 'kysely'

import { toBindable } from './bindable.ts'
import { explainError } from './data-error.ts'

/** The database as Kysely uses it, with prepared statements that are used again. */
export interface CachedDatabase extends SqliteDatabase {
  /** Runs a statement, and returns its rows; none where it returns none. */
  readonly selectRows: (sql: string, parameters: readonly unknown[]) => readonly unknown[]
  /** Drops the prepared statements: replacing the content of a database invalidates them. */
  readonly clear: () => void
}

// Texts that lists make are many; those of one call are few.
const maxStatements = 500

export function createCachedDatabase(database: DatabaseSync, file: string): CachedDatabase {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    // SQLite has undone the transaction itself where the disk was full.
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
  // Node makes slow objects of rows: their fields are in a hash table.
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
  // The fastest loop: a page has thousands of values.
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = list[at]
  return row
}
