// Turns an HTTP request into a frame that a party opens, and the opened message into a plain request.
import type { Parameters } from '@custody-wallet/types'
import { buildQuery, keepAliveWith } from '@custody-wallet/types/http'
import { type Operation, operations } from '@custody-wallet/types/operations'

import { decodeUtf8, isPercentEncoded } from '../bytes/encodings.ts'
import { getOperation } from '../codec/fields.ts'
import { readEnvelope, readQuery, type RequestFrame } from '../codec/frames.ts'
import { buildPath } from '../codec/requests.ts'
import { isEncryptionError, Rejection, throwIfAborted } from '../errors.ts'
import { readWithin } from '../limits.ts'
import { notify, setTimer as nodeTimer, type SetTimer, checkInteger } from '../options.ts'
import type { Dialect, SealedFamily, SealedId } from '../profile/profile.ts'
import {
  createNotAllowedRejection,
  createNotFoundRejection,
  HttpRejection,
  createTimeoutRejection,
  createTooLargeRejection,
} from './responses.ts'

/** The call that a path belongs to. */
export type Route<Handler> = TokenRoute<Handler> | SealedRoute

/** Responds to the token call, which is not sealed. */
export type TokenHandler = (request: Request) => Promise<Response> | Response

interface TokenRoute<Handler> {
  readonly family: 'token'
  readonly handler: Handler
}

export interface SealedRoute {
  readonly family: SealedFamily
  readonly operation: SealedId
  readonly url: URL
  /** Path of the request, with its fixed segments. */
  readonly path: string
}

type Methods = readonly string[]

const allowedMethods: Readonly<Record<Operation['family'], { readonly [T in Dialect['transport']]: Methods }>> = {
  token: { query: ['GET'], 'query-or-form': ['GET'] },
  v2: { query: ['GET'], 'query-or-form': ['GET', 'POST'] },
  mpc: { query: ['GET'], 'query-or-form': ['GET', 'POST'] },
  v1: { query: ['POST'], 'query-or-form': ['POST'] },
}

const templates = Object.values(operations).map(({ id, family, path }) => ({
  id,
  family,
  path,
  parts: path.split('/'),
}))
type Template = (typeof templates)[number]
const templatesByPath = new Map<string, Template>(templates.map((template) => [template.path, template]))

interface RouteOptions<Handler> {
  readonly transport: Dialect['transport']
  readonly token?: Handler
}

/**
 * Finds the call of a path and a method. A fixed segment may have any value here. Once the message names its merchant,
 * `isRouteAt` compares the segment with the profile.
 */
export function findRoute<Handler>(
  { method, url: address }: Request,
  { transport, token }: RouteOptions<Handler>,
): Route<Handler> {
  const url = new URL(address)
  const { pathname: path } = url
  const { id: operation, family } = templatesByPath.get(path) ?? findTemplate(path)
  const route =
    operation === 'getToken' || family === 'token' ? createTokenRoute(url, token) : { family, operation, url, path }
  const methods = allowedMethods[family][transport]
  if (!methods.includes(method)) throw createNotAllowedRejection(methods)
  return route
}

function createTokenRoute<Handler>(url: URL, handler: Handler | undefined): TokenRoute<Handler> {
  if (!handler || hasHash(url)) throw createNotFoundRejection()
  return { family: 'token', handler }
}

function findTemplate(path: string): Template {
  const parts = path.split('/')
  const found = templates.find((template) => isMatch(template.parts, parts))
  if (found === undefined) throw createNotFoundRejection()
  return found
}

const isMatch = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length && template.every((part, index) => part.startsWith('{') || part === parts[index])

// Clients never send a hash, and a proxy may read such an address in another way than this gateway.
const hasHash = ({ href }: URL): boolean => href.includes('#')

/** Tells whether the path of a route has these segments. */
export const isRouteAt = ({ operation, path }: SealedRoute, segments: Dialect['segments']): boolean =>
  buildPath(operation, segments) === path

/** Checks that every segment of every path has a value. */
export function checkSegments(segments: Dialect['segments']): void {
  for (const { id } of templates) if (id !== 'getToken') buildPath(id, segments)
}

export interface BodyOptions {
  /** Bodies that may arrive at a time. Default: 256. */
  readonly concurrency?: number | undefined
  /** Milliseconds that one body may take. Default: 10,000. */
  readonly timeout?: number | undefined
  /** Starts a timer. Default: `setTimeout`. */
  readonly setTimer?: SetTimer | undefined
  /** Called with each body, for a log. The body is not verified yet. */
  readonly onBody?: ((body: Uint8Array) => unknown) | undefined
}

/**
 * Reads the body of a request, at most one chunk beyond `limit` bytes. Throws an `HttpRejection` if the body takes too
 * long, or if too many others arrive. `hasExactLength`: the server ends the body at its `Content-Length`.
 */
export type BodyReader = (request: Request, limit: number, hasExactLength?: boolean) => Promise<Uint8Array>

/**
 * Limits how many bodies arrive at a time and how long each may take. One body too many ends the oldest, so that slow
 * senders do not block others.
 */
export function createBodyReader(options: BodyOptions = {}): BodyReader {
  const concurrency = checkInteger('bodies.concurrency', options.concurrency ?? 256, 1)
  const timeout = checkInteger('bodies.timeout', options.timeout ?? 10_000, 1)
  const { setTimer = nodeTimer, onBody } = options
  const pending = new Set<() => void>()
  return async (request, limit, hasExactLength = false) => {
    const { signal } = request
    const controller = new AbortController()
    const end = (): void => {
      pending.delete(end)
      controller.abort(createTimeoutRejection())
    }
    const [oldest] = pending
    if (pending.size >= concurrency) oldest?.()
    pending.add(end)
    const cancel = setTimer(end, timeout)
    const abort = (): void => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      const isShort = hasExactLength && hasLength(request, limit)
      const bytes = await (isShort
        ? readWhole(request, controller.signal)
        : readWithin(request.body, limit, controller.signal))
      notify(onBody, bytes)
      return bytes
    } catch (error) {
      const { reason }: { reason: unknown } = controller.signal
      throw reason instanceof HttpRejection ? reason : error
    } finally {
      cancel()
      pending.delete(end)
      signal.removeEventListener('abort', abort)
    }
  }
}

function hasLength({ headers }: Request, limit: number): boolean {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,9}$/.test(length) && Number(length) <= limit
}

// The stream of a body takes more time than the rest of an HTTP request.
async function readWhole(request: Request, signal: AbortSignal): Promise<Uint8Array> {
  throwIfAborted(signal)
  const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', reject, { once: true }))
  try {
    return new Uint8Array(await Promise.race([request.arrayBuffer(), aborted]))
  } catch (error) {
    throwIfAborted(signal)
    throw error
  }
}

interface FrameOptions {
  readonly bodies: BodyReader
  readonly limits: { readonly request: number }
  readonly hasExactLength: boolean
  readonly onBody: (body: Uint8Array) => void
}

/** Reads the frame of a request: the query of a GET, the form of another v2 or MPC request, or the envelope of v1. */
export async function readFrame(
  request: Request,
  { family, url }: SealedRoute,
  options: FrameOptions,
): Promise<RequestFrame> {
  const { method, headers } = request
  const { search } = url
  if (search.length > options.limits.request) throw createTooLargeRejection()
  if (hasHash(url) || isEncoded(headers)) throw new Rejection('framing')
  let frame: RequestFrame
  if (method === 'GET') frame = readQuery(parseTwoFields(search.slice(1)))
  else {
    const body = await readBody(request, options)
    // The query is outside the envelope, so a signature would not cover it.
    if (search !== '') throw new Rejection('framing')
    frame = family === 'v1' ? readEnvelope(body) : readForm(headers, body)
  }
  // A database may cut the text at a NUL and find another merchant.
  if (frame.appId.includes('\0')) throw new Rejection('framing')
  return frame
}

// HTTP itself decodes only chunks. A proxy that decodes more would read another message.
const isEncoded = (headers: Headers): boolean =>
  (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity' ||
  (headers.get('transfer-encoding') ?? 'chunked').toLowerCase() !== 'chunked'

async function readBody(
  request: Request,
  { bodies, limits: { request: limit }, hasExactLength, onBody }: FrameOptions,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limit) throw createTooLargeRejection()
  const body = await bodies(request, limit, hasExactLength).catch((error: unknown) => {
    // A body that breaks off is an invalid message, not an error of this side.
    throw isEncryptionError(error) || error instanceof HttpRejection ? error : new Rejection('framing')
  })
  onBody(body)
  if (body.byteLength > limit) throw createTooLargeRejection()
  return body
}

function readForm(headers: Headers, body: Uint8Array): RequestFrame {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new Rejection('framing')
  return readQuery(parseTwoFields(decodeUtf8(body)))
}

// Counts the fields before parsing: 256 KB of separators are quick to count and slow to parse.
function parseTwoFields(text: string): URLSearchParams {
  // `URLSearchParams` drops a leading question mark, which a strict reader counts as part of the name.
  if (text.startsWith('?') || text.split('&', 3).length !== 2) throw new Rejection('framing')
  // Otherwise the repaired text could name another merchant.
  if (!isPercentEncoded(text)) throw new Rejection('framing')
  return new URLSearchParams(text)
}

/**
 * Builds the request of the plain document, with the same origin and path. It drops the headers of the sealed request,
 * because no signature covers them.
 */
export function createPlainRequest(
  request: Request,
  { operation, url: { origin }, path }: SealedRoute,
  parameters: Parameters[SealedId],
): Request {
  const { signal } = request
  const at = `${origin}${path}`
  const accept = 'application/json'
  let plain: Request
  if (getOperation(operation).method === 'POST') {
    const headers = { accept, 'content-type': 'application/json' }
    plain = new Request(at, { method: 'POST', headers, body: JSON.stringify(parameters), signal })
  } else {
    plain = new Request(`${at}${buildQuery(parameters)}`, { headers: { accept }, signal })
  }
  // A handler may hold the signal alone.
  keepAliveWith(plain.signal, plain, request)
  return plain
}
