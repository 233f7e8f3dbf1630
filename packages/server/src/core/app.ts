import type { GatewayOptions } from '@custody-wallet/encryption/gateway'
import { type BodyReader, createBodyReader } from '@custody-wallet/encryption/gateway/internal'
import { notify } from '@custody-wallet/encryption/internal'

import type { CallDescription } from './calls.ts'
import {
  createProblem,
  toSentence,
  describeViolations,
  createUnavailableProblem,
  UnavailableError,
  type Violation,
} from './problem.ts'
import { type ReadRequest, readRequest } from './read.ts'
import {
  type AnyResponse,
  createFetch,
  type RequestInfo,
  type Responder,
  TextResponse,
  type View,
} from './responses.ts'
import { listAllowedMethods, matchCall, type Routes, createRoutes, createWrongMethod } from './routes.ts'

/** A page that is not a call, such as a list of calls. It accepts GET and HEAD. */
export type Page<Reply extends AnyResponse = AnyResponse> = (request: Request) => Reply | Promise<Reply>

export interface CoreOptions<
  Call extends CallDescription,
  Info extends RequestInfo = RequestInfo,
  Reply extends AnyResponse = AnyResponse,
> {
  readonly calls: readonly Call[]
  /** Returns the violations in the parameters of a call. */
  readonly check: (call: Call, read: ReadRequest) => readonly Violation[] | Promise<readonly Violation[]>
  /** Handles a call. `read` returns the checked parameters, or the problem to respond with. */
  readonly handle: (
    call: Call,
    request: Request,
    read: () => Promise<ReadRequest | TextResponse>,
    info: Info,
  ) => Reply | Promise<Reply>
  readonly pages?: Readonly<Record<string, Page<Reply>>>
  /** Whether pages of all origins may make calls and read responses; true unless given. */
  readonly crossOrigin?: boolean | undefined
  /** A sentence to append to the problem of an unknown path. */
  readonly pathHint?: string | undefined
  /** Limits on bodies: by default, 256 at a time, and 10 seconds for each. */
  readonly bodies?: GatewayOptions['bodies'] | undefined
  /** Called with each body, for a log. */
  readonly onBody?: ((body: Uint8Array, info: Info) => unknown) | undefined
  /** Called with errors of `check` and `handle`. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** Creates the response after an error; a problem with status 500 unless given. */
  readonly respondToError?: ((error: unknown) => Reply) | undefined
}

export interface Core<Call extends CallDescription, Reply extends AnyResponse = AnyResponse> {
  readonly fetch: View<Reply | TextResponse>
  readonly routes: Routes<Call>
}

/** Creates the plain view of a list of calls. */
export function createCore<Call extends CallDescription, Reply extends AnyResponse = AnyResponse>(
  options: CoreOptions<Call, RequestInfo, Reply>,
): Core<Call, Reply> {
  const { respond, routes } = createCoreResponder(options)
  return { fetch: createFetch(respond), routes }
}

/**
 * The same for servers that pass more about each request.
 *
 * @example
 * ```ts
 * import { createCoreResponder, type RequestInfo, TextResponse } from '@custody-wallet/server/core'
 *
 * interface Info extends RequestInfo {
 *   readonly id: number
 * }
 * const { respond } = createCoreResponder<never, Info, TextResponse>({
 *   calls: [],
 *   check: () => [],
 *   handle: () => new TextResponse(''),
 *   pages: { '/status': () => new TextResponse('ok') },
 * })
 * console.log((await respond(new Request('http://service/status'), { id: 1 })).status)
 * ```
 */
export function createCoreResponder<Call extends CallDescription, Info extends RequestInfo, Reply extends AnyResponse>(
  options: CoreOptions<Call, Info, Reply>,
): { readonly respond: Responder<Info, Reply | TextResponse>; readonly routes: Routes<Call> } {
  const { calls, check, crossOrigin = true, pages = {}, pathHint, onBody, onError } = options
  const bodies = createBodyReader(options.bodies)
  const allowOrigins = (response: Reply | TextResponse): Reply | TextResponse =>
    crossOrigin ? addOrigins(response) : response
  const routes = createRoutes(
    calls,
    Object.keys(pages).filter((path) => path !== '/'),
  )
  const respond = async (request: Request, info: Info): Promise<Reply | TextResponse> => {
    const { method } = request
    const url = new URL(request.url)
    const { pathname } = url
    if (method === 'OPTIONS' && crossOrigin) return respondToPreflight(routes, pathname, request.headers)
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    if (page) return isRead(method) ? page(request) : createWrongMethod(method, pathname, 'GET, HEAD')
    const call = matchCall(routes, method, pathname, pathHint && ` ${pathHint}`)
    if (call instanceof TextResponse) return call
    const readBody: BodyReader = async (each, limit) => {
      const body = await bodies(each, limit, info.hasExactLength)
      notify(onBody, body, info)
      return body
    }
    return options.handle(call, request, () => checkRequest({ check, bodies: readBody }, call, request, url), info)
  }
  return {
    routes,
    async respond(request, info) {
      try {
        return allowOrigins(await respond(request, info))
      } catch (error) {
        notify(onError, error)
        if (error instanceof UnavailableError) return allowOrigins(createUnavailableProblem())
        return allowOrigins(options.respondToError?.(error) ?? createFailure())
      }
    },
  }
}

const createFailure = (): TextResponse =>
  createProblem('failed', { detail: 'The service failed. Its log shows the error.' })

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

interface CheckOptions<Call extends CallDescription> extends Pick<CoreOptions<Call>, 'check'> {
  readonly bodies: BodyReader
}

async function checkRequest<Call extends CallDescription>(
  { check, bodies }: CheckOptions<Call>,
  call: Call,
  request: Request,
  url: URL,
): Promise<ReadRequest | TextResponse> {
  const read = await readRequest(call, request, url, bodies)
  if (read instanceof TextResponse) return read
  const violations = [...read.violations, ...(await check(call, read))]
  if (violations.length === 0) return read
  return createProblem('parameters-invalid', {
    detail: toSentence(describeViolations(violations)),
    violations,
  })
}

const originHeader = 'access-control-allow-origin'
const anyOrigin = { [originHeader]: '*', 'access-control-expose-headers': '*' } as const

export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  ...anyOrigin,
}

/** Creates a response with JSON, which pages of all origins may read. */
export const createJsonResponse = (text: string): TextResponse => new TextResponse(text, { headers: jsonHeaders })

// Safe for all origins, because browsers send no cookies or credentials to the plain view.
function addOrigins<Reply extends AnyResponse>(response: Reply): Reply | TextResponse {
  if (response instanceof TextResponse) return originHeader in response.headers ? response : response.with(anyOrigin)
  const { headers }: AnyResponse = response
  if (headers instanceof Headers && !headers.has(originHeader))
    for (const [name, value] of Object.entries(anyOrigin)) headers.set(name, value)
  return response
}

function respondToPreflight(routes: Routes<CallDescription>, path: string, headers: Headers): TextResponse {
  const methods = `${listAllowedMethods(routes.find(path)) || 'GET, HEAD'}, OPTIONS`
  const requestedHeaders = headers.get('access-control-request-headers')
  return new TextResponse('', {
    status: 204,
    headers: {
      ...anyOrigin,
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-max-age': '600',
      ...(requestedHeaders !== null && { 'access-control-allow-headers': requestedHeaders }),
    },
  })
}
