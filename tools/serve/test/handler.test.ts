import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { createSiteHandler } from '../handler.ts'
import { site, texts } from './sample-site.ts'

const handler = createSiteHandler(new Map([...site, ['/404.html', Buffer.from('<a href="index.html">Start</a>')]]))

const sendRequest = (path: string, init?: RequestInit): Promise<Response> =>
  handler(new Request(`http://127.0.0.1:4000${path}`, init))

test.each([
  ['/', 'text/html; charset=utf-8', null],
  ['/calls/getAccount.html', 'text/html; charset=utf-8', null],
  ['/assets/style.css', 'text/css; charset=utf-8', null],
  ['/openapi/plain.json', 'application/json', '*'],
  ['/openapi/wire.yaml', 'application/yaml', '*'],
] as const)('%s is the built file, as %s, for pages of %s', async (path, type, origin) => {
  const response = await sendRequest(`${path}?v=1`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(await response.text()).toBe(texts[path])
})

test('texts are compressed for those who accept it', async () => {
  const headers = { 'accept-encoding': 'br, gzip' }
  const response = await sendRequest('/assets/style.css', { headers })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await response.bytes()).toString()).toBe(texts['/assets/style.css'])
  const others: readonly (RequestInit | undefined)[] = [undefined, { headers: { 'accept-encoding': 'gzip;q=0' } }]
  for (const init of others)
    expect((await sendRequest('/assets/style.css', init)).headers.get('content-encoding')).toBeNull()
})

test('no other site may frame a page', async () => {
  expect((await sendRequest('/')).headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test.each(['/plain', '/OPENAPI/plain.json', '/toString', '/__proto__', '//plain.json'])(
  'nothing is at %s, and the response says where the site starts',
  async (path) => {
    const response = await sendRequest(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(await response.text()).toBe(`Not found: ${path}. The site starts at /.\n`)
  },
)

test('a browser gets a page for an unknown path, with links from the root', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const response = await sendRequest('/no/such/page.html', { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response.text()).toBe('<a href="/index.html">Start</a>')
})
