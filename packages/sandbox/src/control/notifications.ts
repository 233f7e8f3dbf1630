// Notifications by control: what was sent, what came back, and sending once more.
import { contractViolations, sentence, sentenceOf } from '@custody-wallet/server/core'
import { isDepositNotification, isInternalNotification, nearestName } from '@custody-wallet/types/validate'

import { latest } from '../clock/clock.ts'
import { millisecondsOf } from '../clock/durations.ts'
import { merchantOf } from '../merchants/rows.ts'
import { MissingError } from '../missing.ts'
import {
  depositContent,
  kindOf,
  type Message,
  messageAt,
  messagesBetween,
  type MessageState,
  type NewMessage,
  type NotificationContent,
  notificationCalls,
  type NotificationKind,
  receiversOf,
  resend,
  resendFailed,
  writeMessages,
} from '../notifications/messages.ts'
import { type LoggedAttempt, attemptsOf } from '../notifications/sender.ts'
import {
  acceptances,
  type NotificationSettings,
  saveSettings,
  type Sender,
  senders,
  settingsIn,
} from '../notifications/settings.ts'
import { depositAt } from '../resources/deposit-lifecycle.ts'
import { depositStates } from '../states/deposits.ts'
import type { Work } from '../work.ts'
import type { ControlContext, OfMerchant, RecordKey } from './context.ts'

/** A notification to one address of a merchant. */
export interface ShownNotification extends RecordKey {
  readonly appId: string
  readonly kind: NotificationKind
  readonly sender: Sender
  /** Base address of the receiver. */
  readonly url: string
  readonly state: MessageState
  /** Attempts since it was written, or sent again. */
  readonly attempts: number
  readonly content: NotificationContent
  readonly created_at: number
  readonly updated_at: number
}

/** A notification with its delivery log. */
export interface NotificationWithLog extends ShownNotification {
  readonly log: readonly LoggedAttempt[]
}

/** Which notifications to list. */
export interface NotificationPage {
  /** Of this merchant only. */
  readonly appId?: string | undefined
  readonly state?: MessageState | undefined
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** What to send. */
export interface NewNotifications {
  /** Ids of deposits to notify, in this order. */
  readonly deposits?: readonly number[] | undefined
  /** Content to send instead; `kind` says which call it is of. */
  readonly content?: unknown
  readonly kind?: NotificationKind | undefined
  /** Replaces members of the content. */
  readonly overrides?: unknown
  /** How often each one is sent; 1 unless given. */
  readonly copies?: number | undefined
  /** Whether copies have one request_id, or one each. */
  readonly requestIds?: 'new' | 'same' | undefined
  /** One after the other as given or in reverse, or at once. */
  readonly order?: 'at once' | 'given' | 'reversed' | undefined
  /** How long to wait before sending. */
  readonly delay?: number | string | undefined
}

export interface NotificationsControl {
  /** Notifications, the newest first; 100 unless a limit is given. */
  readonly list: (page?: NotificationPage) => Promise<readonly ShownNotification[]>
  readonly get: (key: RecordKey) => Promise<NotificationWithLog>
  /** Sends notifications on request, also where events make none. */
  readonly send: (given: OfMerchant<NewNotifications>) => Promise<readonly ShownNotification[]>
  /** Sends a notification again, from the start of its schedule. */
  readonly redeliver: (key: RecordKey) => Promise<ShownNotification>
  /** Sends all notifications again that were given up or wait for a retry. */
  readonly redeliverAll: (of?: { readonly appId?: string | undefined }) => Promise<{ readonly count: number }>
  /** Changes the switches that are given, and returns all. */
  readonly configure: (change?: Partial<NotificationSettings>) => Promise<NotificationSettings>
}

export function notificationsControl({ run, appId: first }: ControlContext): NotificationsControl {
  return {
    list: ({ limit = 100, ...filter } = {}) =>
      run(async ({ db }) => (await messagesBetween(db, { ...filter, limit })).map(shown)),
    get: ({ id }) =>
      run(async ({ db }) => ({ ...shown(await messageAt(db, id)), log: await attemptsOf(db, id) })),
    send({ appId = first, ...given }) {
      const { delay = 0, order = 'given' } = given
      return run(async (work) => {
        const messages = await newMessages(work, appId, given)
        const ordered = order === 'reversed' ? messages.toReversed() : messages
        const ids = await writeMessages(
          work,
          ordered.map((message, at) => ({
            ...message,
            appId,
            // Messages about one subject are sent one after the other.
            subject: `sent at ${work.now}${order === 'at once' ? ` number ${at}` : ''}`,
            delay: delayOf(delay, work.now),
          })),
        )
        return Promise.all(ids.map(async (id) => shown(await messageAt(work.db, id))))
      })
    },
    redeliver: ({ id }) =>
      run(async (work) => {
        await messageAt(work.db, id)
        await resend(work, [id])
        return shown(await messageAt(work.db, id))
      }),
    redeliverAll: ({ appId } = {}) => run(async (work) => ({ count: await resendFailed(work, appId) })),
    configure: (change = {}) =>
      run(async ({ db }) => {
        const settings = { ...(await settingsIn(db)), ...checkedChange(change) }
        await saveSettings(db, settings)
        return settings
      }),
  }
}

const shown = (message: Message): ShownNotification => ({
  id: message.id,
  appId: message.app_id,
  kind: kindOf(message.kind),
  sender: message.sender === 'merchant' ? 'merchant' : 'platform',
  url: message.url,
  state: message.state,
  attempts: message.attempts,
  content: JSON.parse(message.content),
  created_at: message.created_at,
  updated_at: message.updated_at,
})

function checkedChange({
  enabled,
  sender,
  accept,
}: Partial<NotificationSettings>): Partial<NotificationSettings> {
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

function delayOf(delay: number | string, now: number): number {
  const milliseconds = millisecondsOf(delay)
  if (now + milliseconds <= latest) return milliseconds
  throw new TypeError(`delay must end before the year 10000: ${delay} is too long.`)
}

const mostCopies = 1000

async function newMessages(
  work: Work,
  appId: string,
  given: NewNotifications,
): Promise<readonly Pick<NewMessage, 'content' | 'kind'>[]> {
  const { copies = 1, requestIds = 'same', overrides = {} } = given
  if (!Number.isSafeInteger(copies) || copies < 1 || copies > mostCopies)
    throw new TypeError(`copies must be a whole number from 1 to ${mostCopies}, not ${copies}.`)
  await merchantOf(work.db, appId)
  if ((await receiversOf(work.db, appId)).length === 0)
    throw new MissingError(
      `${appId} has no address for notifications: give it one with merchants.update and notificationUrls.`,
    )
  const { kind, contents } = await contentsOf(work, appId, given)
  return contents.flatMap((content) =>
    Array.from({ length: copies }, (_, copy) => {
      const changed = overridden(content, objectOf('overrides', overrides))
      const own = requestIds === 'new' && copy > 0 ? withNewRequestId(changed, copy + 1) : changed
      return { kind, content: checkedContent(kind, own) }
    }),
  )
}

async function contentsOf(
  work: Work,
  appId: string,
  { deposits, content, kind = 'deposit' }: NewNotifications,
): Promise<{ readonly kind: NotificationKind; readonly contents: readonly object[] }> {
  if ((deposits === undefined) === (content === undefined))
    throw new TypeError('Give either deposits, with the ids of deposits, or content.')
  if (content !== undefined) return { kind, contents: [objectOf('content', content)] }
  const contents: object[] = []
  for (const id of deposits ?? []) {
    const deposit = await depositAt(work, id)
    if (deposit.app_id !== appId) throw new MissingError(`${appId} has no deposit ${id}.`)
    contents.push(await depositContent(work, deposit, isFailed(deposit) ? 0 : 1))
  }
  return { kind: 'deposit', contents }
}

function objectOf(name: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new TypeError(`${name} must be an object.`)
}

const isFailed = ({ status }: { readonly status: number }): boolean =>
  status === depositStates.states.failed.value

/** An override that matches nothing is a mistake: the message would not be what its sender expects. */
function overridden(content: object, overrides: object): object {
  const known = Object.keys(content)
  const unknown = Object.keys(overrides).find((name) => !known.includes(name))
  if (unknown === undefined) return { ...content, ...overrides }
  const near = nearestName(unknown, known)
  throw new TypeError(
    `The content has no ${unknown} to replace${near === undefined ? '.' : `; did you mean ${near}?`} It has ${known.join(', ')}.`,
  )
}

function withNewRequestId(content: object, copy: number): object {
  if ('request_id' in content) return { ...content, request_id: `${String(content.request_id)}-${copy}` }
  throw new TypeError(
    'requestIds goes with deposit notifications: an internal notification has no request_id.',
  )
}

function checkedContent(kind: NotificationKind, content: object): NotificationContent {
  const isContent = kind === 'deposit' ? isDepositNotification : isInternalNotification
  if (isContent(content)) return content
  const violations = contractViolations(notificationCalls[kind], content)
  throw new TypeError(sentence(`The receiver would reject this content: ${sentenceOf(violations)}`))
}
