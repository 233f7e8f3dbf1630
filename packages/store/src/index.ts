/**
 * Keep the state of the client and the receiver in your database. A store runs transactions, so your own changes are in the
 * same transaction as ours.
 *
 * @example
 * ```ts
 * import type { Store } from '@custody-wallet/store'
 * import { memoryForTests, type SqliteTransaction } from '@custody-wallet/store/sqlite'
 *
 * const store: Store<SqliteTransaction> = memoryForTests()
 * console.log(await store.transaction(async (tx) => tx.all('SELECT 1 AS one'))) // [ { one: 1 } ]
 * ```
 *
 * @module
 */
export { listMigrations } from './schema.ts'
export { FileBrokenError, RolledBackError, type Store } from './store.ts'
