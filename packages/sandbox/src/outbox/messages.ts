// The outbox of notifications. They are written in the same transaction as the effects that they report.
import type { Parameters } from '@custody-wallet/types'
import type { Selectable } from 'kysely'

import { formatAmount } from '../amounts.ts'
import { getCoin } from '../chain/coins.ts'
import { clearTimer, setTimer } from '../clock/timers.ts'
import { MissingError } from '../errors.ts'
import { getBalance } from '../ledger/accounts.ts'
import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { readSettings } from './settings.ts'

/** A stored notification to one receiver of a merchant. */
export type QueuedNotification = Selectable<Schema['notifications']>

/** Calls of notifications in the contract. */
export const notificationCalls = {
  deposit: 'notifyDeposit',
  internal: 'notifyInternal',
} as const

export type NotificationKind = keyof typeof notificationCalls

export function parseNotificationKind(kind: string): NotificationKind {
  if (kind === 'deposit' || kind === 'internal') return kind
  throw new TypeError(`The store has a notification of the unknown type ${kind}.`)
}

export type NotificationContent<Kind extends NotificationKind = NotificationKind> =
  Parameters[(typeof notificationCalls)[Kind]]

/** `waiting`: for its timer. `ready`: to be sent. `given up`: after the last retry. */
export type NotificationState = QueuedNotification['state']

export interface NotificationDraft {
  readonly appId: string
  readonly kind: NotificationKind
  /** Messages with the same subject are sent one by one. */
  readonly subject: string
  readonly content: NotificationContent
  /** Milliseconds until it is sent. Default: 0. */
  readonly delay?: number | undefined
}

/** Writes a message for each receiver of the merchant. Returns their ids. */
export async function queueNotifications(work: Work, drafts: readonly NotificationDraft[]): Promise<readonly number[]> {
  const { db, now } = work
  const { sender } = await readSettings(db)
  const ids: number[] = []
  for (const { appId, kind, subject, content, delay = 0 } of drafts)
    for (const url of await listReceivers(db, appId)) {
      const [row] = await insertNotification(db, {
        app_id: appId,
        kind,
        sender,
        url,
        subject,
        content: JSON.stringify(content),
        state: 'waiting',
        due: now + delay,
        attempts: 0,
        created_at: now,
        updated_at: now,
      })
      if (row) ids.push(row.id)
    }
  await setNotificationTimer(db)
  return ids
}

const insertNotification = prepareQuery((db, parameter: Parameter<Omit<QueuedNotification, 'id'>>) =>
  db
    .insertInto('notifications')
    .values({
      app_id: parameter('app_id'),
      kind: parameter('kind'),
      sender: parameter('sender'),
      url: parameter('url'),
      subject: parameter('subject'),
      content: parameter('content'),
      state: parameter('state'),
      due: parameter('due'),
      attempts: parameter('attempts'),
      created_at: parameter('created_at'),
      updated_at: parameter('updated_at'),
    })
    .returning('id'),
)

/** Sets the shared timer to the next due message. Call this after `due` or `state` changed. */
export async function setNotificationTimer(db: Database): Promise<void> {
  const [next] = await selectNextDue(db, {})
  const subject = 'notification 0'
  if (next) await setTimer(db, { due: next.due, kind: 'step', subject })
  else await clearTimer(db, 'step', subject)
}

const selectNextDue = prepareQuery((db) =>
  db.selectFrom('notifications').select('due').where('state', '=', 'waiting').orderBy('due').limit(1),
)

export async function listReceivers(db: Database, appId: string): Promise<readonly string[]> {
  const row = await db.selectFrom('merchants').select('notify_urls').where('app_id', '=', appId).executeTakeFirst()
  return row?.notify_urls ? row.notify_urls.split(' ') : []
}

/** Whether events of a merchant create messages. */
const isReporting = async ({ db }: Work, appId: string): Promise<boolean> =>
  (await listReceivers(db, appId)).length > 0 && (await readSettings(db)).enabled

type ReportedDeposit = Selectable<Schema['deposits']>

/** Reports a credited, failed or undone deposit. Each outcome of a transaction is reported once. */
export async function reportDeposit(work: Work, deposit: ReportedDeposit, flag: 0 | 1): Promise<void> {
  const { app_id: appId, id } = deposit
  if (!(await isReporting(work, appId))) return
  const subject = `deposit ${id}`
  const before = await listContents(work, appId, subject)
  if (before.some(({ status, txid }) => status === flag && txid === deposit.txid)) return
  const content = await buildDepositContent(work, deposit, flag)
  await queueNotifications(work, [{ appId, kind: 'deposit', subject, content }])
}

async function listContents(
  { db }: Work,
  appId: string,
  subject: string,
): Promise<readonly NotificationContent<'deposit'>[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('content')
    .where('app_id', '=', appId)
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ content }) => JSON.parse(content))
}

/** Builds the content of a deposit notification. */
export async function buildDepositContent(
  work: Work,
  deposit: ReportedDeposit,
  flag: 0 | 1,
): Promise<NotificationContent<'deposit'>> {
  const { app_id: appId, id, symbol, txid } = deposit
  const { decimals } = await getCoin(work.db, symbol)
  // Later messages for a transaction keep the request_id, so that a receiver recognizes the deposit. It derives from
  // the txid, so it differs between sandboxes, and between transactions after a reorganization.
  const contents = await listContents(work, appId, `deposit ${id}`)
  const before = contents.find((notification) => notification.txid === txid)
  return {
    request_id: before?.request_id ?? (deposit.request_id || `deposit-${id}-${txid.slice(0, 16)}`),
    address_from: deposit.address_from,
    address_to: deposit.address_to,
    txid,
    amount: formatAmount(deposit.amount, decimals),
    confirm: deposit.confirmations,
    symbol,
    balance: await computeHotBalance(work, appId, symbol, decimals),
    status: flag,
    ...(deposit.memo !== '' && { memo: deposit.memo }),
  }
}

type ReportedFee = Selectable<Schema['miner_fees']>

export async function reportMinerFee(work: Work, record: ReportedFee): Promise<void> {
  const { app_id: appId, id } = record
  if (!(await isReporting(work, appId))) return
  const content = await buildInternalContent(work, record)
  await queueNotifications(work, [{ appId, kind: 'internal', subject: `miner_fee ${id}`, content }])
}

/** Builds the content of an internal notification, which reports a miner fee. */
async function buildInternalContent(work: Work, record: ReportedFee): Promise<NotificationContent<'internal'>> {
  const { symbol } = record
  const { decimals } = await getCoin(work.db, symbol)
  const base = await getCoin(work.db, record.base_symbol)
  return {
    address_from: record.address_from,
    address_to: record.address_to,
    txid: record.txid,
    amount: formatAmount(record.amount, decimals),
    fee: formatAmount(record.fee, base.decimals),
    confirm: record.confirmations,
    symbol,
    balance: await computeHotBalance(work, record.app_id, symbol, decimals),
    ...(record.memo !== '' && { memo: record.memo }),
  }
}

// The merchant's wallets have all coins that came from the chain and did not leave to the chain or to miners.
async function computeHotBalance({ db }: Work, appId: string, symbol: string, decimals: number): Promise<string> {
  const { available: chainBalance } = await getBalance(db, { appId, symbol, owner: 'chain' })
  const { available: minersBalance } = await getBalance(db, { appId, symbol, owner: 'miners' })
  const hotUnits = -chainBalance - minersBalance
  return formatAmount(`${hotUnits < 0n ? 0n : hotUnits}`, decimals)
}

export async function getNotification(db: Database, id: number): Promise<QueuedNotification> {
  const notification = await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
  if (notification) return notification
  throw new MissingError(`There is no notification ${id}: notifications.list shows the ids.`)
}

/** Marks due messages as ready when their timer runs. */
export async function runNotificationStep({ db, now }: Work): Promise<void> {
  await markReady(db, { now })
  await setNotificationTimer(db)
}

const markReady = prepareQuery((db, parameter: Parameter<Readonly<Record<'now', number>>>) =>
  db
    .updateTable('notifications')
    .set({ state: 'ready', updated_at: parameter('now') })
    .where('state', '=', 'waiting')
    .where('due', '<=', parameter('now')),
)

/** Sends messages again in any state, and restarts their retries. */
export async function resendNotifications({ db, now }: Work, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await db
      .updateTable('notifications')
      .set({ state: 'waiting', due: now, attempts: 0, updated_at: now })
      .where('id', '=', id)
      .execute()
  await setNotificationTimer(db)
}

interface NotificationFilter {
  readonly appId?: string | undefined
  readonly state?: NotificationState | undefined
  readonly before: number
  readonly limit: number
}

/** Lists messages before an id, the newest first. */
export const listNotifications = (
  db: Database,
  { appId, state, before, limit }: NotificationFilter,
): Promise<readonly QueuedNotification[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '<', before)
    .$if(appId !== undefined, (open) => open.where('app_id', '=', appId ?? ''))
    .$if(state !== undefined, (open) => open.where('state', '=', state ?? 'ready'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Sends messages again that were given up or wait for a retry. Returns their number. */
export async function resendFailedNotifications(work: Work, appId: string | undefined): Promise<number> {
  const rows = await work.db
    .selectFrom('notifications')
    .select('id')
    .where((where) =>
      where.or([
        where('state', '=', 'given up'),
        where.and([where('state', '=', 'waiting'), where('attempts', '>', 0)]),
      ]),
    )
    .$if(appId !== undefined, (open) => open.where('app_id', '=', appId ?? ''))
    .orderBy('id')
    .execute()
  await resendNotifications(
    work,
    rows.map(({ id }) => id),
  )
  return rows.length
}
