// SQLite of Node behind Kysely's SQLite dialect.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** The database as Kysely uses it, with prepared statements that are used again. */
export interface CachedDatabase extends SqliteDatabase {
  /** Drops the prepared statements: replacing the content of a database invalidates them. */
  readonly clear: () => void
}

// Texts that lists make are many; those of one call are few.
const mostStatements = 500

export function cachedDatabase(database: DatabaseSync): CachedDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      if (statements.size >= mostStatements) statements.clear()
      const statement = statementOf(database.prepare(sql))
      statements.set(sql, statement)
      return statement
    },
    clear: () => statements.clear(),
    close() {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

type Value = null | number | bigint | string

function statementOf(statement: StatementSync): SqliteStatement {
  const bound = (parameters: readonly unknown[]): Value[] => parameters.map(bindable)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  }
}

function bindable(value: unknown): Value {
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint')
    return value
  throw new TypeError(`A query has a parameter of type ${typeof value}.`)
}
