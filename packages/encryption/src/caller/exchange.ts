// The one way in which a plain HTTP call is sealed and its answer opened. The middleware and the fetch are its hosts.
import { operations } from '@custody-wallet/types/operations'

import { readWithin } from '../bytes/bodies.ts'
import { timeOf } from '../clock.ts'
import { keepWith } from '../kept.ts'
import { throwIfAborted } from '../keys/abort.ts'
import { requestLimits } from '../limits.ts'
import type { Party, SealedRequest } from '../party.ts'
import type { SealedId } from '../profile/profile.ts'
import { openAnswer, unproven } from './answer.ts'
import { headerSelection } from './headers.ts'
import { type OnceBody, onceBody } from './once.ts'
import { bodyParameters, checkedParameters, queryParameters } from './parameters.ts'
import type { Route } from './routes.ts'
import { baseOf, checkUrls, urlOf, type Urls } from './urls.ts'

export interface ExchangeOptions {
  /** Addresses of the service; every call goes to the one of its family, whatever address the plain call names. */
  readonly urls: Urls
  /** Unix milliseconds for the `Timestamp` of the token call; `Date.now` unless given. */
  readonly clock?: () => number
  /**
   * Names of headers that go along with every call, such as `traceparent`. Of a plain call only `Accept` and
   * `Access-Token` go along by themselves, and `Api-Key` and `Timestamp` with the token call.
   */
  readonly headers?: readonly string[]
}

/** A call of the plain view, as a host knows it. */
export interface PlainCall extends Route {
  /** Parameters of a query that are still typed. Without them they are restored from the URL. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** A request that goes out, and what makes a plain answer of the one that comes back. */
export interface Outgoing {
  readonly request: Request
  readonly open: (response: Response) => Promise<Response>
}

/** Makes the function that seals calls. `carrier` is the plain request; it is never sent itself. */
export function exchange(
  party: Party,
  { urls, clock = Date.now, headers }: ExchangeOptions,
): (call: PlainCall, carrier: Request) => Promise<Outgoing> {
  const checked = checkUrls(urls)
  const selected = headerSelection(headers)
  return async (call, carrier) => {
    const { operation } = call
    const { method, path } = operations[operation]
    if (carrier.method !== method)
      throw new TypeError(`${operation} is ${method} ${path}, not ${carrier.method}.`)
    throwIfAborted(carrier.signal)
    const base = baseOf(checked, operation)
    const own = selected(carrier, operation)
    if (operation === 'getToken')
      return tokenCall(requestFrom(carrier, own, { url: urlOf(base, { path, query: '' }) }), clock)
    const sealed = await sealCall(party, { ...call, operation }, carrier)
    const request = requestFrom(carrier, own, { url: urlOf(base, sealed), body: sealed.body })
    return { request, open: async (response) => openAnswer(party, sealed, response, request.signal) }
  }
}

function tokenCall(request: Request, clock: () => number): Outgoing {
  if (!request.headers.has('timestamp')) request.headers.set('timestamp', String(timeOf(clock)))
  return { request, open: async (response) => unproven(response, request.signal) }
}

async function sealCall(
  party: Party,
  { operation, segments, query }: PlainCall & { readonly operation: SealedId },
  { method, url, body, signal }: Request,
): Promise<SealedRequest> {
  const { search } = new URL(url)
  if (method === 'POST' && search !== '')
    throw new TypeError(`${operation} takes its parameters in the body alone.`)
  const given =
    method === 'POST'
      ? bodyParameters(operation, await readWithin(body, requestLimits.body, signal))
      : (query ?? queryParameters(operation, search))
  return party.sealRequest(operation, checkedParameters(operation, given), { segments, signal })
}

interface Sealed {
  readonly url: string
  readonly body?: string | undefined
}

function requestFrom(carrier: Request, headers: Headers, { url, body }: Sealed): Request {
  const { method, signal } = carrier
  const sent = body === undefined ? {} : sentOnce(body, headers)
  const request = new Request(url, { ...closed, method, headers, signal, ...sent })
  // Whoever reads the answer holds the signal alone.
  keepWith(request.signal, request, carrier)
  return request
}

function sentOnce(text: string, headers: Headers): Pick<OnceBody, 'body' | 'duplex'> {
  const { headers: own, ...sent } = onceBody(text)
  headers.set('content-type', 'application/json')
  headers.set('content-length', own['content-length'])
  return sent
}

/** Nothing goes to another address than the one that was configured, and nothing says where the call came from. */
const closed = {
  redirect: 'error',
  credentials: 'omit',
  referrer: '',
  referrerPolicy: 'no-referrer',
} as const
