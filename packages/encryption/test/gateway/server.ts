// A server of node:http around a gateway, and clients for it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type RequestOptions, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

import { afterEach } from 'vitest'

import { type Gateway, createNodeListener } from '../../src/gateway/index.ts'

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

const running: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

export async function startServer(
  serve: Handle,
): Promise<{ readonly at: string; readonly port: number; connections: () => number }> {
  let connections = 0
  const server = createServer((request, response) => void serve(request, response))
  // Tests end their connections themselves.
  server.keepAliveTimeout = 0
  server.on('connection', () => (connections += 1))
  running.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { at: `http://127.0.0.1:${port}`, port, connections: () => connections }
}

/** Reads the body first, like a body parser. */
export const parsing =
  (gateway: Gateway, parse: (text: string) => unknown): Handle =>
  async (request, response) => {
    const body = parse(await textOf(request))
    await createNodeListener(gateway)(Object.assign(request, { body }), response)
  }

interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Sends a request whose body has several chunks. */
export async function exchange(
  url: string,
  options: RequestOptions,
  ...pieces: readonly (string | Uint8Array)[]
): Promise<RawResponse> {
  const request = ask(url, options)
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  for (const piece of pieces) request.write(piece)
  request.end()
  const response = await reply
  return { status: response.statusCode, headers: response.headers, body: await textOf(response) }
}

/** Sends raw bytes, and returns the response up to an end or the close of the connection. */
export async function sendRaw(port: number, bytes: string | Uint8Array, end: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(bytes)
  let got = ''
  for await (const piece of socket) {
    got += String(piece)
    if (got.includes(end)) break
  }
  socket.destroy()
  return got
}
