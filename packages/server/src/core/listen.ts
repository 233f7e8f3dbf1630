import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { isObject } from '@custody-wallet/types/validate'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import { createHealth } from './health.ts'
import { checkListenOptions, type ListenOptions } from './listen-options.ts'
import {
  getResponder,
  type Fetch,
  adaptToMethod,
  LostResponseError,
  StreamResponse,
  TextResponse,
} from './responses.ts'
import { type RunningCalls, trackCalls } from './running-calls.ts'

export interface RunningServer {
  readonly host: string
  readonly port: number
  /** URL of the server without a trailing slash. */
  readonly url: string
  /**
   * Lets load balancers notice before the port closes: `/health/ready` responds with 503, and each connection closes after
   * its next response. Calls are still served. Resolves after `drain`, or when `close` is called. Then call `close`.
   */
  readonly drain: () => Promise<void>
  /** Stops accepting connections, lets running calls end within `grace`, then cuts the rest. */
  readonly close: () => Promise<void>
}

const messages: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) => `Port ${port} is in use: stop the program on it, or choose another port.`,
  EACCES: (_host, port) => `You have no permission to listen on port ${port}: choose a port above 1023.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine: give an address of this machine.`,
  ENOTFOUND: (host) => `${host} cannot be resolved: give an address of this machine.`,
}

/** The server could not start. The message names the reason and the next step. */
export class ListenError extends Error {
  override readonly name: string = 'ListenError'
}

/**
 * Starts a server on a port. It also serves `/health/live` and `/health/ready`.
 *
 * @example
 * ```ts
 * import { listenOn } from '@custody-wallet/server/core'
 *
 * const server = await listenOn(async () => Response.json({ code: 0, msg: 'success' }))
 * console.log(server.url)
 * await server.close()
 * ```
 */
export async function listenOn(fetch: Fetch, options: ListenOptions = {}): Promise<RunningServer> {
  const { host, port, trustProxy, drain, grace, ...healthOptions } = checkListenOptions(options)
  const respond = getResponder(fetch)
  const listener = getRequestListener(
    async (request, { incoming, outgoing }: { readonly incoming: unknown; readonly outgoing: unknown }) => {
      // Node accepts any text as a Host header, also one that is not a host.
      if (!URL.canParse(request.url)) return new Response(null, { status: 400 })
      const response = await respond(request, {
        address: readAddress(incoming, trustProxy),
        hasExactLength: true,
      }).catch(toLostResponse)
      if (response instanceof LostResponseError) {
        if (outgoing instanceof ServerResponse) breakOff(response, outgoing)
        return RESPONSE_ALREADY_SENT
      }
      if (!(response instanceof TextResponse)) return adaptToMethod(request, response)
      if (!(outgoing instanceof ServerResponse)) return adaptToMethod(request, response.toResponse())
      send(response, outgoing)
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false },
  )
  const calls = trackCalls()
  const health = createHealth({ ...healthOptions, isEnding: calls.isEnding })
  const server = createServer(serverOptions, (request, response) => {
    if (!calls.begin(request.socket, response)) return
    void (health(request)?.then((report) => send(report, response)) ?? listener(request, response))
  })
  // Node ignores headers beyond 2,000, such as the X-Forwarded-For of a proxy. Their size is limited to 16 KB.
  server.maxHeadersCount = 0
  const address = await listenAt(server, host, port)
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  return {
    ...address,
    async drain() {
      calls.end()
      await wait(drain, undefined, { signal: closing.signal }).catch(() => undefined)
    },
    close() {
      closing.abort()
      return (closed ??= closeServer(server, calls, grace))
    },
  }
}

function breakOff({ part }: LostResponseError, outgoing: ServerResponse): void {
  if (!part) return void outgoing.destroy()
  outgoing.writeHead(part.status, { ...part.headers })
  outgoing.write(part.body, () => outgoing.destroy())
}

function toLostResponse(error: unknown): LostResponseError {
  if (error instanceof LostResponseError) return error
  throw error
}

// RFC 9110, 8.6: a 204 has no length.
function send(response: TextResponse, outgoing: ServerResponse): void {
  const { status, headers, length, text } = response
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length })
  // ASCII needs no conversion.
  if (!(response instanceof StreamResponse) || outgoing.req.method === 'HEAD')
    outgoing.end(text, length === text.length ? 'latin1' : 'utf8')
  // A caller that disconnects ends the response.
  else pipeline(response.pieces, outgoing).catch(() => undefined)
}

/**
 * Starts a server of `node:http`. Rejects with a `ListenError`. The caller must close the server.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { listenAt } from '@custody-wallet/server/core'
 *
 * const server = createServer((_request, response) => response.end('hello'))
 * console.log((await listenAt(server, '127.0.0.1', 0)).url)
 * server.close()
 * ```
 */
export async function listenAt(
  server: Server,
  host: string,
  port: number,
): Promise<Omit<RunningServer, 'close' | 'drain'>> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw new ListenError(describeListenError(error, host, port), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return { host, port: actual, url: buildUrl(host, actual) }
}

// Node checks the timeouts once per interval.
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
} as const

const isMessage = (value: unknown): value is Pick<IncomingMessage, 'headers' | 'socket'> =>
  isObject(value) && 'headers' in value && 'socket' in value

// Each proxy appends the address of its peer, so the caller is `trustProxy` entries from the end.
function readAddress(incoming: unknown, trustProxy: number): string | undefined {
  if (!isMessage(incoming)) return undefined
  const { headers, socket } = incoming
  if (trustProxy === 0) return socket.remoteAddress
  const header = headers['x-forwarded-for']
  const forwardedAddresses = (Array.isArray(header) ? header.join() : (header ?? '')).split(',')
  return parseIp(forwardedAddresses.at(-trustProxy)?.trim() ?? '')
}

// Some proxies add the port of the caller.
const withPort = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d{1,5})?$/

/** Reads the IP address from an entry of `X-Forwarded-For`. */
function parseIp(entry: string): string | undefined {
  const { ipv6, ipv4 } = withPort.exec(entry)?.groups ?? {}
  const address = ipv6 ?? ipv4 ?? entry
  return isIP(address) === 0 ? undefined : address
}

function describeListenError(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return messages[code]?.(host, port) ?? `The server cannot start on ${host}, port ${port}: ${code}.`
}

async function closeServer(server: Server, calls: RunningCalls, grace: number): Promise<void> {
  const closed = once(server, 'close')
  calls.end()
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearTimeout(timer)
}

// Hosts that mean all addresses cannot be used in URLs.
const reachableHosts: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function buildUrl(host: string, port: number): string {
  const name = reachableHosts[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
