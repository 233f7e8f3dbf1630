import type { IncomingMessage } from 'node:http'

/** The `Request` that a message of `node:http` stands for. `parsed` is what a body parser has left of the body. */
export function webRequest(raw: IncomingMessage, parsed: unknown, signal: AbortSignal): Request {
  const method = methodOf(raw)
  const request = { method, headers: headersOf(raw), signal }
  if (method === 'GET' || method === 'HEAD') return new Request(urlOf(raw), request)
  const gone = parsed === undefined && raw.readableDidRead
  const body = gone ? '' : bodyOf(raw, parsed)
  const streaming = { ...request, body, duplex: 'half' } as const
  const whole = new Request(urlOf(raw), streaming)
  // What somebody has read is read for every reader, and the gateway says whose mistake that is.
  if (gone) void whole.body?.cancel()
  return whole
}

// Fetch knows no such requests. No call takes any of them, nor OPTIONS.
const unknown = new Set(['CONNECT', 'TRACE', 'TRACK'])

function methodOf({ method = 'GET' }: IncomingMessage): string {
  return unknown.has(method) ? 'OPTIONS' : method
}

// RFC 9112, 3.2: the path, or an absolute address as proxies are sent. A backslash or a hash stands in neither.
const target = /^(?:https?:\/\/[\w.:[\]-]+)?(\/[^?#\\]*)(?:\?[^#\\]*)?$/i

// What is no address, or has another path than the one that is written, has none that exists.
function urlOf({ url = '/', headers, socket }: IncomingMessage): string {
  const { host = '' } = headers
  const origin = `${'encrypted' in socket ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`
  const address = url.startsWith('/') ? `${origin}${url}` : url
  return isPathOf(address, target.exec(url)?.[1]) ? address : 'http://localhost/'
}

// A host with a path or a query in it would shift what follows.
const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host)

// `/open/../secret` is `/secret` to whoever parses it. A rule in front of this server may have read the first.
const isPathOf = (address: string, path: string | undefined): boolean =>
  URL.canParse(address) && new URL(address).pathname === path

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

function bodyOf(raw: IncomingMessage, parsed: unknown): Body {
  if (typeof parsed === 'string') return parsed
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed)
  if (isUnread(parsed) && !raw.readableDidRead) return streamOf(raw)
  return isForm(raw) ? formOf(Object(parsed)) : JSON.stringify(parsed)
}

// Parsers leave nothing, or an empty object, of a body that they do not take.
const isUnread = (parsed: unknown): boolean =>
  parsed === undefined || parsed === null || (typeof parsed === 'object' && Object.keys(parsed).length === 0)

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

// A member that was sent twice is a list now, and a nested one an object: neither is a text, so neither is taken.
function formOf(members: object): string {
  const entries = Object.entries(members).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value : '',
  ])
  return new URLSearchParams(entries).toString()
}

// Cancelling leaves the message alone: to destroy it would cut the connection before the answer is out.
function streamOf(raw: IncomingMessage): ReadableStream<Uint8Array> {
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
