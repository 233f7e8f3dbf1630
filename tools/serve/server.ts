import { createHash } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'

import { fromRoot, type Site } from './site.ts'

export type Handler = (request: Request) => Promise<Response>

interface Resource {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Answers with the files of a site. */
export function siteHandler(site: Site): Handler {
  const resources = new Map([...site].map(([path, bytes]) => [path, resource(path, bytes)]))
  const page = site.get('/404.html')
  const missing = page && resource('/404.html', fromRoot(page))
  return async (request) => {
    const { pathname } = new URL(request.url)
    const found = resources.get(pathname)
    if (!found) return notFound(request, pathname, missing)
    if (!readers.includes(request.method)) return onlyRead(request.method)
    return answer(found, request)
  }
}

const readers = ['GET', 'HEAD']

const shared = { 'access-control-allow-origin': '*' } as const
const types: Readonly<Record<string, Resource['headers']>> = {
  css: { 'content-type': 'text/css; charset=utf-8' },
  // A policy in the page cannot contain frame-ancestors.
  html: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
  },
  js: { 'content-type': 'text/javascript; charset=utf-8' },
  json: { 'content-type': 'application/json', ...shared },
  md: { 'content-type': 'text/markdown; charset=utf-8' },
  svg: { 'content-type': 'image/svg+xml' },
  txt: { 'content-type': 'text/plain; charset=utf-8' },
  yaml: { 'content-type': 'application/yaml', ...shared },
}
const unknownType = { 'content-type': 'application/octet-stream' } as const

function resource(path: string, bytes: Uint8Array): Resource {
  const body = Uint8Array.from(bytes)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  const extension = path === '/' ? 'html' : (path.split('.').at(-1) ?? '')
  // no-cache makes browsers revalidate their copy each time.
  const common = { etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
  return { body, headers: { ...(types[extension] ?? unknownType), ...common } }
}

function answer({ body, headers }: Resource, request: Request): Response {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  // A proxy may have marked the tag as weak.
  const fresh = known.some((tag) => ['*', headers['etag']].includes(tag.trim().replace(/^W\//, '')))
  return fresh ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

// Browsers get a page, programs a line of text.
const notFound = (request: Request, path: string, page: Resource | undefined): Response =>
  page && request.headers.get('accept')?.includes('text/html')
    ? new Response(page.body, { status: 404, headers: page.headers })
    : refusal(404, `There is nothing at ${path}. The site begins at /.`)

const onlyRead = (method: string): Response =>
  refusal(405, `${method} does nothing here. Use ${readers.join(' or ')}.`, { allow: readers.join(', ') })

function refusal(status: number, text: string, headers: Resource['headers'] = {}): Response {
  const common = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response(`${text}\n`, { status, headers: { ...common, ...headers } })
}

/** A server that answers with a handler. */
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
    return refusal(500, 'This request failed. The terminal of the server shows the reason.')
  }
}

// Bodies are not read. Requests that fetch cannot express, such as TRACE or OPTIONS *, are undefined.
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

// For HEAD, node:http leaves the body out, but does not count its bytes.
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  if (response.body) outgoing.setHeader('content-length', body.byteLength)
  outgoing.end(body)
}
