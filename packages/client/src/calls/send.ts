import { type Fetch, readBody } from '@custody-wallet/types/http'
import type { OperationId } from '@custody-wallet/types/operations'

import type { Outcome } from '../call.ts'
import { parseDate } from '../clock.ts'
import { TransportError } from '../errors/errors.ts'
import type { readProblem } from '../errors/explain.ts'
import type { PreparedCall } from '../protocols/protocol.ts'

/** Looks up the global `fetch` with each call, because tests and instrumentation replace it. */
export const callPlatformFetch: Fetch = (url, init) => globalThis.fetch(url, init)

export interface Sender {
  readonly fetch: Fetch
  readonly clock: () => number
}

/** Bytes of one attempt so far. */
interface Sizes {
  sent: number
  received: number
}

export interface Attempt {
  readonly operation: OperationId
  readonly preparedCall: PreparedCall
  /** Headers that replace those of the prepared call. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
  readonly sizes: Sizes
}

const maxBytes = 1024 * 1024

// Cloudflare's workerd rejects the value 'error'.
const requestDefaults = {
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit

/** Sends a prepared call once and reads its response. */
export async function send(
  { operation, preparedCall, headers: given, signal, sizes }: Attempt,
  { fetch, clock }: Sender,
): Promise<Outcome> {
  const request = await preparedCall.createRequest()
  const { url, method, body } = request
  const [address = ''] = url.split('?')
  sizes.sent = url.length + (body === undefined ? 0 : encoder.encode(body).byteLength)
  // A `fetch` that ignores the signal would send the request after the end of the call.
  signal.throwIfAborted()
  const headers = { ...request.headers, ...given }
  const init = { ...requestDefaults, method, headers, signal, ...(body !== undefined && { body }) }
  const response = await runTransport(operation, address, () => fetch(url, init))
  preparedCall.listen?.(response)
  if (response.status !== 200 || response.redirected)
    throw await createStatusError(response, { operation, address, signal, now: clock() })
  const bytes = await runTransport(operation, address, () => readBody(response.body, maxBytes, signal))
  if (bytes.byteLength > maxBytes) throw new TransportError('BODY_TOO_LONG', operation, { address })
  sizes.received = bytes.byteLength
  const source = { address, ...readMediaType(response.headers) }
  const { response: content, assurance } = await preparedCall.read(bytes, signal, source)
  return { operation, status: response.status, headers: response.headers, response: content, assurance }
}

const encoder = new TextEncoder()

// Errors of `fetch` may contain the URL with its parameters, so only the error code of the system is kept.
async function runTransport<T>(operation: OperationId, address: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const reason = readSystemCode(error) ?? readSystemCode(cause)
    throw new TransportError('CONNECTION_FAILED', operation, { address, ...(reason && { reason }) })
  }
}

function readSystemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : undefined
}

interface StatusErrorOptions {
  readonly operation: OperationId
  readonly address: string
  readonly signal: AbortSignal
  readonly now: number
}

// A proxy may have written the response. So its body is read only over plain http, which reaches loopback and
// insecureHosts only.
async function createStatusError(
  response: Response,
  { operation, address, signal, now }: StatusErrorOptions,
): Promise<TransportError> {
  const { status, redirected, type, headers, body } = response
  const isRedirect = redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
  const retryAfter = parseRetryAfter(headers.get('retry-after'), now)
  const problem = address.startsWith('http:') ? await loadProblem(response, signal) : {}
  void body?.cancel().catch(() => undefined)
  // Browsers hide the status of a redirect.
  const context = {
    ...(status !== 0 && { status }),
    address,
    ...(retryAfter !== undefined && { retryAfter }),
    ...problem,
  }
  return new TransportError(isRedirect ? 'REDIRECTED' : 'HTTP_STATUS', operation, context)
}

/** Returns the milliseconds of a `Retry-After` header, which has seconds or a date. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER)
  const dateTime = parseDate(header)
  return dateTime === undefined ? undefined : Math.max(0, dateTime - now)
}

async function loadProblem(...facts: Parameters<typeof readProblem>): ReturnType<typeof readProblem> {
  try {
    const explanations = await import('../errors/explain.ts')
    return await explanations.readProblem(...facts)
  } catch {
    return {}
  }
}

// Without the parameters of the media type, which may contain any text.
function readMediaType(headers: Headers): { readonly contentType?: string } {
  const [contentType] = /^[\w+.-]{1,40}\/[\w+.-]{1,40}/.exec(headers.get('content-type') ?? '') ?? []
  return contentType ? { contentType } : {}
}
