import type { Store } from '@custody-wallet/store'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** The store of the README for Kysely. */
export const createKyselyStore = (db: Kysely<unknown>): Store<Transaction<unknown>> => ({
  dialect: 'postgres',
  transaction: (work) => db.transaction().setIsolationLevel('read committed').execute(work),
  query: async (tx, text, parameters) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters]))).rows,
})
