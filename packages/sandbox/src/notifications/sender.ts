// Sends the messages of the outbox. No transaction of money waits for a receiver.
import type { Party } from '@custody-wallet/encryption'
import type { Selectable } from 'kysely'

import { joined } from '../present.ts'
import { type Parameter, prepared } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import { type Database, mostClaims, type Store } from '../store/store.ts'
import { type Attempt, attempt } from './attempt.ts'
import type { Post } from './connection.ts'
import { type Message, setMessageTimer } from './messages.ts'
import { delayAfter } from './schedule.ts'
import { type Acceptance, type Sender, settingsIn } from './settings.ts'

export interface OutboxOptions {
  readonly store: Store
  readonly clock: { readonly now: () => number }
  readonly post: Post
  /** The side of a merchant's conversation that sends. */
  readonly partyOf: (appId: string, sender: Sender) => Party
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
  readonly forget: () => void
  /** Aborts what is in flight; it is sent again after a restart. */
  readonly close: () => Promise<void>
}

// Receivers that do not answer hold a lane until the timeout, so each of them has only a share of the lanes, and so has each
// merchant, who may have many.
const share = 4
const merchantShare = mostClaims / 2
const pollInterval = 20
const readAtOnce = 32

/** One address of a merchant. */
type Receiver = Pick<Message, 'app_id' | 'url'>

/** One pass through the messages that are ready for a receiver. */
interface Pass extends Receiver {
  /** Id of the last message that was taken. */
  after: number
  /** Messages that were read and not taken. */
  found: Message[]
}

export function outboxOf({ store, clock, post, partyOf, timeout, onRetry, onError }: OutboxOptions): Outbox {
  const closing = new AbortController()
  const inLane = lanesOf(mostClaims)
  const merchantLanes = new Map<string, Lanes>()
  const lanesFor = (appId: string): Lanes => {
    const lanes = merchantLanes.get(appId) ?? lanesOf(merchantShare)
    merchantLanes.set(appId, lanes)
    return lanes
  }
  let generation = 0

  /** Sends the next message of a pass; `false` where there is none. */
  const next = async (pass: Pass, accept: Acceptance): Promise<boolean> => {
    const started = generation
    const find = async (db: Database, skipsLocked: boolean) => {
      const { app_id, url, after } = pass
      // A message that others may take is locked as it is read.
      if (pass.found.length === 0)
        pass.found = skipsLocked
          ? [...(await unlocked(db, { app_id, url, after, most: 1 }))]
          : [...(await ready(db, { app_id, url, after, most: readAtOnce }))]
      const found = pass.found.shift()
      pass.after = Math.max(pass.after, found?.id ?? 0)
      return found
    }
    return store.claim(find, async (message) => {
      const since = performance.now()
      const party = (): Party => partyOf(message.app_id, senderOf(message))
      const done = await attempt(message, { party, post, accept, signal: closing.signal, timeout })
      if (closing.signal.aborted) return undefined
      const duration = Math.round(performance.now() - since)
      return async (db) => {
        if (started === generation) await record(db, message, { ...done, time: clock.now(), duration })
      }
    })
  }

  async function sendTo(receiver: Receiver): Promise<void> {
    const inShare = lanesFor(receiver.app_id)
    for (;;) {
      const { accept } = await settingsIn(store.db)
      const pass: Pass = { ...receiver, after: 0, found: [] }
      const lane = async (): Promise<void> => {
        while (!closing.signal.aborted && (await inShare(() => inLane(() => next(pass, accept)))));
      }
      const lanes = Array.from({ length: share }, lane)
      // What is in flight is taken: a pass beside it would find that again and again, and nothing else would run.
      await Promise.allSettled(lanes)
      await Promise.all(lanes)
      onRetry()
      // A message that was sent may have let a later one become ready, and another process may still be sending one.
      const waiting = closing.signal.aborted ? [] : await ready(store.db, { ...receiver, after: 0, most: 1 })
      if (waiting.length === 0) return
      if (store.isShared) await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  }

  const senders = new Map<string, () => Promise<void>>()
  const running = new Set<Promise<void>>()
  async function start(): Promise<readonly Promise<void>[]> {
    if (store.readOnly || closing.signal.aborted) return []
    const receivers = await readyReceivers(store.db, {})
    return closing.signal.aborted ? [] : receivers.map(startTo)
  }

  /** Receivers do not wait for each other. */
  function startTo(receiver: Receiver): Promise<void> {
    const name = `${receiver.app_id} ${receiver.url}`
    const send = senders.get(name) ?? joined(() => sendTo(receiver))
    senders.set(name, send)
    const sent = send()
    if (running.has(sent)) return sent
    running.add(sent)
    sent.catch(onError).finally(() => running.delete(sent))
    return sent
  }

  return {
    async deliver() {
      const started = await start()
      await Promise.all(started)
      return started.length > 0
    },
    send: async () => void (await start()),
    forget() {
      generation += 1
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

type Lanes = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs at most some work at one time, in the order of the calls. */
function lanesOf(most: number): Lanes {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Messages that are ready and wait for no earlier one about their subject. */
const readyMessages = (db: Database) =>
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

const readyReceivers = prepared((db) =>
  readyMessages(db).select(['message.app_id', 'message.url']).distinct(),
)

type Next = Receiver & Readonly<Record<'after' | 'most', number>>

/** Those to a receiver, the oldest first. */
const messagesTo = (db: Database, parameter: Parameter<Next>) =>
  readyMessages(db)
    .selectAll('message')
    .where('message.app_id', '=', parameter('app_id'))
    .where('message.url', '=', parameter('url'))
    .where('message.id', '>', parameter('after'))
    .orderBy('message.id')
    .limit(parameter('most'))

const ready = prepared(messagesTo)
const unlocked = prepared((db, parameter: Parameter<Next>) =>
  messagesTo(db, parameter).forUpdate('message').skipLocked(),
)

const senderOf = ({ sender }: Message): Sender => (sender === 'merchant' ? 'merchant' : 'platform')

/** An attempt in the delivery log. */
export interface LoggedAttempt extends Attempt {
  /** What the clock of the sandbox showed when it ended. */
  readonly time: number
  /** Milliseconds of the machine. */
  readonly duration: number
}

/** The delivery log of a message, the oldest attempt first. */
export async function attemptsOf(db: Database, id: number): Promise<readonly LoggedAttempt[]> {
  return db
    .selectFrom('notification_attempts')
    .select(['time', 'duration', 'sent', 'status', 'answer', 'failure', 'detail'])
    .where('notification_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Keeps what an attempt did, and sets the next one if it failed. */
async function record(db: Database, { id, attempts: before }: Message, done: LoggedAttempt): Promise<void> {
  const { time, duration, sent, status, answer, failure, detail } = done
  await insertAttempt(db, {
    notification_id: id,
    time,
    duration,
    sent: shortened(sent),
    status,
    answer: shortened(answer),
    failure,
    detail,
  })
  const attempts = before + 1
  const delay = failure === '' ? undefined : delayAfter(attempts)
  const ended = failure === '' ? 'delivered' : 'given up'
  const next = { state: delay === undefined ? ended : 'waiting', due: time + (delay ?? 0) } as const
  await updateMessage(db, { id, ...next, attempts, time })
  if (delay !== undefined) await setMessageTimer(db)
}

type NewAttempt = Omit<Selectable<Schema['notification_attempts']>, 'id'>

const insertAttempt = prepared((db, parameter: Parameter<NewAttempt>) =>
  db.insertInto('notification_attempts').values({
    notification_id: parameter('notification_id'),
    time: parameter('time'),
    duration: parameter('duration'),
    sent: parameter('sent'),
    status: parameter('status'),
    answer: parameter('answer'),
    failure: parameter('failure'),
    detail: parameter('detail'),
  }),
)

type Outcome = Pick<Message, 'attempts' | 'due' | 'id' | 'state'> & Pick<LoggedAttempt, 'time'>

const updateMessage = prepared((db, parameter: Parameter<Outcome>) =>
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

const mostCharacters = 16_384

// A receiver may answer with characters that no database keeps.
const shortened = (text: string): string => text.slice(0, mostCharacters).replaceAll('\0', '\uFFFD')
