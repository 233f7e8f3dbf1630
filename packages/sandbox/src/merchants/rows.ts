import type { Selectable } from 'kysely'

import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

export type MerchantRow = Selectable<Schema['merchants']>

/** The merchant of a call. */
export const merchantOf = (db: Database, appId: string): Promise<MerchantRow> =>
  db
    .selectFrom('merchants')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow(
      () => new TypeError(`There is no merchant ${appId}: create it with merchants.create.`),
    )
