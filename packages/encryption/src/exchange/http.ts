// Plain requests of the Fetch API into sealed ones, and the responses into plain ones.
import type { Urls } from '@custody-wallet/types/http'
import { type OperationId, operations } from '@custody-wallet/types/operations'

import { throwIfAborted } from '../errors.ts'
import { responseLimits, readWithin } from '../limits.ts'
import { readClock } from '../options.ts'
import type { Party } from '../party/party.ts'
import { keepAliveWith } from '../request-lifetime.ts'
import { getAddress, checkUrls, createExchange, type Exchange, createOnceBody } from './exchange.ts'
import { readRequestParameters, type Route } from './plain-call.ts'

export interface SealingOptions {
  /** Addresses of the service. A call goes to the address of its family, whatever address the plain call has. */
  readonly urls: Urls
  /** Unix milliseconds for the `Timestamp` of the token call; `Date.now` unless given. */
  readonly clock?: () => number
  /**
   * Names of headers to send with every call, such as `traceparent`. Without it, a sealed call sends `Accept` and
   * `Access-Token` of the plain call, and the token call also sends `Api-Key` and `Timestamp`.
   */
  readonly headers?: readonly string[]
}

/** A call of the plain view, as a client hands it over. */
export interface HttpCall extends Route {
  /** Parameters of a query that still have their types. Without them they are restored from the URL. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** A request to send, and the function that turns its response into a plain one. */
export interface HttpExchange {
  readonly request: Request
  readonly open: (response: Response) => Promise<Response>
}

/** Makes the function that seals plain requests. It reads the plain request, and never sends it. */
export function createHttpExchange(
  party: Party,
  { urls, clock = Date.now, headers }: SealingOptions,
): (call: HttpCall, plain: Request) => Promise<HttpExchange> {
  const addresses = checkUrls(urls)
  const exchange = createExchange(party, addresses)
  const pickHeaders = selectHeaders(headers)
  return async ({ operation, segments, query }, plain) => {
    const { method, path } = operations[operation]
    if (plain.method !== method)
      throw new TypeError(`${operation} is ${method} ${path}, not ${plain.method}.`)
    throwIfAborted(plain.signal)
    const forwardedHeaders = pickHeaders(plain, operation)
    if (operation === 'getToken') {
      if (!forwardedHeaders.has('timestamp')) forwardedHeaders.set('timestamp', String(readClock(clock)))
      const request = createRequest(plain, {
        url: `${getAddress(addresses, operation)}${path}`,
        headers: forwardedHeaders,
      })
      return { request, open: async (response) => removeAssurance(response, request.signal) }
    }
    const parameters = query && method === 'GET' ? query : await readRequestParameters(operation, plain)
    const sealed = await exchange({ operation, parameters, segments }, { signal: plain.signal })
    const headers = { ...sealed.headers, ...Object.fromEntries(forwardedHeaders) }
    const request = createRequest(plain, { ...sealed, headers })
    return { request, open: async (response) => openResponse(sealed, response, request.signal) }
  }
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
  // Code that reads the response holds only the signal.
  keepAliveWith(request.signal, request, plain)
  return request
}

/** Header of an opened response that says how far it can be trusted: `signature`, `blocks` or `transport`. */
const assuranceHeader = 'custody-assurance'

/**
 * Opens a response. A status from 300 to 599, except 304, stays, and its unproved body is replaced. Every other response
 * is opened or rejected: if its status is not 200, or another address sent it, its body is not read, and it is rejected
 * like an empty one.
 */
async function openResponse(exchange: Exchange, response: Response, signal: AbortSignal): Promise<Response> {
  if (!response.ok && isResponseStatus(response) && response.status !== 304)
    return createTransportFailure(response, signal)
  const isUsable = response.status === 200 && !response.redirected
  const body = await readWithin(isUsable ? response.body : null, responseLimits.body, signal)
  const { response: content, assurance } = await exchange.open(body, { signal })
  return Response.json(content, { headers: { [assuranceHeader]: assurance } })
}

// The constructor of `Response` takes no other status.
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

/** The response to the token call as it came. It cannot vouch for itself, so its own assurance header is removed. */
function removeAssurance(response: Response, signal: AbortSignal): Response {
  throwIfAborted(signal)
  if (!response.headers.has(assuranceHeader)) return response
  const headers = new Headers(response.headers)
  headers.delete(assuranceHeader)
  return new Response(response.body, { status: isResponseStatus(response) ? response.status : 502, headers })
}

// A back end may hand over a request as it arrived, with cookies and with headers in which a proxy identifies the caller.
const ownHeaders: Readonly<Record<'token' | 'sealed', readonly string[]>> = {
  token: ['accept', 'api-key', 'timestamp'],
  sealed: ['accept', 'access-token'],
}

/** Names that describe a connection or a body, or carry a credential for another address. */
const reservedHeaders =
  /^(api-key|connection|content-.*|expect|host|keep-alive|te|timestamp|trailer|transfer-encoding|upgrade)$/

/** Makes the function that takes from a plain request the headers that its call needs, and the named ones. */
function selectHeaders(named: readonly string[] = []): (plain: Request, operation: OperationId) => Headers {
  if (!Array.isArray(named) || !named.every((name) => /^[\w-]+$/.test(name)))
    throw new TypeError("headers must be a list of header names, such as ['traceparent'].")
  const more = named.map((name) => name.toLowerCase())
  const conflict = more.find((name) => reservedHeaders.test(name))
  if (conflict !== undefined)
    throw new TypeError(`headers must not name ${conflict}: the call sets it, or leaves it out. Remove it.`)
  return ({ headers }, operation) => {
    const names = new Set([...ownHeaders[operation === 'getToken' ? 'token' : 'sealed'], ...more])
    const values = [...names].map((name) => [name, headers.get(name)] as const)
    return new Headers(values.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  }
}
