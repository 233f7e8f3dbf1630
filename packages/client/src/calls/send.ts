// One attempt of a call: out, back, and what the answer says.
import type { OperationId } from '@custody-wallet/types/operations'

import { type TransportContext, TransportError } from '../errors/tree.ts'
import type { Outcome, Outgoing, Prepared } from '../speech/speech.ts'
import { BodyTooLong, readBody } from './body.ts'
import { retryAfterOf } from './retries.ts'

/** What sends requests: the global `fetch`, or one like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Sender {
  readonly fetch: Fetch
  readonly clock: () => number
  /** Makes what learns from the response to an address: it notes the moment at which the request leaves. */
  readonly listen?: ((url: string) => ((response: Response) => void) | undefined) | undefined
}

/** Bytes of one attempt, counted while it lasts. */
interface Sizes {
  sent: number
  received: number
}

const mostBytes = 1024 * 1024

const closed = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit

/** Sends a prepared call once and reads its answer. */
export async function exchange(
  { operation, prepared, signal, sizes }: Attempt,
  { fetch, clock, listen }: Sender,
): Promise<Outcome> {
  const outgoing = await prepared.request(signal)
  sizes.sent = sizeOf(outgoing)
  // What sends may take no notice of a signal, and nothing may leave after the end.
  signal.throwIfAborted()
  const heard = listen?.(outgoing.url)
  const response = await onTheWay(operation, () => fetch(outgoing.url, initOf(outgoing, signal)))
  heard?.(response)
  refuse(operation, response, clock)
  const { status, headers } = response
  const body = await onTheWay(operation, () => readBody(response.body, mostBytes, signal))
  sizes.received = body.byteLength
  const { answer, assurance } = await prepared.read(body, signal)
  return { operation, status, headers, answer, assurance }
}

export interface Attempt {
  readonly operation: OperationId
  readonly prepared: Prepared
  readonly signal: AbortSignal
  readonly sizes: Sizes
}

const initOf = ({ method, headers, body }: Outgoing, signal: AbortSignal): RequestInit =>
  body === undefined ? { ...closed, method, headers, signal } : { ...closed, method, headers, signal, body }

const encoder = new TextEncoder()
const sizeOf = ({ url, body }: Outgoing): number =>
  url.length + (body === undefined ? 0 : encoder.encode(body).byteLength)

// Errors of a fetch may repeat addresses, and an address holds what was asked; only the system's name is kept.
async function onTheWay<T>(operation: OperationId, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof BodyTooLong) throw new TransportError('BODY_TOO_LONG', operation)
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && cause.message === 'unexpected redirect')
      throw new TransportError('REDIRECTED', operation)
    const reason = reasonOf(error) ?? reasonOf(cause)
    throw new TransportError('CONNECTION_FAILED', operation, reason === undefined ? {} : { reason })
  }
}

function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : undefined
}

// Anybody on the way may have written what comes with another status than 200: its body counts for nothing.
function refuse(operation: OperationId, response: Response, clock: () => number): void {
  const { status, redirected, type, headers, body } = response
  if (status === 200 && !redirected) return
  void body?.cancel().catch(() => undefined)
  if (redirected || type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new TransportError('REDIRECTED', operation, { status })
  const retryAfter = retryAfterOf(headers.get('retry-after'), clock())
  const context: TransportContext = retryAfter === undefined ? { status } : { status, retryAfter }
  throw new TransportError('HTTP_STATUS', operation, context)
}
