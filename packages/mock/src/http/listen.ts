import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import type { Fetch } from '../plain/app.ts'

/** A running server. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Address of the server, without a trailing slash. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface Place {
  /** Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string | undefined
  /** Default: any free port. */
  readonly port?: number | undefined
}

const messages: Readonly<Record<string, (place: Required<NonNullable<Place>>) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use: stop the program on it, or choose another port with --port or CUSTODY_PORT_BASE.`,
  EACCES: ({ port }) => `This user may not listen on port ${port}: choose one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine: omit --host, or give an address of this machine.`,
  ENOTFOUND: ({ host }) => `${host} cannot be resolved: omit --host, or give an address of this machine.`,
}

/** The server could not start. The message is for the user who started it. */
export class ListenError extends Error {
  override readonly name: string = 'ListenError'
}

/** Serves requests on a port. */
export async function listen(fetch: Fetch, { host = '127.0.0.1', port = 0 }: Place): Promise<Listening> {
  const listener = getRequestListener(readable(fetch), { overrideGlobalObjects: false })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void listener(request, response)
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw new ListenError(messageFor(error, host, port), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return { host, port: actual, url: urlOf(host, actual), close: () => closing(server) }
}

// A server accepts any Host header, and not every one results in a valid address.
const readable =
  (fetch: Fetch): Fetch =>
  (request) =>
    URL.canParse(request.url) ? fetch(request) : new Response(null, { status: 400 })

function messageFor(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return messages[code]?.({ host, port }) ?? `The server cannot start on ${host}, port ${port}: ${code}.`
}

// close() alone waits for open connections, and browsers keep them open.
async function closing(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

// An address to reach a server that listens on all addresses.
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function urlOf(host: string, port: number): string {
  const name = reachable[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}

/** Tells whether only this machine can reach a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
