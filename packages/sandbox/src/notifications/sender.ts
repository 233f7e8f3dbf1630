// Sends the messages of the outbox. No transaction of money waits for a receiver.
import type { Party } from '@custody-wallet/encryption'

import { setTimer } from '../clock/timers.ts'
import { joined } from '../present.ts'
import type { Database, Store } from '../store/store.ts'
import { type Attempt, attempt } from './attempt.ts'
import type { Post } from './connection.ts'
import type { Message } from './messages.ts'
import { delayAfter } from './schedule.ts'
import { type Sender, settingsIn } from './settings.ts'

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

export function outboxOf({ store, clock, post, partyOf, timeout, onRetry }: OutboxOptions): Outbox {
  const closing = new AbortController()
  let generation = 0

  /** Sends the next message that is ready; `false` where there is none. */
  const next = async (): Promise<boolean> => {
    const started = generation
    return store.claim(nextMessage, async (message) => {
      const since = performance.now()
      const { accept } = await settingsIn(store.db)
      const done = await attempt(message, {
        party: partyOf(message.app_id, senderOf(message)),
        post,
        accept,
        signal: closing.signal,
        timeout,
      })
      if (closing.signal.aborted || started !== generation) return undefined
      const duration = Math.round(performance.now() - since)
      return (db) => record(db, message, { ...done, time: clock.now(), duration })
    })
  }

  const lane = async (): Promise<void> => {
    while (!closing.signal.aborted && (await next()));
  }

  const run = joined(async () => {
    for (;;) {
      await Promise.all(Array.from({ length: lanes }, lane))
      onRetry()
      // Another process may still be sending one.
      if (closing.signal.aborted || !store.isShared || !(await isAnyReady(store.db))) return
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
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
const readyMessages = (db: Database) =>
  db
    .selectFrom('notifications as message')
    .selectAll('message')
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
    .orderBy('message.id')
    .limit(1)

const isAnyReady = async (db: Database): Promise<boolean> => (await readyMessages(db).execute()).length > 0

const nextMessage = (
  db: Database,
  taken: readonly number[],
  skipsLocked: boolean,
): Promise<Message | undefined> =>
  readyMessages(db)
    .$if(taken.length > 0, (open) => open.where('message.id', 'not in', taken))
    .$if(skipsLocked, (open) => open.forUpdate('message').skipLocked())
    .executeTakeFirst()

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
  await db
    .insertInto('notification_attempts')
    .values({
      notification_id: id,
      time,
      duration,
      sent: shortened(sent),
      status,
      answer: shortened(answer),
      failure,
      detail,
    })
    .execute()
  const attempts = before + 1
  const delay = failure === '' ? undefined : delayAfter(attempts)
  const ended = failure === '' ? 'delivered' : 'given up'
  await db
    .updateTable('notifications')
    .set({ state: delay === undefined ? ended : 'waiting', attempts, updated_at: time })
    .where('id', '=', id)
    .execute()
  if (delay !== undefined)
    await setTimer(db, { due: time + delay, kind: 'step', subject: `notification ${id}` })
}

const mostCharacters = 16_384

// A receiver may answer with characters that no database keeps.
const shortened = (text: string): string => text.slice(0, mostCharacters).replaceAll('\0', '\uFFFD')
