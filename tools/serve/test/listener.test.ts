import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { siteHandler, type Handler, listener } from '../server.ts'
import { site, texts } from './sample-site.ts'

const docs = siteHandler(site)

const failing: Handler = () => Promise.reject(new Error('secret detail'))

const server: Server = listener((request) =>
  request.url.endsWith('/fails') ? failing(request) : docs(request),
)

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const port = (): number => (server.address() as AddressInfo).port

/** Sends bytes as they are, as no HTTP client would, and reads until the server hangs up. */
async function raw(requestLine: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1').setEncoding('utf8')
  socket.write(`${requestLine} HTTP/1.1\r\nhost: custody.example\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

test('HEAD counts the bytes that GET would send, and sends none', async () => {
  const answer = await raw('HEAD /openapi/plain.json')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.toLowerCase()).toContain(
    `content-length: ${Buffer.byteLength(texts['/openapi/plain.json'])}\r\n`,
  )
  expect(answer).toMatch(/\r\n\r\n$/)
})

test('an absolute address means its path', async () => {
  expect(await raw('GET http://custody.example/openapi/plain.json')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a path of two slashes is a path, not a host', async () => {
  expect(await raw('GET //')).toMatch(/^HTTP\/1\.1 404 /)
})

test.each([
  'TRACE /openapi/plain.json',
  'OPTIONS *',
  'GET http://[',
  'GET http://user:word@custody.example/',
])('%s is refused in a sentence', async (requestLine) => {
  const answer = await raw(requestLine)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/This server reads GET and HEAD requests for a path\.\n$/)
})

test('a handler that fails does not take the server with it, and its reason stays in the terminal', async () => {
  const terminal = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await raw('GET /fails')
  expect(answer).toMatch(/^HTTP\/1\.1 500 /)
  expect(answer).not.toContain('secret detail')
  expect(terminal).toHaveBeenCalledOnce()
  expect(await raw('GET /')).toMatch(/^HTTP\/1\.1 200 /)
})
