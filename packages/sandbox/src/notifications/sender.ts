// Sends the messages of the outbox. No transaction of money waits for a receiver.
import type { Party } from '@custody-wallet/encryption'
import type { Selectable } from 'kysely'

import { coalesce } from '../shared-state.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import { type Database, maxClaims, type Store } from '../store/store.ts'
import { type Attempt, attemptDelivery } from './attempt.ts'
import type { PostNotification } from './connection.ts'
import { type QueuedNotification, setNotificationTimer } from './messages.ts'
import { getRetryDelay } from './schedule.ts'
import { type Acceptance, type Sender, readSettings } from './settings.ts'

export interface OutboxOptions {
  readonly store: Store
  readonly clock: { readonly now: () => number }
  readonly post: PostNotification
  /** The side of a merchant's conversation that sends. */
  readonly getParty: (appId: string, sender: Sender) => Party
  /** Milliseconds until an attempt fails. */
  readonly timeout: number
  /** Called after the retry of a message was set. */
  readonly onRetry: () => void
  /** Called with errors of the store. What they stopped is to be sent again. */
  readonly onError: (error: unknown) => void
}

export interface Outbox {
  /**
   * Sends all messages that are ready. It ends when each of them was tried, also by other processes. The result says
   * whether there were any.
   */
  readonly deliver: () => Promise<boolean>
  /** Begins to send all messages that are ready. */
  readonly send: () => Promise<void>
  /** Call it after rows were replaced: what is in flight belongs to none of them. */
  readonly invalidate: () => void
  /** Aborts what is in flight; it is sent again after a restart. */
  readonly close: () => Promise<void>
}

// Receivers that do not respond hold a lane until the timeout, so each of them has only a share of the lanes, and so has each
// merchant, who may have many.
const receiverConcurrency = 4
const merchantConcurrency = maxClaims / 2
const pollInterval = 20
const batchSize = 32

/** One address of a merchant. */
type Receiver = Pick<QueuedNotification, 'app_id' | 'url'>

/** One pass through the messages that are ready for a receiver. */
interface ReadPass extends Receiver {
  /** Id of the last message that was taken. */
  after: number
  /** Messages that were read and not taken. */
  batch: QueuedNotification[]
}

export function createOutbox({
  store,
  clock,
  post,
  getParty,
  timeout,
  onRetry,
  onError,
}: OutboxOptions): Outbox {
  const closing = new AbortController()
  const limitTotal = createLimiter(maxClaims)
  const merchantLimiters = new Map<string, Limiter>()
  const getMerchantLimiter = (appId: string): Limiter => {
    const limiter = merchantLimiters.get(appId) ?? createLimiter(merchantConcurrency)
    merchantLimiters.set(appId, limiter)
    return limiter
  }
  let generation = 0

  /** Sends the next message of a pass; `false` where there is none. */
  const sendNext = async (pass: ReadPass, accept: Acceptance): Promise<boolean> => {
    const startGeneration = generation
    const find = async (db: Database, canSkipLocked: boolean) => {
      const { app_id, url, after } = pass
      // A message that others may take is locked as it is read.
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
        while (
          !closing.signal.aborted &&
          (await limitReceiver(() => limitTotal(() => sendNext(pass, accept))))
        );
      }
      const lanePromises = Array.from({ length: receiverConcurrency }, sendFromLane)
      // What is in flight is taken: a pass beside it would find that again and again, and nothing else would run.
      await Promise.allSettled(lanePromises)
      await Promise.all(lanePromises)
      onRetry()
      // A message that was sent may have let a later one become ready, and another process may still be sending one.
      const queue = closing.signal.aborted
        ? []
        : await selectReady(store.db, { ...receiver, after: 0, most: 1 })
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

  /** Receivers do not wait for each other. */
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

/** Runs at most some work at one time, in the order of the calls. */
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

/** Messages that are ready and wait for no earlier one about their subject. */
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

/** Those to a receiver, the oldest first. */
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

const getSender = ({ sender }: QueuedNotification): Sender =>
  sender === 'merchant' ? 'merchant' : 'platform'

/** An attempt in the delivery log. */
export interface LoggedAttempt extends Attempt {
  /** What the clock of the sandbox showed when it ended. */
  readonly time: number
  /** Milliseconds of the machine. */
  readonly duration: number
}

/** The delivery log of a message, the oldest attempt first. */
export async function listAttempts(db: Database, id: number): Promise<readonly LoggedAttempt[]> {
  return db
    .selectFrom('notification_attempts')
    .select(['time', 'duration', 'sent', 'status', 'response', 'failure', 'detail'])
    .where('notification_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Keeps what an attempt did, and sets the next one if it failed. */
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

type AttemptOutcome = Pick<QueuedNotification, 'attempts' | 'due' | 'id' | 'state'> &
  Pick<LoggedAttempt, 'time'>

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

// A receiver may respond with characters that no database keeps.
const shortenText = (text: string): string => text.slice(0, maxCharacters).replaceAll('\0', '\uFFFD')
