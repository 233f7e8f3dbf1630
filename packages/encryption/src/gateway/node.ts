import type { IncomingMessage, ServerResponse } from 'node:http'

import { keepAliveDuring } from '@custody-wallet/types/http'
import { isObject } from '@custody-wallet/types/validate'

import type { Gateway, Responder } from './gateway.ts'
import { TextResponse } from './text-response.ts'

/**
 * Responds to a request of `node:http`, Express or Fastify. `body` is the result of a body parser. The promise never
 * rejects.
 */
export type NodeListener = (
  request: (IncomingMessage | { readonly raw: IncomingMessage }) & { readonly body?: unknown },
  reply: ServerResponse | { readonly raw: ServerResponse; hijack(): unknown },
) => Promise<void>

export interface NodeListenerOptions {
  /** Milliseconds to wait for a client that is still sending after the response. Default: 1,000. */
  readonly linger?: number
}

/**
 * Mounts a gateway in `node:http`, an Express application or a Fastify route. Mount it before body parsers: the gateway
 * then reads a body only up to its limit, and rejects invalid JSON like any other invalid message.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { type Gateway, createNodeListener } from '@custody-wallet/encryption/gateway'
 *
 * const startServer = (gateway: Gateway) => {
 *   const listen = createNodeListener(gateway)
 *   return createServer((request, response) => void listen(request, response)).listen(8080)
 * }
 * console.log(startServer.name)
 * ```
 */
export function createNodeListener(gateway: Gateway, options?: NodeListenerOptions): NodeListener {
  return createResponderListener(gateway, options)
}

/** Mounts a responder, whose strings are sent without creating a `Response`. */
export function createResponderListener(
  respond: Responder<void, Response>,
  { linger = 1000 }: NodeListenerOptions = {},
): NodeListener {
  return async (request, reply) => {
    const response = getRawReply(reply)
    const raw = 'raw' in request ? request.raw : request
    const controller = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
    response.once('finish', () => drain(raw, linger))
    try {
      const incoming = toRequest(raw, request.body, controller.signal)
      await keepAliveDuring(incoming, async () => write(await respond(incoming), response))
    } catch {
      fail(response)
    }
  }
}

// Without `hijack` Fastify would send a response too.
function getRawReply(reply: Parameters<NodeListener>[1]): ServerResponse {
  if (!('raw' in reply)) return reply
  reply.hijack()
  return reply.raw
}

async function write(content: Response | TextResponse, response: ServerResponse): Promise<void> {
  const { status, headers } = content
  const body = content instanceof TextResponse ? content.text : Buffer.from(await content.arrayBuffer())
  if (response.destroyed || response.headersSent) return
  response.statusCode = status
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
    if (!hopByHopHeaders.has(name)) response.appendHeader(name, value)
  if (!bodilessStatuses.has(status)) response.setHeader('content-length', Buffer.byteLength(body))
  response.end(body)
}

// RFC 9110, 8.6: these have no length. Without a length, Node closes the connection after a HEAD.
const bodilessStatuses = new Set([204, 304])

// RFC 9110, 7.6.1, and the length, which is counted here.
const hopByHopHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'])

function fail(response: ServerResponse): void {
  if (response.headersSent) return
  response.statusCode = 500
  response.end()
}

// Reads on for a moment after the response: resetting the connection could lose the response.
function drain(raw: IncomingMessage, linger: number): void {
  if (raw.complete) return
  const timer = setTimeout(() => raw.destroy(), linger)
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
  raw.resume()
}

/** Converts a message of `node:http`. `parsedBody` is the result of a body parser. */
export function toRequest(raw: IncomingMessage, parsedBody: unknown, signal: AbortSignal): Request {
  const method = readMethod(raw)
  const request = { method, headers: readHeaders(raw), signal }
  if (method === 'GET' || method === 'HEAD') return new Request(readUrl(raw), request)
  const isGone = parsedBody === undefined && raw.readableDidRead
  const body = isGone ? '' : createBody(raw, parsedBody)
  const streaming = { ...request, body, duplex: 'half' } as const
  const fetchRequest = new Request(readUrl(raw), streaming)
  // Marks the body as used, so that the gateway reports the mistake.
  if (isGone) void fetchRequest.body?.cancel()
  return fetchRequest
}

// `Request` rejects these methods. Like OPTIONS, they get 405 on every path.
const unsupportedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

function readMethod({ method = 'GET' }: IncomingMessage): string {
  return unsupportedMethods.has(method) ? 'OPTIONS' : method
}

// RFC 9112, 3.2: a path, or an absolute address for proxies. Neither contains a backslash or a hash.
const targetPattern = /^(?:https?:\/\/[\w.:[\]-]+)?(\/[^?#\\]*)(?:\?[^#\\]*)?$/i

// An invalid address, or one that parsing changes, becomes an unknown path.
function readUrl({ url = '/', headers, socket }: IncomingMessage): string {
  const { host = '' } = headers
  const origin = `${'encrypted' in socket ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`
  const address = url.startsWith('/') ? `${origin}${url}` : url
  return hasPath(address, targetPattern.exec(url)?.[1]) ? address : 'http://localhost/'
}

// A path or query in the host would change the path.
const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host)

// `/open/../secret` parses to `/secret`, but a proxy may have applied its rules to `/open/`.
const hasPath = (address: string, path: string | undefined): boolean =>
  URL.canParse(address) && new URL(address).pathname === path

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

function createBody(raw: IncomingMessage, parsedBody: unknown): Body {
  if (typeof parsedBody === 'string') return parsedBody
  if (parsedBody instanceof Uint8Array) return new Uint8Array(parsedBody)
  if (isUnread(parsedBody) && !raw.readableDidRead) return createStream(raw)
  return isForm(raw) ? writeForm(Object(parsedBody)) : JSON.stringify(parsedBody)
}

// Body parsers return nothing or an empty object for a type that they do not support.
const isUnread = (parsedBody: unknown): boolean =>
  parsedBody === undefined || parsedBody === null || (isObject(parsedBody) && Object.keys(parsedBody).length === 0)

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

// Parsers turn a repeated field into a list and a nested one into an object. Both become blank and are then rejected.
function writeForm(fields: object): string {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value : '',
  ])
  return new URLSearchParams(entries).toString()
}

// Destroying the message on cancel would close the connection before the response is sent.
function createStream(raw: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = raw.iterator({ destroyOnReturn: false })
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
