// Seals plain requests of the Fetch API, and opens the responses.
import { isReservedHeader, keepAliveWith, type Urls } from '@custody-wallet/types/http'
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { checkMethod, readRequest, type Route } from '@custody-wallet/types/requests'

import { EncryptionError, throwIfAborted } from '../errors.ts'
import { responseLimits, readWithin } from '../limits.ts'
import { readClock } from '../party/create.ts'
import type { Party } from '../party/party.ts'
import type { SealedId } from '../profile/profile.ts'
import { getAddress, checkUrls, createExchange, type Exchange, createOnceBody } from './exchange.ts'

export interface SealingOptions {
  /** Addresses of the service. A call goes to the address of its family, whatever the address of the plain call. */
  readonly urls: Urls
  /** Returns the `Timestamp` of the token call in Unix milliseconds. Default: `Date.now`. */
  readonly clock?: () => number
  /**
   * Names of more headers to send, such as `traceparent`. By default, a sealed call sends only `Accept` and `Access-Token`
   * of the plain call, and the token call only `Accept`, `Api-Key` and `Timestamp`.
   */
  readonly headers?: readonly string[]
}

export interface HttpCall extends Route {
  /** Typed parameters of a query. Without them, the types are restored from the URL. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** A request to send, and the function that turns its response into a plain one. */
export interface HttpExchange {
  readonly request: Request
  readonly open: (response: Response) => Promise<Response>
}

/** Makes the function that seals plain requests. It never sends the plain request. */
export function createHttpExchange(
  party: Party,
  { urls, clock = Date.now, headers }: SealingOptions,
): (call: HttpCall, plain: Request) => Promise<HttpExchange> {
  const addresses = checkUrls(urls)
  const exchange = createExchange(party, { urls: addresses })
  const pickHeaders = selectHeaders(headers)
  return async ({ operation, segments, query }, plain) => {
    checkMethod(operation, plain)
    throwIfAborted(plain.signal)
    const forwardedHeaders = pickHeaders(plain, operation)
    if (operation === 'getToken') {
      if (!forwardedHeaders.has('timestamp')) forwardedHeaders.set('timestamp', String(readClock(clock)))
      const request = createRequest(plain, {
        url: `${getAddress(addresses, operation)}${operations[operation].path}`,
        headers: forwardedHeaders,
      })
      return { request, open: async (response) => removeAssurance(response, request.signal) }
    }
    const parameters = query && plain.method === 'GET' ? query : await readParameters(operation, plain)
    const sealedCall = await exchange({ operation, parameters, segments }, { signal: plain.signal })
    const headers = { ...sealedCall.headers, ...Object.fromEntries(forwardedHeaders) }
    const request = createRequest(plain, { ...sealedCall, headers })
    return { request, open: async (response) => openResponse(sealedCall, response, request.signal) }
  }
}

async function readParameters(operation: SealedId, plain: Request): Promise<unknown> {
  const { parameters, violations } = await readRequest(operation, plain, plain.signal).catch((error: unknown) => {
    throwIfAborted(plain.signal)
    throw error
  })
  if (violations.length > 0) throw new EncryptionError('PARAMETERS_INVALID', { operation, issues: violations })
  return parameters
}

// A request never follows a redirect and does not say where the call came from.
const isolationOptions = {
  redirect: 'error',
  credentials: 'omit',
  referrer: '',
  referrerPolicy: 'no-referrer',
} as const

function createRequest(
  plain: Request,
  {
    url,
    headers: given,
    body: text,
  }: Pick<Exchange, 'url' | 'body'> & { readonly headers: Headers | Exchange['headers'] },
): Request {
  const { method, signal } = plain
  const headers = new Headers(given)
  const { headers: length, ...body } = text === undefined ? { headers: {} } : createOnceBody(text)
  for (const [name, value] of Object.entries(length)) headers.set(name, value)
  const request = new Request(url, { ...isolationOptions, method, headers, signal, ...body })
  // Code that reads the response may hold only the signal.
  keepAliveWith(request.signal, request, plain)
  return request
}

/** Response header that says how far you can trust a response: `signature`, `blocks` or `transport`. */
const assuranceHeader = 'custody-assurance'

/**
 * Opens a response. A status from 300 to 599, except 304, is passed on without its unproven body. Every other response is
 * opened or rejected. With another status than 200, or from another address, it is rejected like an empty one.
 */
async function openResponse(exchange: Exchange, response: Response, signal: AbortSignal): Promise<Response> {
  if (!response.ok && isResponseStatus(response) && response.status !== 304)
    return createTransportFailure(response, signal)
  const isUsable = response.status === 200 && !response.redirected
  const body = await readWithin(isUsable ? response.body : null, responseLimits.body, signal)
  const { response: content, assurance } = await exchange.open(body, { signal })
  return Response.json(content, { headers: { [assuranceHeader]: assurance } })
}

// The constructor of `Response` accepts only these.
const isResponseStatus = ({ status }: Response): boolean => status >= 200 && status <= 599

// A proxy may have written the response, so only its status and the time of the next attempt are kept.
function createTransportFailure({ status, headers, body }: Response, signal: AbortSignal): Response {
  throwIfAborted(signal)
  void body?.cancel().catch(() => undefined)
  const retryAfter = headers.get('retry-after')
  const plainHeaders = {
    'content-type': 'application/problem+json',
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
  }
  const problem = { title: 'The call failed before it reached the service.', status }
  return new Response(JSON.stringify(problem), { status, headers: plainHeaders })
}

/** Removes the assurance header from the response to the token call: a sender cannot vouch for itself. */
function removeAssurance(response: Response, signal: AbortSignal): Response {
  throwIfAborted(signal)
  if (!response.headers.has(assuranceHeader)) return response
  const headers = new Headers(response.headers)
  headers.delete(assuranceHeader)
  return new Response(response.body, { status: isResponseStatus(response) ? response.status : 502, headers })
}

// A back end may pass on a request as it arrived, with cookies and with headers in which a proxy identifies the caller.
const ownHeaders: Readonly<Record<'token' | 'sealed', readonly string[]>> = {
  token: ['accept', 'api-key', 'timestamp'],
  sealed: ['accept', 'access-token'],
}

/** Makes the function that selects the headers that a call needs, and the named ones. */
function selectHeaders(extraHeaders: readonly string[] = []): (plain: Request, operation: OperationId) => Headers {
  if (!Array.isArray(extraHeaders) || !extraHeaders.every((name) => /^[\w-]+$/.test(name)))
    throw new TypeError("headers must be a list of header names, such as ['traceparent'].")
  const more = extraHeaders.map((name) => name.toLowerCase())
  const conflict = more.find(isReservedHeader)
  if (conflict !== undefined)
    throw new TypeError(`headers must not contain ${conflict}, which the call sets or leaves out. Remove it.`)
  return ({ headers }, operation) => {
    const names = new Set([...ownHeaders[operation === 'getToken' ? 'token' : 'sealed'], ...more])
    const values = [...names].map((name) => [name, headers.get(name)] as const)
    return new Headers(values.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  }
}
