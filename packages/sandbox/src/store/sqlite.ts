// SQLite of Node behind Kysely's SQLite dialect.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { SqliteDatabase, SqliteStatement } from 'kysely'

import { bindable } from './bindable.ts'
import { explained } from './data-error.ts'

/** The database as Kysely uses it, with prepared statements that are used again. */
export interface CachedDatabase extends SqliteDatabase {
  /** Runs a statement, and returns its rows; none where it returns none. */
  readonly rows: (sql: string, parameters: readonly unknown[]) => readonly unknown[]
  /** Drops the prepared statements: replacing the content of a database invalidates them. */
  readonly clear: () => void
}

// Texts that lists make are many; those of one call are few.
const mostStatements = 500

export function cachedDatabase(database: DatabaseSync, file: string): CachedDatabase {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    // SQLite has undone the transaction itself where the disk was full.
    if (sql === 'rollback' && !database.isTransaction) return nothing
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= mostStatements) statements.clear()
    const statement = statementOf(database.prepare(sql), file)
    statements.set(sql, statement)
    return statement
  }
  return {
    prepare,
    rows(sql, parameters) {
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

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function statementOf(statement: StatementSync, file: string): SqliteStatement {
  const tried = <Result>(query: () => Result): Result => {
    try {
      return query()
    } catch (error) {
      throw explained(error, file)
    }
  }
  const bound = (parameters: readonly unknown[]) => parameters.map(bindable)
  const columns = statement.columns().map(({ name }) => name)
  // Node makes slow objects of rows: their members are in a hash table.
  statement.setReturnArrays(true)
  return {
    reader: columns.length > 0,
    all: (parameters) =>
      tried(() => statement.all(...bound(parameters))).map((row: unknown) => rowOf(columns, row)),
    run: (parameters) => tried(() => statement.run(...bound(parameters))),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  }
}

function rowOf(columns: readonly string[], values: unknown): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {}
  const list: readonly unknown[] = Array.isArray(values) ? values : []
  // The fastest loop: a page has thousands of values.
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = list[at]
  return row
}
