/**
 * Use PostgreSQL through a pool of the package `pg`. Your functions get the connection of the transaction.
 *
 * @example
 * ```ts
 * import { postgres, type PostgresPool } from '@custody-wallet/store/postgres'
 *
 * // Accepts `new Pool({ connectionString })` of pg.
 * export const createStore = (pool: PostgresPool) => postgres(pool)
 * ```
 *
 * @module
 */
import { RolledBackError, type Store } from './store.ts'

/** A connection of `pg`. */
export interface PostgresClient {
  query(
    sql: string,
    parameters?: unknown[],
  ): Promise<{
    readonly rows: Readonly<Record<string, unknown>>[]
    readonly command: string
  }>
  /** Returns the connection to its pool, or closes it. */
  release(close?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of `pg`. */
export interface PostgresPool<Client extends PostgresClient = PostgresClient> {
  connect(): Promise<Client>
  // The pool of pg has this overload too; without it, TypeScript does not infer `Client`.
  connect(callback: never): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

// A pool emits an error for each idle connection that ends, which would end the process.
const handledPools = new WeakSet<object>()

/**
 * Creates a store in PostgreSQL, for the tables of `listMigrations('postgres')`. The store handles errors of idle
 * connections, which the pool replaces. To log them, add your own listener.
 */
export function postgres<Client extends PostgresClient>(pool: PostgresPool<Client>): Store<Client> {
  const brokenClients = new WeakSet<Client>()
  if (!handledPools.has(pool)) pool.on('error', ignore)
  handledPools.add(pool)
  return {
    dialect: 'postgres',
    async transaction(work) {
      const client = await pool.connect()
      client.on('error', ignore)
      try {
        // Awaited, because without a transaction the claim would stay when the function fails.
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
        const result = await work(client)
        const { command } = await client.query('COMMIT')
        if (command !== 'COMMIT') throw new RolledBackError('PostgreSQL')
        client.off('error', ignore)
        client.release()
        return result
      } catch (error) {
        await endConnection(client, brokenClients.has(client))
        throw error
      }
    },
    query: async (client, sql, parameters) => (await client.query(sql, [...parameters])).rows,
    destroy: (client) => void brokenClients.add(client),
    hasCommitCheck: true,
  }
}

// A late function may still use the connection, so it is closed, which also rolls back.
async function endConnection(client: PostgresClient, isBroken: boolean): Promise<void> {
  if (isBroken) return client.release(true)
  const isRolledBack = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
  if (isRolledBack) client.off('error', ignore)
  client.release(!isRolledBack)
}

// An unhandled error of a broken connection would end the process. The next query fails anyway.
const ignore = (): void => {}
