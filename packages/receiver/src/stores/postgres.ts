/**
 * Claims in PostgreSQL, through a pool of the package `pg`. Your functions get the connection that the transaction runs
 * on.
 *
 * @example
 * ```ts
 * import { postgres, type PostgresPool } from '@custody-wallet/receiver/postgres'
 *
 * // `new Pool({ connectionString })` of pg fits.
 * export const storeOf = (pool: PostgresPool) => postgres(pool)
 * ```
 *
 * @module
 */
import { RolledBackError, type Store } from '../store.ts'

/** What the store needs of a connection of `pg`. */
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

/** What the store needs of a pool of `pg`. */
export interface PostgresPool<Client extends PostgresClient = PostgresClient> {
  connect(): Promise<Client>
  // The pool of pg has this form as well, and TypeScript finds `Client` only where both are named.
  connect(callback: never): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

// Pools whose errors are handled. A pool emits one for each idle connection that ends, which would end the process.
const handledPools = new WeakSet<object>()

/**
 * Keeps claims in PostgreSQL. The tables are those of `migrations('postgres')`. The store handles errors of idle
 * connections, which the pool replaces; add a listener of your own to write them into a log.
 */
export function postgres<Client extends PostgresClient>(pool: PostgresPool<Client>): Store<Client> {
  const broken = new WeakSet<Client>()
  if (!handledPools.has(pool)) pool.on('error', ignore)
  handledPools.add(pool)
  return {
    dialect: 'postgres',
    async transaction(work) {
      const client = await pool.connect()
      client.on('error', ignore)
      try {
        // Waiting matters: without the transaction, the claim would stay when the function fails.
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
        const result = await work(client)
        const { command } = await client.query('COMMIT')
        if (command !== 'COMMIT') throw new RolledBackError('PostgreSQL')
        client.off('error', ignore)
        client.release()
        return result
      } catch (error) {
        await endAfter(client, broken.has(client))
        throw error
      }
    },
    query: async (client, sql, parameters) => (await client.query(sql, [...parameters])).rows,
    destroy: (client) => void broken.add(client),
    hasCommitCheck: true,
  }
}

// A function that is late may still use the connection, so no other message may get it. Closing it rolls back, too.
async function endAfter(client: PostgresClient, isBroken: boolean): Promise<void> {
  if (isBroken) return client.release(true)
  const isRolledBack = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
  if (isRolledBack) client.off('error', ignore)
  client.release(!isRolledBack)
}

// A connection that breaks while a function has it would end the process. The next query says that it broke.
const ignore = (): void => {}
