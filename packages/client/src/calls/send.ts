// One attempt of a call: out, back, and what the answer says.
import type { OperationId } from '@custody-wallet/types/operations'

import type { problemIn } from '../errors/problem.ts'
import { TransportError } from '../errors/tree.ts'
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
  const [address = ''] = outgoing.url.split('?')
  const way = { operation, address }
  sizes.sent = sizeOf(outgoing)
  // What sends may take no notice of a signal, and nothing may leave after the end.
  signal.throwIfAborted()
  const heard = listen?.(outgoing.url)
  const response = await onTheWay(way, () => fetch(outgoing.url, initOf(outgoing, signal)))
  heard?.(response)
  await refuse(way, { response, outgoing, signal, clock })
  const { status, headers } = response
  const body = await onTheWay(way, () => readBody(response.body, mostBytes, signal))
  sizes.received = body.byteLength
  const { answer, assurance } = await prepared.read(body, signal, { address, ...typeOf(headers) })
  return { operation, status, headers, answer, assurance }
}

export interface Attempt {
  readonly operation: OperationId
  readonly prepared: Prepared
  readonly signal: AbortSignal
  readonly sizes: Sizes
}

const initOf = ({ method, headers, body }: Outgoing, signal: AbortSignal): RequestInit => ({
  ...closed,
  method,
  headers,
  signal,
  ...(body !== undefined && { body }),
})

const encoder = new TextEncoder()
const sizeOf = ({ url, body }: Outgoing): number =>
  url.length + (body === undefined ? 0 : encoder.encode(body).byteLength)

// Errors of a fetch may repeat addresses, and an address holds what was asked; only the system's name is kept.
async function onTheWay<T>({ operation, address }: Way, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof BodyTooLong) throw new TransportError('BODY_TOO_LONG', operation, { address })
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && cause.message === 'unexpected redirect')
      throw new TransportError('REDIRECTED', operation, { address })
    const reason = reasonOf(error) ?? reasonOf(cause)
    throw new TransportError('CONNECTION_FAILED', operation, { address, ...(reason && { reason }) })
  }
}

function reasonOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : undefined
}

interface Way {
  readonly operation: OperationId
  readonly address: string
}

interface Refused extends Pick<Sender, 'clock'> {
  readonly response: Response
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
}

// Anybody on the way may have written what comes with another status than 200: its body counts for nothing.
async function refuse(
  { operation, address }: Way,
  { response, outgoing, signal, clock }: Refused,
): Promise<void> {
  const { status, redirected, type, headers, body } = response
  if (status === 200 && !redirected) return
  const isRedirect = redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
  const retryAfter = retryAfterOf(headers.get('retry-after'), clock())
  // Plain http reaches only this machine and the hosts that insecureHosts names.
  const said = address.startsWith('http:') ? await problemOf(response, outgoing, signal) : {}
  void body?.cancel().catch(() => undefined)
  const context = { status, address, ...(retryAfter !== undefined && { retryAfter }), ...said }
  throw new TransportError(isRedirect ? 'REDIRECTED' : 'HTTP_STATUS', operation, context)
}

async function problemOf(...asked: Parameters<typeof problemIn>): ReturnType<typeof problemIn> {
  try {
    const { problemIn } = await import('../errors/problem.ts')
    return await problemIn(...asked)
  } catch {
    return {}
  }
}

// Its parameters may hold any text.
function typeOf(headers: Headers): { readonly contentType?: string } {
  const [contentType] = /^[\w+.-]{1,40}\/[\w+.-]{1,40}/.exec(headers.get('content-type') ?? '') ?? []
  return contentType ? { contentType } : {}
}
