import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Handler, listener, siteHandler } from '../server.ts'
import { site, texts } from './sample-site.ts'

const handler = siteHandler(site)

const ask = (path: string, init?: RequestInit): Promise<Response> =>
  handler(new Request(`http://127.0.0.1:4000${path}`, init))

const etagOf = async (path: string): Promise<string> => (await ask(path)).headers.get('etag') ?? ''

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/calls/getAccount.html', 'text/html; charset=utf-8'],
  ['/assets/style.css', 'text/css; charset=utf-8'],
  ['/openapi/plain.json', 'application/json'],
  ['/openapi/wire.yaml', 'application/yaml'],
] as const)('%s is the built file, as %s', async (path, type) => {
  const response = await ask(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(texts[path])
})

test.each([
  ['/openapi/plain.json', '*'],
  ['/openapi/wire.yaml', '*'],
  ['/', null],
  ['/assets/style.css', null],
])('%s says to pages of other origins: %s', async (path, said) => {
  expect((await ask(path)).headers.get('access-control-allow-origin')).toBe(said)
})

test('no other page may frame one of these', async () => {
  expect((await ask('/')).headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('a query beside a known path changes nothing', async () => {
  expect((await ask('/openapi/plain.json?v=1')).status).toBe(200)
})

test.each([
  ['the same tag', (tag: string) => tag],
  ['a tag that a cache made weak', (tag: string) => `W/${tag}`],
  ['one of several tags', (tag: string) => `"other", ${tag}`],
  ['any tag', () => '*'],
])('%s brings 304 without a body', async (_what, sent) => {
  const etag = await etagOf('/')
  const response = await ask('/', { headers: { 'if-none-match': sent(etag) } })
  expect(response.status).toBe(304)
  expect(response.headers.get('etag')).toBe(etag)
  expect(await response.text()).toBe('')
})

test('the tag of another file brings the whole file', async () => {
  const etag = await etagOf('/')
  expect((await ask('/openapi/plain.json', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('a changed file has another tag', async () => {
  const changed = siteHandler(new Map([['/', new TextEncoder().encode('other')]]))
  const { headers } = await changed(new Request('http://127.0.0.1:4000/'))
  expect(headers.get('etag')).not.toBe(await etagOf('/'))
})

test.each([
  '/plain',
  '/openapi/plain.json/',
  '/OPENAPI/plain.json',
  '/toString',
  '/__proto__',
  '//plain.json',
])('nothing is at %s, and the answer says where to begin', async (path) => {
  const response = await ask(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(`There is nothing at ${path}. The site begins at /.\n`)
})

const withPage = siteHandler(new Map([...site, ['/404.html', Buffer.from('<a href="index.html">Start</a>')]]))

test('a browser gets a page for an unknown address, with links from the root', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const response = await withPage(new Request('http://127.0.0.1:4000/no/such/page.html', { headers }))
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response.text()).toBe('<a href="/index.html">Start</a>')
})

test('a program gets a line of text for an unknown address', async () => {
  const response = await withPage(new Request('http://127.0.0.1:4000/no/such/page.html'))
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is refused with what is allowed',
  async (method) => {
    const response = await ask('/', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await response.text()).toBe(`${method} does nothing here. Use GET or HEAD.\n`)
  },
)

test('a wrong method at an unknown path is an unknown path', async () => {
  expect((await ask('/nothing', { method: 'POST' })).status).toBe(404)
})

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
