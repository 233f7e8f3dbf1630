// A PostgreSQL driver for Kysely. Connections keep prepared statements, and a transaction only waits for results that
// it needs.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'

import { toBindable } from './sqlite.ts'

/** A Kysely dialect for a connection pool. `explain` converts errors. */
export const createPostgresDialect = (pool: Pool, explain: (error: unknown) => unknown): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createPostgresDriver(pool, explain),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

function createPostgresDriver(pool: Pool, explain: (error: unknown) => unknown): Driver {
  const connections = new WeakMap<PoolClient, Connection>()
  const runStatement = (connection: DatabaseConnection, sql: string) => connection.executeQuery(CompiledQuery.raw(sql))
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect().catch((error: unknown) => {
        throw explain(error)
      })
      const connection = connections.get(client) ?? new Connection(client, explain)
      connections.set(client, connection)
      return connection
    },
    beginTransaction: async (connection, settings) => checkConnection(connection).begin(settings),
    async commitTransaction(connection) {
      await runStatement(connection, 'commit')
    },
    async rollbackTransaction(connection) {
      await runStatement(connection, 'rollback')
    },
    releaseConnection: async (connection) => checkConnection(connection).release(),
    destroy: () => pool.end(),
  }
}

function checkConnection(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new TypeError('The connection belongs to another driver.')
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #explain: (error: unknown) => unknown
  /** Pending queries of the transaction; `undefined` outside of a transaction. */
  #sent: Promise<unknown>[] | undefined
  #isBroken = false

  constructor(client: PoolClient, explain: (error: unknown) => unknown) {
    this.#client = client
    this.#explain = explain
    // Without this listener, a broken connection would end the process. Its queries report the error.
    client.on('error', () => {
      this.#isBroken = true
    })
  }

  /** Sets the isolation level explicitly, because the default depends on the database and the user. */
  begin({ isolationLevel = 'read committed', accessMode }: TransactionSettings): void {
    this.#sent = []
    const mode = accessMode === undefined ? '' : `, ${accessMode}`
    this.#later(this.#client.query(`begin isolation level ${isolationLevel}${mode}`))
  }

  /**
   * Lets the next awaited query wait for this one, too. No failure is missed: after a failed query, all later queries
   * of its transaction fail.
   */
  #later(response: Promise<unknown>): void {
    response.catch(() => {})
    this.#sent?.push(response)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    const name = getStatementName(query)
    const values = parameters.map(toBindable)
    const response = this.#client.query<Row & object>({
      ...(name !== undefined && { name }),
      text: sql,
      values,
    })
    if (this.#sent && isResponseOptional(sql)) {
      this.#later(response)
      return { rows: [] }
    }
    const isEnd = sql === 'commit' || sql === 'rollback'
    const before = this.#sent ?? []
    if (this.#sent) this.#sent = isEnd ? undefined : []
    try {
      await Promise.all([...before, response])
      const { command, rows } = await response
      // If a query failed and the work continued, PostgreSQL rolls back at the commit.
      if (sql === 'commit' && command !== 'COMMIT')
        throw new TypeError('A transaction continued after one of its queries failed, so it was rolled back.')
      return { rows }
    } catch (error) {
      // Don't reuse a connection with an open transaction. After a fatal error, the server has closed the connection.
      if (isEnd || isFatal(error)) this.#isBroken = true
      throw this.#explain(error)
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError('The driver does not stream rows.')
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }
}

const isFatal = (error: unknown): boolean => error instanceof Error && 'severity' in error && error.severity === 'FATAL'

/** Whether the caller of a query only needs to know that it did not fail. */
const isResponseOptional = (sql: string): boolean =>
  /^(insert|update|delete|select pg_advisory)/.test(sql) && !/ returning /.test(sql)

// Lists produce many different statements; other calls only a few.
const maxNames = 500
const names = new Map<string, string>()

/** Returns the name of the prepared statement; `undefined` if the text is not prepared. */
function getStatementName({ sql, parameters }: CompiledQuery): string | undefined {
  // Text without parameters may contain several statements.
  if (parameters.length === 0) return undefined
  const knownName = names.get(sql)
  if (knownName !== undefined || names.size >= maxNames) return knownName
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}
