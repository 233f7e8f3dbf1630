import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import type { Document } from '../redocly/document.ts'
import { page, pagePolicy } from './page.ts'

export type Handler = (request: Request) => Promise<Response>

/** Text of both views of the contract. */
export interface Views {
  readonly plain: string
  readonly wire: string
}

interface Resource {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers the page and both views. */
export function contractHandler(views: Views): Handler {
  const resources = resourcesOf(views)
  return async (request) => {
    const { pathname } = new URL(request.url)
    const resource = resources.get(pathname)
    if (!resource) return nothingAt(pathname, [...resources.keys()])
    if (!readers.includes(request.method)) return onlyRead(request.method)
    return answer(resource, request)
  }
}

const readers = ['GET', 'HEAD']

function resourcesOf({ plain, wire }: Views): ReadonlyMap<string, Resource> {
  const html = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy }
  const json = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
  return new Map([
    ['/', resource(page(JSON.parse(plain) as Document), html)],
    ['/plain.json', resource(plain, json)],
    ['/wire.json', resource(wire, json)],
  ])
}

function resource(body: string, headers: Resource['headers']): Resource {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return {
    body,
    // no-cache lets a browser keep a copy and has it ask each time, so that no changed contract is missed.
    headers: { ...headers, etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  }
}

function answer({ body, headers }: Resource, request: Request): Response {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  // A cache on the way may have marked the tag as weak.
  const fresh = known.some((tag) => ['*', headers['etag']].includes(tag.trim().replace(/^W\//, '')))
  return fresh ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

function nothingAt(pathname: string, paths: readonly string[]): Response {
  return refusal(404, `There is nothing at ${pathname}. There is ${paths.join(', ')}.`)
}

const onlyRead = (method: string): Response =>
  refusal(405, `${method} does nothing here. Use ${readers.join(' or ')}.`, { allow: readers.join(', ') })

function refusal(status: number, text: string, headers: Resource['headers'] = {}): Response {
  const common = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response(`${text}\n`, { status, headers: { ...common, ...headers } })
}

/** Puts a handler on HTTP. */
export function listener(handler: Handler): Server {
  return createServer((incoming, outgoing) => {
    void respond(handler, incoming).then((response) => send(response, outgoing))
  })
}

async function respond(handler: Handler, incoming: IncomingMessage): Promise<Response> {
  const request = requestOf(incoming)
  if (!request) return refusal(400, 'This server reads GET and HEAD requests for a path.')
  try {
    return await handler(request)
  } catch (error) {
    console.error(error)
    return refusal(500, 'This request failed; the terminal of the server says why.')
  }
}

// The bodies of requests stay unread: nothing here takes one. A request that fetch cannot express, such as TRACE
// or OPTIONS *, is none.
function requestOf({ url = '/', method = 'GET', headersDistinct }: IncomingMessage): Request | undefined {
  const headers = Object.entries(headersDistinct).map(
    ([name, values = []]) => [name, values.join(', ')] as const,
  )
  try {
    const target = url.startsWith('/') ? `http://127.0.0.1${url}` : url
    return new Request(target, { method, headers: Object.fromEntries(headers) })
  } catch {
    return undefined
  }
}

// node:http itself leaves the body out where the method is HEAD, but does not count its bytes there.
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  if (response.body) outgoing.setHeader('content-length', body.byteLength)
  outgoing.end(body)
}
