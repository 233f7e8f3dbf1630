import type { Kysely } from 'kysely'

import type { Schema } from './schema.ts'

/** A database or a transaction. */
export type Database = Kysely<Schema>
