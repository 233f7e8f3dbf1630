// A server on loopback that fails in the ways in which connections fail.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Fault = (response: ServerResponse, socket: Socket) => unknown

const json = { 'content-type': 'application/json' }

/** Faults of a connection, with the possible error codes of a call. */
export const faults: Readonly<Record<string, { readonly fault: Fault; readonly code: string }>> = {
  silence: { fault: () => undefined, code: 'TIMEOUT' },
  reset: { fault: (_response, socket) => socket.resetAndDestroy(), code: 'CONNECTION_FAILED' },
  'an early end': { fault: (_response, socket) => socket.end(), code: 'CONNECTION_FAILED' },
  'no HTTP': {
    fault: (_response, socket) => socket.end('220 mail.example ESMTP\r\n'),
    code: 'CONNECTION_FAILED',
  },
  'half of the headers': {
    fault: (_response, socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-'),
    code: 'TIMEOUT',
  },
  'headers alone': { fault: (response) => response.writeHead(200, json).flushHeaders(), code: 'TIMEOUT' },
  'half of the body': {
    fault: (response) => response.writeHead(200, json).write('{"code":'),
    code: 'TIMEOUT',
  },
  'a body that is never closed': {
    fault: (response) => response.writeHead(200, json).write('{"code":"1","msg":""}'),
    code: 'TIMEOUT',
  },
  'a body that is cut': {
    fault(response, socket) {
      response.writeHead(200, { ...json, 'content-length': '9999' }).write('{"code":')
      setImmediate(() => socket.destroy())
    },
    code: 'CONNECTION_FAILED',
  },
  'a redirect': {
    fault: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    code: 'REDIRECTED',
  },
}

/** Starts the server; `requests` counts what reached it, and `onFault` is called after it failed. */
export async function startFaultyServer(name: string, onFault: () => void) {
  const state = { requests: 0 }
  const server = createServer((request, response) => {
    state.requests += 1
    request.resume()
    request.once('end', () => {
      faults[name]?.fault(response, request.socket)
      onFault()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = server.address()
  const port = typeof origin === 'object' ? (origin?.port ?? 0) : 0
  return {
    address: `http://127.0.0.1:${port}`,
    state,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
