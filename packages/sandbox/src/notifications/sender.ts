// Sends the messages of the outbox. No transaction of money waits for a receiver.
import type { Party } from '@custody-wallet/encryption'
import type { RawBuilder, Selectable } from 'kysely'

import { joined } from '../present.ts'
import { type Parameter, prepared } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
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
}

export interface Outbox {
  /**
   * Sends all messages that are ready. It ends when each of them was tried, also by other processes. The result says
   * whether there were any.
   */
  readonly deliver: () => Promise<boolean>
  /** Call it after rows were replaced: what is in flight belongs to none of them. */
  readonly forget: () => void
  /** Aborts what is in flight; it is sent again after a restart. */
  readonly close: () => Promise<void>
}

// Receivers that do not answer hold a lane until the timeout.
const lanes = 8
const pollInterval = 20
const readAtOnce = 32

/** One pass through the messages that are ready. */
interface Pass {
  /** Id of the last message that was taken. */
  after: number
  /** Messages that were read and not taken. */
  found: Message[]
}

export function outboxOf({ store, clock, post, partyOf, timeout, onRetry }: OutboxOptions): Outbox {
  const closing = new AbortController()
  let generation = 0

  /** Sends the next message after an id that is ready; `false` where there is none. */
  const next = async (pass: Pass, accept: Acceptance): Promise<boolean> => {
    const started = generation
    const find = async (db: Database, skipsLocked: boolean) => {
      // A message that others may take is locked as it is read.
      if (pass.found.length === 0)
        pass.found = skipsLocked
          ? [...(await unlocked(db, { after: pass.after, most: 1 }))]
          : [...(await ready(db, { after: pass.after, most: readAtOnce }))]
      const found = pass.found.shift()
      pass.after = Math.max(pass.after, found?.id ?? 0)
      return found
    }
    return store.claim(find, async (message) => {
      const since = performance.now()
      const party = (): Party => partyOf(message.app_id, senderOf(message))
      const done = await attempt(message, { party, post, accept, signal: closing.signal, timeout })
      if (closing.signal.aborted || started !== generation) return undefined
      const duration = Math.round(performance.now() - since)
      return (db) => record(db, message, { ...done, time: clock.now(), duration })
    })
  }

  const run = joined(async () => {
    for (;;) {
      const { accept } = await settingsIn(store.db)
      const pass: Pass = { after: 0, found: [] }
      const lane = async (): Promise<void> => {
        while (!closing.signal.aborted && (await next(pass, accept)));
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      onRetry()
      // A message that was sent may have let a later one become ready, and another process may still be sending one.
      if (closing.signal.aborted || !(await isAnyReady(store.db))) return
      if (store.isShared) await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  })

  let running: Promise<void> = Promise.resolve()
  return {
    async deliver() {
      if (store.readOnly || closing.signal.aborted || !(await isAnyReady(store.db))) return false
      running = run()
      await running
      return true
    },
    forget() {
      generation += 1
    },
    async close() {
      closing.abort()
      await running.catch(() => {})
    },
  }
}

/** Messages that are ready and wait for no earlier one about their subject, the oldest first. */
const readyMessages = (db: Database, after: RawBuilder<number>, most: RawBuilder<number>) =>
  db
    .selectFrom('notifications as message')
    .selectAll('message')
    .where('message.state', '=', 'ready')
    .where('message.id', '>', after)
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
    .orderBy('message.id')
    .limit(most)

type After = Readonly<Record<'after' | 'most', number>>
const ready = prepared((db, parameter: Parameter<After>) =>
  readyMessages(db, parameter('after'), parameter('most')),
)
const unlocked = prepared((db, parameter: Parameter<After>) =>
  readyMessages(db, parameter('after'), parameter('most')).forUpdate('message').skipLocked(),
)

const isAnyReady = async (db: Database): Promise<boolean> =>
  (await ready(db, { after: 0, most: 1 })).length > 0

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
