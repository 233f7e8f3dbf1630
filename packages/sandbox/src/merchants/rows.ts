import type { MerchantName } from '@custody-wallet/demo'
import type { Selectable } from 'kysely'

import { MissingError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'

export type MerchantRow = Selectable<Schema['merchants']>

export const getMerchant = (db: Database, appId: string): Promise<MerchantRow> =>
  db
    .selectFrom('merchants')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no merchant ${appId}: create it with merchants.create.`))

export interface NewMerchantRow {
  readonly appId: string
  readonly profile: MerchantName
  /** Empty for a demo merchant, whose Api-Key and keys belong to this installation. */
  readonly apiKey: string
  readonly keys: string
  /** uid of the user who owns the collection account. Default: the next uid. */
  readonly collectionUid?: number | undefined
}

const initialNetworks = ['Bitcoin', 'Ethereum'] as const

/** Adds a merchant with its collection user. */
export async function insertMerchant(db: Database, now: number, input: NewMerchantRow): Promise<void> {
  const { appId, profile, apiKey, keys, collectionUid } = input
  const person = { nickname: 'collection', email: '', country: '', mobile: '' }
  const { uid } = await db
    .insertInto('users')
    .values({
      ...(collectionUid !== undefined && { uid: collectionUid }),
      app_id: appId,
      ...person,
      created_at: now,
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
  const switches = { auto_collection: 0, payer: 'merchant', addresses: '', notify_urls: '' } as const
  await db
    .insertInto('merchants')
    .values({ app_id: appId, profile, api_key: apiKey, keys, ...switches, collection_uid: uid })
    .execute()
  await db
    .insertInto('open_networks')
    .values(initialNetworks.map((network) => ({ app_id: appId, network })))
    .execute()
}
