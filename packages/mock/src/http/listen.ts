import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'

import { getRequestListener } from '@hono/node-server'

import type { Fetch } from '../plain/app.ts'

/** Where a server is reached. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Address of the server, without a slash at its end. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface Place {
  /** This machine alone, unless given. */
  readonly host?: string | undefined
  /** Any free one, unless given. */
  readonly port?: number | undefined
}

const sentences: Readonly<Record<string, (place: Required<NonNullable<Place>>) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is busy: stop the program on it, or choose another with --port or CUSTODY_PORT_BASE.`,
  EACCES: ({ port }) => `Port ${port} needs rights that this user lacks: take one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is no address of this machine: leave --host out, or name one that is.`,
  ENOTFOUND: ({ host }) => `${host} is not known here: leave --host out, or name an address of this machine.`,
}

/** A server that could not start, in a sentence for the person who started it. */
export class ListenError extends Error {
  override readonly name: string = 'ListenError'
}

/** Puts a function that answers requests on a port. */
export async function listen(fetch: Fetch, { host = '127.0.0.1', port = 0 }: Place): Promise<Listening> {
  const listener = getRequestListener(readable(fetch), { overrideGlobalObjects: false })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void listener(request, response)
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw new ListenError(sentenceFor(error, host, port), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return { host, port: actual, url: urlOf(host, actual), close: () => closing(server) }
}

// A server takes any header for a host, and not every one makes an address.
const readable =
  (fetch: Fetch): Fetch =>
  (request) =>
    URL.canParse(request.url) ? fetch(request) : new Response(null, { status: 400 })

function sentenceFor(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code]?.({ host, port }) ?? `The server cannot start on ${host}, port ${port}: ${code}.`
}

// Browsers keep connections open, and close() alone waits for those in use.
async function closing(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

// A server that listens on all addresses is reached by one of them.
const reached: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function urlOf(host: string, port: number): string {
  const name = reached[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}

/** Tells whether only this machine reaches a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
