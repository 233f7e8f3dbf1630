import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { isIP, isIPv6, type Socket } from 'node:net'

import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import { getResponder, type Fetch, adaptToMethod, LostResponseError, TextResponse } from './responses.ts'

/** A server on a port. */
export interface RunningServer {
  readonly host: string
  readonly port: number
  /** Address of the server, without a slash at its end. */
  readonly url: string
  /** Accepts no new connections, lets running calls end within `grace`, then cuts the rest. */
  readonly close: () => Promise<void>
}

export interface ListenOptions {
  /** This machine only, unless given. */
  readonly host?: string | undefined
  /** Any free port unless given. */
  readonly port?: number | undefined
  /** Proxies in front of the server whose `X-Forwarded-For` counts; 0 unless given. */
  readonly trustProxy?: number | undefined
  /** Milliseconds that running calls may take after `close()`; 10,000 unless given. */
  readonly grace?: number | undefined
}

const optionNames = {
  host: true,
  port: true,
  trustProxy: true,
  grace: true,
} as const satisfies OptionNames<ListenOptions>

type CheckedListenOptions = { readonly [Name in keyof ListenOptions]-?: NonNullable<ListenOptions[Name]> }

/** Checks the options, and adds the defaults. */
export function checkListenOptions(options: ListenOptions): CheckedListenOptions {
  checkOptions(options, optionNames, 'listen()')
  const { host = '127.0.0.1', port = 0, trustProxy = 0, grace = 10_000 } = options
  // To Node, an empty host means every address of the machine.
  if (typeof host !== 'string' || host.trim() === '')
    throw new TypeError('host must be an address, such as 127.0.0.1.')
  checkInteger('port', port, 65_535)
  checkInteger('trustProxy', trustProxy)
  // A longer timer fires immediately.
  checkInteger('grace', grace, 2 ** 31 - 1)
  return { host, port, trustProxy, grace }
}

const integerRules = {
  port: 'a port from 0 to 65535',
  trustProxy: 'the number of proxies in front of the server',
  grace: 'whole milliseconds from 0',
} as const

function checkInteger(
  name: keyof typeof integerRules,
  value: number,
  most: number = Number.MAX_SAFE_INTEGER,
): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > most)
    throw new TypeError(
      `${name} must be ${integerRules[name]}, not ${typeof value === 'string' ? JSON.stringify(value) : String(value)}.`,
    )
}

const messages: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) => `Port ${port} is in use: stop the program on it, or choose another port.`,
  EACCES: (_host, port) => `This user may not listen on port ${port}: choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine: give an address of this machine.`,
  ENOTFOUND: (host) => `${host} cannot be resolved: give an address of this machine.`,
}

/** A server that could not start. The message says why, and what to do. */
export class ListenError extends Error {
  override readonly name: string = 'ListenError'
}

/**
 * Puts a function that responds requests on a port.
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
  const { host, port, trustProxy, grace } = checkListenOptions(options)
  const respond = getResponder(fetch)
  const listener = getRequestListener(
    async (request, { incoming, outgoing }: { readonly incoming: unknown; readonly outgoing: unknown }) => {
      // Node takes any header for a host, and not every one makes an address.
      if (!URL.canParse(request.url)) return new Response(null, { status: 400 })
      const response = await respond(request, { address: readAddress(incoming, trustProxy) }).catch(
        toLostResponse,
      )
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
  const server = createServer(serverOptions, (request, response) => {
    if (calls.begin(request.socket, response)) void listener(request, response)
  })
  // Node would ignore headers beyond 2,000, such as the X-Forwarded-For of a proxy. Their size is limited to 16 KB.
  server.maxHeadersCount = 0
  const address = await listenAt(server, host, port)
  let closed: Promise<void> | undefined
  return { ...address, close: () => (closed ??= closeServer(server, calls, grace)) }
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

function send({ status, headers, length, text }: TextResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { ...headers, 'content-length': length })
  outgoing.end(text)
}

/**
 * Makes a server of `node:http` listen; rejects with a `ListenError`. Closing it is left to the caller.
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
): Promise<Omit<RunningServer, 'close'>> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw new ListenError(describeListenError(error, host, port), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return { host, port: actual, url: buildUrl(host, actual) }
}

// The interval is how often Node compares connections with the timeouts.
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
} as const

interface RunningCalls {
  /** Whether a call may begin. */
  readonly begin: (socket: Socket, response: ServerResponse) => boolean
  /** Ends each connection with the response to its last call. */
  readonly end: () => void
}

/** The running calls of a server. A connection that a busy caller keeps alive would outlast every grace period. */
function trackCalls(): RunningCalls {
  const last = new Map<Socket, ServerResponse>()
  let isEnding = false
  return {
    begin(socket, response) {
      const earlier = last.get(socket)
      // This connection ends with an earlier response, so the call could not be answered.
      if (isEnding && earlier?.writableFinished === false) return false
      if (isEnding) response.setHeader('connection', 'close')
      // Listening to each response would cost more than listening to the socket once.
      if (!earlier) socket.once('close', () => last.delete(socket))
      last.set(socket, response)
      return true
    },
    end() {
      isEnding = true
      for (const response of last.values())
        if (!response.headersSent) response.setHeader('connection', 'close')
    },
  }
}

const isMessage = (value: unknown): value is Pick<IncomingMessage, 'headers' | 'socket'> =>
  typeof value === 'object' && value !== null && 'headers' in value && 'socket' in value

// Each proxy appends the address that it saw, so the address of the caller is as many places from the end.
function readAddress(incoming: unknown, trustProxy: number): string | undefined {
  if (!isMessage(incoming)) return undefined
  const { headers, socket } = incoming
  if (trustProxy === 0) return socket.remoteAddress
  const header = headers['x-forwarded-for']
  const forwardedAddresses = (Array.isArray(header) ? header.join() : (header ?? '')).split(',')
  return parseIp(forwardedAddresses.at(-trustProxy)?.trim() ?? '')
}

// Some proxies write the port of the caller, too.
const withPort = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d{1,5})?$/

/** The IP address in an entry of `X-Forwarded-For`. */
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

// A server that listens on all addresses is reached by one of them.
const reachableHosts: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function buildUrl(host: string, port: number): string {
  const name = reachableHosts[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}

/** Whether only this machine reaches a host. A URL has IPv6 addresses in brackets. */
export const isLoopback = (host: string): boolean =>
  host === '::1' || host === '[::1]' || /^(?:.+\.)?localhost$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
