// Control calls for notifications: list, send and redeliver them.
import { findContractViolations, toSentence, describeViolations } from '@custody-wallet/server/core'
import {
  isDepositNotification,
  isInternalNotification,
  findNearestName,
  isObject,
} from '@custody-wallet/types/validate'

import { maxTime } from '../clock/clock.ts'
import { parseDuration } from '../clock/durations.ts'
import { type LoggedAttempt, listAttempts } from '../delivery/sender.ts'
import { MissingError } from '../errors.ts'
import { getDeposit } from '../life/deposits.ts'
import { getMerchant } from '../merchants/rows.ts'
import {
  buildDepositContent,
  parseNotificationKind,
  type QueuedNotification,
  getNotification,
  listNotifications,
  type NotificationState,
  type NotificationDraft,
  type NotificationContent,
  notificationCalls,
  type NotificationKind,
  listReceivers,
  resendNotifications,
  resendFailedNotifications,
  queueNotifications,
} from '../outbox/messages.ts'
import {
  acceptances,
  type NotificationSettings,
  saveSettings,
  type Sender,
  senders,
  readSettings,
} from '../outbox/settings.ts'
import { depositStates } from '../states/deposits.ts'
import type { Work } from '../work.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'
import { type Page, readPage } from './pages.ts'

/** A notification to one receiver of a merchant. */
export interface NotificationDetails extends RecordKey {
  readonly appId: string
  readonly kind: NotificationKind
  readonly sender: Sender
  /** Base URL of the receiver. */
  readonly url: string
  readonly state: NotificationState
  /** Attempts since it was created or redelivered. */
  readonly attempts: number
  /** Unix milliseconds of the next attempt; `null` if none is planned. */
  readonly due: number | null
  readonly content: NotificationContent
  readonly created_at: number
  readonly updated_at: number
}

/** A notification with its delivery log. */
export interface NotificationWithLog extends NotificationDetails {
  readonly log: readonly LoggedAttempt[]
}

export interface NotificationPage extends Page {
  /** Default: notifications of all merchants. */
  readonly appId?: string | undefined
  readonly state?: NotificationState | undefined
}

export interface NewNotifications {
  /** Ids of the deposits to notify, in this order. */
  readonly deposits?: readonly number[] | undefined
  /** Content to send instead. `kind` is its call. */
  readonly content?: unknown
  readonly kind?: NotificationKind | undefined
  /** Replaces fields of the content. */
  readonly overrides?: unknown
  /** Number of copies of each. Default: 1. */
  readonly copies?: number | undefined
  /** Whether copies share a request_id or each get a new one. */
  readonly requestIds?: 'new' | 'same' | undefined
  /** One by one in the given or reverse order, or all at once. */
  readonly order?: 'at once' | 'given' | 'reversed' | undefined
  /** Wait before sending. */
  readonly delay?: number | string | undefined
}

export interface NotificationsControl {
  /** Lists notifications, the newest first. */
  readonly list: (page?: NotificationPage) => Promise<readonly NotificationDetails[]>
  readonly get: (key: RecordKey) => Promise<NotificationWithLog>
  /** Sends notifications on request, even if events make none. */
  readonly send: (input: MerchantScoped<NewNotifications>) => Promise<readonly NotificationDetails[]>
  /** Sends a notification again and restarts its retries. */
  readonly redeliver: (key: RecordKey) => Promise<NotificationDetails>
  /** Redelivers all notifications that were given up or wait for a retry. */
  readonly redeliverAll: (filter?: { readonly appId?: string | undefined }) => Promise<{ readonly count: number }>
  /** Changes the given settings and returns all of them. */
  readonly configure: (change?: Partial<NotificationSettings>) => Promise<NotificationSettings>
}

export function createNotificationsControl({ run, read, appId: defaultAppId }: ControlContext): NotificationsControl {
  return {
    async list({ before, limit, ...filter } = {}) {
      const page = readPage({ before, limit })
      return read(async ({ db }) => (await listNotifications(db, { ...filter, ...page })).map(describeNotification))
    },
    get: ({ id }) =>
      read(async ({ db }) => ({
        ...describeNotification(await getNotification(db, id)),
        log: await listAttempts(db, id),
      })),
    send({ appId = defaultAppId, ...input }) {
      const { delay = 0, order = 'given' } = input
      return run(async (work) => {
        const drafts = await createDrafts(work, appId, input)
        const orderedDrafts = order === 'reversed' ? drafts.toReversed() : drafts
        const ids = await queueNotifications(
          work,
          orderedDrafts.map((notification, at) => ({
            ...notification,
            appId,
            // Messages with the same subject are sent one by one.
            subject: `sent at ${work.now}${order === 'at once' ? ` number ${at}` : ''}`,
            delay: parseDelay(delay, work.now),
          })),
        )
        return Promise.all(ids.map(async (id) => describeNotification(await getNotification(work.db, id))))
      })
    },
    redeliver: ({ id }) =>
      run(async (work) => {
        await getNotification(work.db, id)
        await resendNotifications(work, [id])
        return describeNotification(await getNotification(work.db, id))
      }),
    redeliverAll: ({ appId } = {}) => run(async (work) => ({ count: await resendFailedNotifications(work, appId) })),
    configure: (change = {}) =>
      run(async ({ db }) => {
        const settings = { ...(await readSettings(db)), ...checkChange(change) }
        await saveSettings(db, settings)
        return settings
      }),
  }
}

const describeNotification = (notification: QueuedNotification): NotificationDetails => ({
  id: notification.id,
  appId: notification.app_id,
  kind: parseNotificationKind(notification.kind),
  sender: notification.sender === 'merchant' ? 'merchant' : 'platform',
  url: notification.url,
  state: notification.state,
  attempts: notification.attempts,
  due: notification.state === 'waiting' ? notification.due : null,
  content: JSON.parse(notification.content),
  created_at: notification.created_at,
  updated_at: notification.updated_at,
})

function checkChange({ enabled, sender, accept }: Partial<NotificationSettings>): Partial<NotificationSettings> {
  if (sender !== undefined && !senders.includes(sender))
    throw new TypeError(`sender must be ${senders.join(' or ')}, not ${sender}.`)
  if (accept !== undefined && !acceptances.includes(accept))
    throw new TypeError(`accept must be ${acceptances.join(' or ')}, not ${accept}.`)
  return {
    ...(enabled !== undefined && { enabled }),
    ...(sender !== undefined && { sender }),
    ...(accept !== undefined && { accept }),
  }
}

function parseDelay(delay: number | string, now: number): number {
  const milliseconds = parseDuration(delay)
  if (now + milliseconds <= maxTime) return milliseconds
  throw new TypeError(`delay ${delay} is too long: it must end before the year 10000.`)
}

const maxCopies = 1000

async function createDrafts(
  work: Work,
  appId: string,
  input: NewNotifications,
): Promise<readonly Pick<NotificationDraft, 'content' | 'kind'>[]> {
  const { copies = 1, requestIds = 'same', overrides = {} } = input
  if (!Number.isSafeInteger(copies) || copies < 1 || copies > maxCopies)
    throw new TypeError(`copies must be an integer from 1 to ${maxCopies}, not ${copies}.`)
  await getMerchant(work.db, appId)
  if ((await listReceivers(work.db, appId)).length === 0)
    throw new MissingError(`${appId} has no notification address: set notificationUrls with merchants.update.`)
  const { kind, contents } = await readContents(work, appId, input)
  return contents.flatMap((content) =>
    Array.from({ length: copies }, (_, copy) => {
      const overriddenContent = overrideFields(content, checkObject('overrides', overrides))
      const finalContent =
        requestIds === 'new' && copy > 0 ? replaceRequestId(overriddenContent, copy + 1) : overriddenContent
      return { kind, content: checkContent(kind, finalContent) }
    }),
  )
}

async function readContents(
  work: Work,
  appId: string,
  { deposits, content, kind = 'deposit' }: NewNotifications,
): Promise<{ readonly kind: NotificationKind; readonly contents: readonly object[] }> {
  if ((deposits === undefined) === (content === undefined))
    throw new TypeError('Set either deposits, with the ids of deposits, or content.')
  if (content !== undefined) return { kind, contents: [checkObject('content', content)] }
  const contents: object[] = []
  for (const id of deposits ?? []) {
    const deposit = await getDeposit(work, id)
    if (deposit.app_id !== appId) throw new MissingError(`${appId} has no deposit ${id}: records.list shows the ids.`)
    contents.push(await buildDepositContent(work, deposit, isFailedDeposit(deposit) ? 0 : 1))
  }
  return { kind: 'deposit', contents }
}

function checkObject(name: string, value: unknown): object {
  if (isObject(value)) return value
  throw new TypeError(`${name} must be an object.`)
}

const isFailedDeposit = ({ status }: { readonly status: number }): boolean =>
  status === depositStates.states.failed.value

/** Replaces fields. An override without a matching field is an error, because it would have no effect. */
function overrideFields(content: object, overrides: object): object {
  const knownNames = Object.keys(content)
  const unknownName = Object.keys(overrides).find((name) => !knownNames.includes(name))
  if (unknownName === undefined) return { ...content, ...overrides }
  const nearest = findNearestName(unknownName, knownNames)
  throw new TypeError(
    `The content has no field ${unknownName}${nearest === undefined ? '.' : `; did you mean ${nearest}?`} Its fields: ${knownNames.join(', ')}.`,
  )
}

function replaceRequestId(content: object, copy: number): object {
  if ('request_id' in content) return { ...content, request_id: `${String(content.request_id)}-${copy}` }
  throw new TypeError('Internal notifications have no request_id: omit requestIds.')
}

function checkContent(kind: NotificationKind, content: object): NotificationContent {
  const isContent = kind === 'deposit' ? isDepositNotification : isInternalNotification
  if (isContent(content)) return content
  const violations = findContractViolations(notificationCalls[kind], content)
  throw new TypeError(toSentence(`The receiver would reject this content: ${describeViolations(violations)}`))
}
