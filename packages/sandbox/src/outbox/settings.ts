import type { Database } from '../store/database.ts'
import { prepareQuery } from '../store/prepared.ts'

/**
 * `platform`: the sandbox notifies the merchant. `merchant`: the sandbox acts as the merchant and notifies a platform.
 */
export const senders = ['platform', 'merchant'] as const
export type Sender = (typeof senders)[number]

/** `signed` requires a signed response. `lenient` also accepts `{"code":0}` and `SUCCESS`. */
export const acceptances = ['signed', 'lenient'] as const
export type Acceptance = (typeof acceptances)[number]

export interface NotificationSettings {
  /** Whether events create notifications. */
  readonly enabled: boolean
  readonly sender: Sender
  readonly accept: Acceptance
}

const defaultSettings: NotificationSettings = { enabled: true, sender: 'platform', accept: 'signed' }
const settingName = 'notifications'

const selectSettings = prepareQuery((db) => db.selectFrom('settings').select('value').where('name', '=', settingName))

export async function readSettings(db: Database): Promise<NotificationSettings> {
  const [row] = await selectSettings(db, {})
  return row ? { ...defaultSettings, ...JSON.parse(row.value) } : defaultSettings
}

export async function saveSettings(db: Database, settings: NotificationSettings): Promise<void> {
  const value = JSON.stringify(settings)
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
