// PostgreSQL behind Kysely. Each connection prepares a text once, and a transaction waits only for responses that it needs.
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

import { toBindable } from './bindable.ts'

/** Kysely's dialect for a pool of connections. Errors pass through `explain`. */
export const postgresDialect = (pool: Pool, explain: (error: unknown) => unknown): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createPostgresDriver(pool, explain),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

function createPostgresDriver(pool: Pool, explain: (error: unknown) => unknown): Driver {
  const connections = new WeakMap<PoolClient, Connection>()
  const runStatement = (connection: DatabaseConnection, sql: string) =>
    connection.executeQuery(CompiledQuery.raw(sql))
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
  /** Queries of the transaction whose responses are still to come; `undefined` outside of a transaction. */
  #sent: Promise<unknown>[] | undefined
  #broken = false

  constructor(client: PoolClient, explain: (error: unknown) => unknown) {
    this.#client = client
    this.#explain = explain
    // A connection that breaks while it is in use would end the process. Its queries report that it broke.
    client.on('error', () => {
      this.#broken = true
    })
  }

  /** The level does not depend on the settings of the database or the user. */
  begin({ isolationLevel = 'read committed', accessMode }: TransactionSettings): void {
    this.#sent = []
    const mode = accessMode === undefined ? '' : `, ${accessMode}`
    this.#later(this.#client.query(`begin isolation level ${isolationLevel}${mode}`))
  }

  /**
   * Lets the next query that needs its response wait for this one, too. A query that fails makes all later ones of its
   * transaction fail, so none is missed.
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
      // PostgreSQL undoes a transaction in which a query failed, although the work went on.
      if (sql === 'commit' && command !== 'COMMIT')
        throw new TypeError('A transaction went on after one of its queries had failed, so it was undone.')
      return { rows }
    } catch (error) {
      // A transaction that cannot be ended must not be found by the next user of the connection. The server has closed
      // a connection after an error that is fatal.
      if (isEnd || isFatal(error)) this.#broken = true
      throw this.#explain(error)
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError('The driver does not stream rows.')
  }

  release(): void {
    this.#client.release(this.#broken)
  }
}

const isFatal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'FATAL'

/** Whether nothing needs to be known of a query but that it did not fail. */
const isResponseOptional = (sql: string): boolean =>
  /^(insert|update|delete|select pg_advisory)/.test(sql) && !/ returning /.test(sql)

// Texts that lists make are many; those of one call are few.
const maxNames = 500
const names = new Map<string, string>()

/** Name under which a connection keeps a text prepared; `undefined` for one that is sent as it is. */
function getStatementName({ sql, parameters }: CompiledQuery): string | undefined {
  // Such a text may have several statements.
  if (parameters.length === 0) return undefined
  const knownName = names.get(sql)
  if (knownName !== undefined || names.size >= maxNames) return knownName
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}
