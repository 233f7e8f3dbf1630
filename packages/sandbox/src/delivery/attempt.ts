// One attempt to deliver a message: seal and send it, then check the response.
import { isEncryptionError, type Party, type SealedRequest } from '@custody-wallet/encryption'
import { isPlainSuccess } from '@custody-wallet/types'

import {
  parseNotificationKind,
  type QueuedNotification,
  type NotificationContent,
  notificationCalls,
  type NotificationKind,
} from '../outbox/messages.ts'
import type { Acceptance } from '../outbox/settings.ts'
import type { FailureName } from '../store/values.ts'
import type { PostNotification, ReceiverResponse } from './connection.ts'
import { DeliveryError } from './failures.ts'

export interface Attempt {
  /** Body of the request; empty if nothing was sent. */
  readonly sent: string
  /** HTTP status of the response; 0 without a response. */
  readonly status: number
  /** Body of the response as text. */
  readonly response: string
  /** Why it failed; empty on success. */
  readonly failure: FailureName | ''
  readonly detail: string
}

export interface AttemptOptions {
  /** Returns the sending side. Throws if the sandbox does not have its keys. */
  readonly party: () => Party
  readonly post: PostNotification
  readonly accept: Acceptance
  /** Aborts the attempt when the sandbox closes. */
  readonly signal: AbortSignal
  /** Timeout in milliseconds. */
  readonly timeout: number
}

type NotificationCall = (typeof notificationCalls)[NotificationKind]

/** Tries to deliver a message. It never throws. */
export async function attemptDelivery(notification: QueuedNotification, options: AttemptOptions): Promise<Attempt> {
  const progress = { sent: '', status: 0, response: '' }
  try {
    const content: NotificationContent = JSON.parse(notification.content)
    const sealedRequest = await sealNotification(notification, content, options.party)
    progress.sent = sealedRequest.body ?? ''
    const response = await postWithTimeout(new URL(`${notification.url}${sealedRequest.path}`), progress.sent, options)
    Object.assign(progress, { status: response.status, response: decodeBody(response.body) })
    await checkResponse(sealedRequest, response, content, options)
    return { ...progress, failure: '', detail: '' }
  } catch (error) {
    const { failure, message: detail } = toDeliveryError(error)
    return { ...progress, failure, detail }
  }
}

async function sealNotification(
  { kind }: QueuedNotification,
  content: NotificationContent,
  party: () => Party,
): Promise<SealedRequest<NotificationCall>> {
  try {
    return await party().sealRequest(notificationCalls[parseNotificationKind(kind)], content)
  } catch (error) {
    throw new DeliveryError('sealing-failed', getErrorMessage(error))
  }
}

async function postWithTimeout(
  url: URL,
  body: string,
  { post, signal, timeout }: AttemptOptions,
): Promise<ReceiverResponse> {
  // The sandbox may have been closed while the message waited for a lane.
  signal.throwIfAborted()
  const controller = new AbortController()
  const close = (): void => controller.abort(new DeliveryError('connection-failed', 'The sandbox was closed.'))
  const end = (): void =>
    controller.abort(
      new DeliveryError(
        'timeout',
        `The receiver did not respond within ${timeout} ms: check that it runs and responds in time.`,
      ),
    )
  const timer = setTimeout(end, timeout)
  signal.addEventListener('abort', close)
  try {
    return await Promise.race([post(url, body, controller.signal), rejectOnAbort(controller.signal)])
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    const { reason }: { readonly reason: unknown } = controller.signal
    throw reason instanceof DeliveryError ? reason : new DeliveryError('connection-failed', getErrorMessage(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
  }
}

// A custom `fetch` may ignore its signal.
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Throws a `DeliveryError` unless the receiver confirmed the message. */
async function checkResponse(
  sealedRequest: SealedRequest<NotificationCall>,
  { status, body }: ReceiverResponse,
  content: NotificationContent,
  { party, accept }: AttemptOptions,
): Promise<void> {
  if (status >= 300 && status < 400)
    throw new DeliveryError(
      'redirect',
      `The receiver returned HTTP ${status}. Redirects are not followed: change the address with merchants.update.`,
    )
  if (status < 200 || status >= 300)
    throw new DeliveryError('status', `The receiver returned HTTP ${status}: check its log.`)
  if (accept === 'lenient' && isPlainSuccess(decodeBody(body))) return
  // Under classic, the response to an internal notification has no content and no signature.
  const { response } = await party().openResponse(sealedRequest, body)
  if (response.code !== 0)
    throw new DeliveryError('response-code', `The receiver returned the code ${response.code}: check its log.`)
  if (!('request_id' in content)) return
  const echoedId = 'data' in response ? response.data?.data.request_id : undefined
  if (echoedId !== content.request_id)
    throw new DeliveryError(
      'response-request-id',
      'The response has another request_id than the notification: return the same one.',
    )
}

function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  if (isEncryptionError(error) && error.code === 'FAILURE_UNPROVED')
    return new DeliveryError(
      'response-code',
      `The receiver returned the code ${error.context.unprovedCode} without a signature: check its log.`,
    )
  return new DeliveryError(
    'response-seal',
    'The response is not sealed and signed for this notification: check the keys and the path of the receiver.',
  )
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const decodeBody = (body: Uint8Array): string => new TextDecoder().decode(body)
