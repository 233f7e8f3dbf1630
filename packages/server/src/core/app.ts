// The plain view of any list of calls over HTTP: routes, methods, CORS, parameters and problems.
import type { BodyOptions } from '@custody-wallet/encryption/gateway'
import { type BodyReader, bodyReader } from '@custody-wallet/encryption/gateway/internal'

import { notify } from '../notify.ts'
import { type Answer, type Fetch, fetchOf, type RequestInfo, TextAnswer } from './answers.ts'
import type { CallDescription } from './calls.ts'
import { problem, sentence, sentenceOf, unavailable, UnavailableError, type Violation } from './problem.ts'
import { type ReadRequest, readRequest } from './read.ts'
import { allowed, routed, type Routes, routesOf, wrongMethod } from './routes.ts'

/** A page beside the calls, such as a health check. It takes GET and HEAD. */
export type Page = (request: Request) => Answer | Promise<Answer>

export interface CoreOptions<Call extends CallDescription> {
  readonly calls: readonly Call[]
  /** Finds what is wrong with the parameters of a call. */
  readonly check: (call: Call, read: ReadRequest) => readonly Violation[] | Promise<readonly Violation[]>
  /** Answers a call. `read` gives its checked parameters, or the problem to answer with. */
  readonly handle: (
    call: Call,
    request: Request,
    read: () => Promise<ReadRequest | TextAnswer>,
    info: RequestInfo,
  ) => Answer | Promise<Answer>
  readonly pages?: Readonly<Record<string, Page>>
  /** Whether pages of every origin may make calls and read answers; true unless given. */
  readonly crossOrigin?: boolean | undefined
  /** A sentence that follows the problem of an unknown path. */
  readonly pathHint?: string | undefined
  /** Limits how many bodies arrive at a time and how long each may take: 256, and 10 seconds. */
  readonly bodies?: BodyOptions | undefined
  /** Called with errors of `check` and `handle`. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** The answer after such an error; a problem with status 500 unless given. */
  readonly failed?: ((error: unknown) => Answer) | undefined
}

/** An app, and the routes it answers. */
export interface Core<Call extends CallDescription> {
  readonly fetch: Fetch
  readonly routes: Routes<Call>
}

/** Makes the plain view of a list of calls. */
export function createCore<Call extends CallDescription>(options: CoreOptions<Call>): Core<Call> {
  const { calls, crossOrigin = true, pages = {}, pathHint, onError } = options
  const bodies = bodyReader(options.bodies)
  const open = crossOrigin ? withOrigins : (answer: Answer): Answer => answer
  const routes = routesOf(
    calls,
    Object.keys(pages).filter((path) => path !== '/'),
  )
  const respond = async (request: Request, info: RequestInfo): Promise<Answer> => {
    const { method } = request
    const url = new URL(request.url)
    const { pathname } = url
    if (method === 'OPTIONS' && crossOrigin) return preflight(routes, pathname, request.headers)
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    if (page) return isRead(method) ? page(request) : wrongMethod(method, pathname, 'GET, HEAD')
    const call = routed(routes, method, pathname, pathHint && ` ${pathHint}`)
    if (call instanceof TextAnswer) return call
    return options.handle(
      call,
      request,
      () => checkedRequest({ check: options.check, bodies }, call, request, url),
      info,
    )
  }
  return {
    routes,
    fetch: fetchOf(async (request, info) => {
      try {
        return open(await respond(request, info))
      } catch (error) {
        notify(onError, error)
        if (error instanceof UnavailableError) return open(unavailable())
        return open(options.failed?.(error) ?? failure())
      }
    }),
  }
}

const failure = (): TextAnswer =>
  problem('failed', { detail: 'The service failed. Its operator finds the reason in its log.' })

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

interface Checking<Call extends CallDescription> extends Pick<CoreOptions<Call>, 'check'> {
  readonly bodies: BodyReader
}

async function checkedRequest<Call extends CallDescription>(
  { check, bodies }: Checking<Call>,
  call: Call,
  request: Request,
  url: URL,
): Promise<ReadRequest | TextAnswer> {
  const read = await readRequest(call, request, url, bodies)
  if (read instanceof TextAnswer) return read
  const violations = [...read.violations, ...(await check(call, read))]
  if (violations.length === 0) return read
  return problem('parameters-invalid', { detail: sentence(sentenceOf(violations)), violations })
}

const originHeader = 'access-control-allow-origin'
const anyOrigin = { [originHeader]: '*', 'access-control-expose-headers': '*' } as const

/** Headers of a JSON answer of the plain view. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  ...anyOrigin,
}

/** A JSON answer of the plain view. */
export const jsonAnswer = (text: string): TextAnswer => new TextAnswer(text, { headers: jsonHeaders })

// Pages of every origin may read answers: browsers send the plain view no cookies or credentials.
function withOrigins(answer: Answer): Answer {
  if (answer instanceof TextAnswer) return originHeader in answer.headers ? answer : answer.with(anyOrigin)
  if (!answer.headers.has(originHeader))
    for (const [name, value] of Object.entries(anyOrigin)) answer.headers.set(name, value)
  return answer
}

function preflight(routes: Routes<CallDescription>, path: string, headers: Headers): Response {
  const methods = `${allowed(routes.at(path)) || 'GET, HEAD'}, OPTIONS`
  const requested = headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-max-age': '600',
      ...(requested !== null && { 'access-control-allow-headers': requested }),
    },
  })
}
