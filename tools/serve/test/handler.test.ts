import { expect, test } from 'vitest'

import { contractHandler } from '../server.ts'
import { views } from './views.ts'

const handler = contractHandler(views)

const ask = (path: string, init?: RequestInit): Promise<Response> =>
  handler(new Request(`http://127.0.0.1:4000${path}`, init))

const etagOf = async (path: string): Promise<string> => (await ask(path)).headers.get('etag') ?? ''

test.each([
  ['/plain.json', views.plain],
  ['/wire.json', views.wire],
])('%s is the generated file, byte for byte', async (path, text) => {
  const response = await ask(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.text()).toBe(text)
})

test.each(['/plain.json', '/wire.json'])('%s may be read by pages of other origins', async (path) => {
  expect((await ask(path)).headers.get('access-control-allow-origin')).toBe('*')
})

test('the page is HTML with a policy of its own', async () => {
  const { headers } = await ask('/')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
})

test('the page may not be read by pages of other origins', async () => {
  expect((await ask('/')).headers.get('access-control-allow-origin')).toBeNull()
})

test('a query beside a known path changes nothing', async () => {
  expect((await ask('/plain.json?v=1')).status).toBe(200)
})

test.each([
  ['the same tag', (tag: string) => tag],
  ['a tag that a cache made weak', (tag: string) => `W/${tag}`],
  ['one of several tags', (tag: string) => `"other", ${tag}`],
  ['any tag', () => '*'],
])('%s brings 304 without a body', async (_what, sent) => {
  const etag = await etagOf('/plain.json')
  const response = await ask('/plain.json', { headers: { 'if-none-match': sent(etag) } })
  expect(response.status).toBe(304)
  expect(response.headers.get('etag')).toBe(etag)
  expect(await response.text()).toBe('')
})

test('the tag of the other view brings the whole view', async () => {
  const etag = await etagOf('/wire.json')
  expect((await ask('/plain.json', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('a changed view has another tag', async () => {
  const changed = await contractHandler({ ...views, plain: `${views.plain}\n` })(
    new Request('http://127.0.0.1:4000/plain.json'),
  )
  expect(changed.headers.get('etag')).not.toBe(await etagOf('/plain.json'))
})

test.each([
  '/openapi/plain.json',
  '/plain',
  '/plain.json/',
  '/PLAIN.JSON',
  '/toString',
  '/__proto__',
  '//plain.json',
])('nothing is at %s, and the answer names what there is', async (path) => {
  const response = await ask(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(`There is nothing at ${path}. There is /, /plain.json, /wire.json.\n`)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is refused with what is allowed',
  async (method) => {
    const response = await ask('/plain.json', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await response.text()).toBe(`${method} does nothing here. Use GET or HEAD.\n`)
  },
)

test('a wrong method at an unknown path is an unknown path', async () => {
  expect((await ask('/nothing', { method: 'POST' })).status).toBe(404)
})
