// Sends the messages of the outbox, outside of the transactions that move funds.
import type { Party } from '@custody-wallet/encryption'
import type { Selectable } from 'kysely'

import { type QueuedNotification, setNotificationTimer } from '../outbox/messages.ts'
import { getRetryDelay } from '../outbox/schedule.ts'
import { type Acceptance, type Sender, readSettings } from '../outbox/settings.ts'
import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import { maxClaims, type Store } from '../store/store.ts'
import { coalesce } from '../store/turns.ts'
import { type Attempt, attemptDelivery } from './attempt.ts'
import type { PostNotification } from './connection.ts'

export interface OutboxOptions {
  readonly store: Store
  readonly clock: { readonly now: () => number }
  readonly post: PostNotification
  /** Returns the sending side of a merchant. */
  readonly getParty: (appId: string, sender: Sender) => Party
  /** Timeout of an attempt in milliseconds. */
  readonly timeout: number
  /** Called after a retry was scheduled. */
  readonly onRetry: () => void
  /** Called with errors of the store. Affected messages are sent again. */
  readonly onError: (error: unknown) => void
}

export interface Outbox {
  /**
   * Sends all ready messages. Resolves when each of them was tried, by this or another process, with whether there were
   * any.
   */
  readonly deliver: () => Promise<boolean>
  /** Starts to send all ready messages. */
  readonly send: () => Promise<void>
  /** Call this after all data was replaced, so that running attempts are not recorded. */
  readonly invalidate: () => void
  /** Aborts running attempts. Their messages are sent again after a restart. */
  readonly close: () => Promise<void>
}

// A receiver that does not respond holds a lane until the timeout, so the lanes of each receiver and each merchant are
// limited.
const receiverConcurrency = 4
const merchantConcurrency = maxClaims / 2
const pollInterval = 20
const batchSize = 32

type Receiver = Pick<QueuedNotification, 'app_id' | 'url'>

/** One pass through the ready messages of a receiver. */
interface ReadPass extends Receiver {
  /** Id of the last claimed message. */
  after: number
  /** Messages that were read but not claimed. */
  batch: QueuedNotification[]
}

export function createOutbox({ store, clock, post, getParty, timeout, onRetry, onError }: OutboxOptions): Outbox {
  const closing = new AbortController()
  const limitTotal = createLimiter(maxClaims)
  const merchantLimiters = new Map<string, Limiter>()
  const getMerchantLimiter = (appId: string): Limiter => {
    const limiter = merchantLimiters.get(appId) ?? createLimiter(merchantConcurrency)
    merchantLimiters.set(appId, limiter)
    return limiter
  }
  let generation = 0

  /** Sends the next message of a pass; returns `false` at its end. */
  const sendNext = async (pass: ReadPass, accept: Acceptance): Promise<boolean> => {
    const startGeneration = generation
    const find = async (db: Database, canSkipLocked: boolean) => {
      const { app_id, url, after } = pass
      // In a shared store, reading a message locks it.
      if (pass.batch.length === 0)
        pass.batch = canSkipLocked
          ? [...(await selectUnlocked(db, { app_id, url, after, most: 1 }))]
          : [...(await selectReady(db, { app_id, url, after, most: batchSize }))]
      const notification = pass.batch.shift()
      pass.after = Math.max(pass.after, notification?.id ?? 0)
      return notification
    }
    return store.claim(find, async (notification) => {
      const startTime = performance.now()
      const party = (): Party => getParty(notification.app_id, getSender(notification))
      const result = await attemptDelivery(notification, {
        party,
        post,
        accept,
        signal: closing.signal,
        timeout,
      })
      if (closing.signal.aborted) return undefined
      const duration = Math.round(performance.now() - startTime)
      return async (db) => {
        if (startGeneration === generation)
          await recordAttempt(db, notification, { ...result, time: clock.now(), duration })
      }
    })
  }

  async function sendTo(receiver: Receiver): Promise<void> {
    const limitReceiver = getMerchantLimiter(receiver.app_id)
    for (;;) {
      const { accept } = await readSettings(store.db)
      const pass: ReadPass = { ...receiver, after: 0, batch: [] }
      const sendFromLane = async (): Promise<void> => {
        while (!closing.signal.aborted && (await limitReceiver(() => limitTotal(() => sendNext(pass, accept)))));
      }
      const lanePromises = Array.from({ length: receiverConcurrency }, sendFromLane)
      // Wait for running attempts: another pass would find their messages again in an endless loop.
      await Promise.allSettled(lanePromises)
      await Promise.all(lanePromises)
      onRetry()
      // A sent message may unblock a later one, and another process may still be sending.
      const queue = closing.signal.aborted ? [] : await selectReady(store.db, { ...receiver, after: 0, most: 1 })
      if (queue.length === 0) return
      if (store.isShared) await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  }

  const sendFunctions = new Map<string, () => Promise<void>>()
  const activeSends = new Set<Promise<void>>()
  async function start(): Promise<readonly Promise<void>[]> {
    if (store.readOnly || closing.signal.aborted) return []
    const receivers = await selectReadyReceivers(store.db, {})
    return closing.signal.aborted ? [] : receivers.map(startReceiver)
  }

  function startReceiver(receiver: Receiver): Promise<void> {
    const name = `${receiver.app_id} ${receiver.url}`
    const send = sendFunctions.get(name) ?? coalesce(() => sendTo(receiver))
    sendFunctions.set(name, send)
    const sending = send()
    if (activeSends.has(sending)) return sending
    activeSends.add(sending)
    sending.catch(onError).finally(() => activeSends.delete(sending))
    return sending
  }

  return {
    async deliver() {
      const receivers = await start()
      await Promise.all(receivers)
      return receivers.length > 0
    },
    send: async () => void (await start()),
    invalidate() {
      generation += 1
    },
    async close() {
      closing.abort()
      await Promise.allSettled(activeSends)
    },
  }
}

type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits the concurrency of work. The rest runs in the order of the calls. */
function createLimiter(limit: number): Limiter {
  let capacity = limit
  const queue: (() => void)[] = []
  return async (work) => {
    if (capacity > 0) capacity -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else capacity += 1
    }
  }
}

/** Ready messages without an earlier one for the same subject. */
const selectReadyNotifications = (db: Database) =>
  db
    .selectFrom('notifications as message')
    .where('message.state', '=', 'ready')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('notifications as earlier')
            .select('earlier.id')
            .whereRef('earlier.app_id', '=', 'message.app_id')
            .whereRef('earlier.url', '=', 'message.url')
            .whereRef('earlier.subject', '=', 'message.subject')
            .whereRef('earlier.id', '<', 'message.id')
            .where('earlier.state', 'in', ['ready', 'waiting']),
        ),
      ),
    )

const selectReadyReceivers = prepareQuery((db) =>
  selectReadyNotifications(db).select(['message.app_id', 'message.url']).distinct(),
)

type NotificationQuery = Receiver & Readonly<Record<'after' | 'most', number>>

/** Ready messages of a receiver, the oldest first. */
const selectNotificationsTo = (db: Database, parameter: Parameter<NotificationQuery>) =>
  selectReadyNotifications(db)
    .selectAll('message')
    .where('message.app_id', '=', parameter('app_id'))
    .where('message.url', '=', parameter('url'))
    .where('message.id', '>', parameter('after'))
    .orderBy('message.id')
    .limit(parameter('most'))

const selectReady = prepareQuery(selectNotificationsTo)
const selectUnlocked = prepareQuery((db, parameter: Parameter<NotificationQuery>) =>
  selectNotificationsTo(db, parameter).forUpdate('message').skipLocked(),
)

const getSender = ({ sender }: QueuedNotification): Sender => (sender === 'merchant' ? 'merchant' : 'platform')

/** An entry of the delivery log. */
export interface LoggedAttempt extends Attempt {
  /** Time of its end on the sandbox's clock. */
  readonly time: number
  /** Real milliseconds. */
  readonly duration: number
}

/** Lists the attempts of a message, the oldest first. */
export async function listAttempts(db: Database, id: number): Promise<readonly LoggedAttempt[]> {
  return db
    .selectFrom('notification_attempts')
    .select(['time', 'duration', 'sent', 'status', 'response', 'failure', 'detail'])
    .where('notification_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Stores the result of an attempt, and schedules a retry if it failed. */
async function recordAttempt(
  db: Database,
  { id, attempts: before }: QueuedNotification,
  result: LoggedAttempt,
): Promise<void> {
  const { time, duration, sent: sending, status, response, failure, detail } = result
  await insertAttempt(db, {
    notification_id: id,
    time,
    duration,
    sent: shortenText(sending),
    status,
    response: shortenText(response),
    failure,
    detail,
  })
  const attempts = before + 1
  const delay = failure === '' ? undefined : getRetryDelay(attempts)
  const finalState = failure === '' ? 'delivered' : 'given up'
  const next = { state: delay === undefined ? finalState : 'waiting', due: time + (delay ?? 0) } as const
  await updateNotification(db, { id, ...next, attempts, time })
  if (delay !== undefined) await setNotificationTimer(db)
}

type NewAttempt = Omit<Selectable<Schema['notification_attempts']>, 'id'>

const insertAttempt = prepareQuery((db, parameter: Parameter<NewAttempt>) =>
  db.insertInto('notification_attempts').values({
    notification_id: parameter('notification_id'),
    time: parameter('time'),
    duration: parameter('duration'),
    sent: parameter('sent'),
    status: parameter('status'),
    response: parameter('response'),
    failure: parameter('failure'),
    detail: parameter('detail'),
  }),
)

type AttemptOutcome = Pick<QueuedNotification, 'attempts' | 'due' | 'id' | 'state'> & Pick<LoggedAttempt, 'time'>

const updateNotification = prepareQuery((db, parameter: Parameter<AttemptOutcome>) =>
  db
    .updateTable('notifications')
    .set({
      state: parameter('state'),
      due: parameter('due'),
      attempts: parameter('attempts'),
      updated_at: parameter('time'),
    })
    .where('id', '=', parameter('id')),
)

const maxCharacters = 16_384

// PostgreSQL cannot store U+0000.
const shortenText = (text: string): string => text.slice(0, maxCharacters).replaceAll('\0', '\uFFFD')
