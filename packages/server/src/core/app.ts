// The plain view of any list of calls over HTTP: routes, methods, CORS, parameters and problems.
import type { BodyOptions } from '@custody-wallet/encryption/gateway'
import { type BodyReader, createBodyReader } from '@custody-wallet/encryption/gateway/internal'

import { notify } from '../notify.ts'
import type { CallDescription } from './calls.ts'
import {
  createProblem,
  toSentence,
  describeViolations,
  createUnavailable,
  UnavailableError,
  type Violation,
} from './problem.ts'
import { type ReadRequest, readRequest } from './read.ts'
import { type AnyResponse, type Fetch, createFetch, type RequestInfo, TextResponse } from './responses.ts'
import { listAllowedMethods, matchCall, type Routes, createRoutes, createWrongMethod } from './routes.ts'

/** A page beside the calls, such as a health check. It takes GET and HEAD. */
export type Page = (request: Request) => AnyResponse | Promise<AnyResponse>

export interface CoreOptions<Call extends CallDescription> {
  readonly calls: readonly Call[]
  /** Finds what is wrong with the parameters of a call. */
  readonly check: (call: Call, read: ReadRequest) => readonly Violation[] | Promise<readonly Violation[]>
  /** Answers a call. `read` gives its checked parameters, or the problem to respond with. */
  readonly handle: (
    call: Call,
    request: Request,
    read: () => Promise<ReadRequest | TextResponse>,
    info: RequestInfo,
  ) => AnyResponse | Promise<AnyResponse>
  readonly pages?: Readonly<Record<string, Page>>
  /** Whether pages of every origin may make calls and read responses; true unless given. */
  readonly crossOrigin?: boolean | undefined
  /** A sentence that follows the problem of an unknown path. */
  readonly pathHint?: string | undefined
  /** Limits how many bodies arrive at a time and how long each may take: 256, and 10 seconds. */
  readonly bodies?: BodyOptions | undefined
  /** Called with errors of `check` and `handle`. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** The response after such an error; a problem with status 500 unless given. */
  readonly respondToError?: ((error: unknown) => AnyResponse) | undefined
}

/** An app, and the routes it responds. */
export interface Core<Call extends CallDescription> {
  readonly fetch: Fetch
  readonly routes: Routes<Call>
}

/** Makes the plain view of a list of calls. */
export function createCore<Call extends CallDescription>(options: CoreOptions<Call>): Core<Call> {
  const { calls, crossOrigin = true, pages = {}, pathHint, onError } = options
  const bodies = createBodyReader(options.bodies)
  const open = crossOrigin ? addOrigins : (response: AnyResponse): AnyResponse => response
  const routes = createRoutes(
    calls,
    Object.keys(pages).filter((path) => path !== '/'),
  )
  const respond = async (request: Request, info: RequestInfo): Promise<AnyResponse> => {
    const { method } = request
    const url = new URL(request.url)
    const { pathname } = url
    if (method === 'OPTIONS' && crossOrigin) return respondToPreflight(routes, pathname, request.headers)
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    if (page) return isRead(method) ? page(request) : createWrongMethod(method, pathname, 'GET, HEAD')
    const call = matchCall(routes, method, pathname, pathHint && ` ${pathHint}`)
    if (call instanceof TextResponse) return call
    return options.handle(
      call,
      request,
      () => checkRequest({ check: options.check, bodies }, call, request, url),
      info,
    )
  }
  return {
    routes,
    fetch: createFetch(async (request, info) => {
      try {
        return open(await respond(request, info))
      } catch (error) {
        notify(onError, error)
        if (error instanceof UnavailableError) return open(createUnavailable())
        return open(options.respondToError?.(error) ?? createFailure())
      }
    }),
  }
}

const createFailure = (): TextResponse =>
  createProblem('failed', { detail: 'The service failed. Its operator finds the reason in its log.' })

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

/** Headers of a JSON response of the plain view. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  ...anyOrigin,
}

/** A JSON response of the plain view. */
export const createJsonResponse = (text: string): TextResponse =>
  new TextResponse(text, { headers: jsonHeaders })

// Pages of every origin may read responses: browsers send the plain view no cookies or credentials.
function addOrigins(response: AnyResponse): AnyResponse {
  if (response instanceof TextResponse)
    return originHeader in response.headers ? response : response.with(anyOrigin)
  if (!response.headers.has(originHeader))
    for (const [name, value] of Object.entries(anyOrigin)) response.headers.set(name, value)
  return response
}

function respondToPreflight(routes: Routes<CallDescription>, path: string, headers: Headers): Response {
  const methods = `${listAllowedMethods(routes.at(path)) || 'GET, HEAD'}, OPTIONS`
  const requestedHeaders = headers.get('access-control-request-headers')
  return new Response(null, {
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
