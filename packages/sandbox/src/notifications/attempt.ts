// One attempt to deliver a message: seal, send, open, and judge the answer.
import { isEncryptionError, type Party, type SealedRequest } from '@custody-wallet/encryption'
import { isPlainSuccess } from '@custody-wallet/types'

import type { Post, Reply } from './connection.ts'
import { Failure, type FailureName } from './failures.ts'
import {
  kindOf,
  type Message,
  type NotificationContent,
  notificationCalls,
  type NotificationKind,
} from './messages.ts'
import type { Acceptance } from './settings.ts'

/** What an attempt did. */
export interface Attempt {
  /** Body of the request; empty where nothing was sent. */
  readonly sent: string
  /** HTTP status of the answer; 0 where none came. */
  readonly status: number
  /** Body of the answer as text. */
  readonly answer: string
  /** Why it failed; empty for a delivery. */
  readonly failure: FailureName | ''
  readonly detail: string
}

export interface AttemptOptions {
  /** The side that sends. It throws if the sandbox does not have its keys. */
  readonly party: () => Party
  readonly post: Post
  readonly accept: Acceptance
  /** Aborts the attempt when the sandbox closes. */
  readonly signal: AbortSignal
  /** Milliseconds until an attempt fails. */
  readonly timeout: number
}

type NotificationCall = (typeof notificationCalls)[NotificationKind]

/** Tries to deliver a message. It never throws. */
export async function attempt(message: Message, options: AttemptOptions): Promise<Attempt> {
  const seen = { sent: '', status: 0, answer: '' }
  try {
    const content: NotificationContent = JSON.parse(message.content)
    const sealed = await sealedOf(message, content, options.party)
    seen.sent = sealed.body ?? ''
    const reply = await posted(new URL(`${message.url}${sealed.path}`), seen.sent, options)
    Object.assign(seen, { status: reply.status, answer: textOf(reply.body) })
    await judge(sealed, reply, content, options)
    return { ...seen, failure: '', detail: '' }
  } catch (error) {
    const { failure, message: detail } = failureOf(error)
    return { ...seen, failure, detail }
  }
}

async function sealedOf(
  { kind }: Message,
  content: NotificationContent,
  party: () => Party,
): Promise<SealedRequest<NotificationCall>> {
  try {
    // The content was checked when it was written.
    return await party().sealRequest(notificationCalls[kindOf(kind)], content)
  } catch (error) {
    throw new Failure('sealing-failed', messageOf(error))
  }
}

async function posted(url: URL, body: string, { post, signal, timeout }: AttemptOptions): Promise<Reply> {
  // What waited for a lane may come here after the sandbox was closed.
  signal.throwIfAborted()
  const stop = new AbortController()
  const close = (): void => stop.abort(new Failure('connection-failed', 'The sandbox was closed.'))
  const end = (): void => stop.abort(new Failure('timeout', `No answer came within ${timeout} ms.`))
  const timer = setTimeout(end, timeout)
  signal.addEventListener('abort', close)
  try {
    return await Promise.race([post(url, body, stop.signal), abortOf(stop.signal)])
  } catch (error) {
    if (error instanceof Failure) throw error
    const { reason }: { readonly reason: unknown } = stop.signal
    throw reason instanceof Failure ? reason : new Failure('connection-failed', messageOf(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
  }
}

// A function such as `fetch` may ignore its signal.
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Throws a `Failure` unless the receiver confirmed the message. */
async function judge(
  sealed: SealedRequest<NotificationCall>,
  { status, body }: Reply,
  content: NotificationContent,
  { party, accept }: AttemptOptions,
): Promise<void> {
  if (status >= 300 && status < 400)
    throw new Failure('redirect', `The receiver answered HTTP ${status}, and redirects are never followed.`)
  if (status < 200 || status >= 300) throw new Failure('status', `The receiver answered HTTP ${status}.`)
  if (accept === 'lenient' && isPlainSuccess(textOf(body))) return
  // Under classic, the answer to an internal notification has no content and no signature. The profile allows that.
  const { answer } = await party().openResponse(sealed, body)
  if (answer.code !== 0)
    throw new Failure('answer-code', `The receiver answered with the code ${answer.code}.`)
  if (!('request_id' in content)) return
  const echoed = 'data' in answer ? answer.data?.data.request_id : undefined
  if (echoed !== content.request_id)
    throw new Failure('answer-request-id', 'The answer carries another request_id than the notification.')
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isEncryptionError(error) && error.code === 'ANSWER_UNAUTHENTICATED')
    return new Failure(
      'answer-code',
      `The receiver answered without a signature, with the code ${error.context.remoteCode}.`,
    )
  return new Failure(
    'answer-seal',
    'The answer is not one that the receiver sealed and signed for this notification: check its keys and its path.',
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)
