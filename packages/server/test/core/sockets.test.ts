import { once } from 'node:events'
import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createService, listen, type Servers } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createMerchant } from '../support/merchants.ts'
import { exchangeTexts, readStatuses } from '../support/sockets.ts'

const { handlers, seen } = createHandlers()
const errors: unknown[] = []
const { plain, wire } = createService({
  merchants: new Map([['modern-shop', createMerchant('modern')]]),
  handlers,
  onError: (error) => errors.push(error),
})
let servers: Servers<'plain' | 'wire'>
beforeAll(async () => {
  servers = await listen({ plain, wire }, { grace: 0 })
})
afterAll(() => servers.close())

const account = '/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
const writeGet = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: service\r\n${headers}\r\n`
const writePost = (body: string, headers: string): string =>
  `POST /api/v1/withdraw/consume HTTP/1.1\r\nHost: service\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

test('a view can have its own host', async () => {
  const own = await listen({ plain, wire }, { host: '0.0.0.0', hosts: { wire: '127.0.0.1' } })
  await own.close()
  expect([own.plain.host, own.wire.host]).toEqual(['0.0.0.0', '127.0.0.1'])
})

describe('the plain view', () => {
  test('responds to pipelined requests in order', async () => {
    const text = await exchangeTexts(servers.plain, [
      writeGet(account) + writeGet('/none') + writeGet(account, 'Connection: close\r\n'),
    ])
    expect(readStatuses(text)).toEqual([200, 404, 200])
  })

  test.each([
    ['two lengths', writePost('{}', 'Content-Length: 2\r\nContent-Length: 3\r\n')],
    ['a length and chunks', writePost('0\r\n\r\n', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')],
    ['a misspelt encoding', writePost('0\r\n\r\n', 'Transfer-Encoding: xchunked\r\n')],
    ['a header that is folded', writeGet('/health/live', 'X-A: 1\r\n 2\r\n')],
    ['a header without a name', writeGet('/health/live', ': 1\r\n')],
    ['a blank before the colon', writeGet('/health/live', 'Content-Length : 5\r\n')],
    ['no HTTP', 'EHLO shop.example\r\n\r\n'],
    ['headers of 32 KB', writeGet('/health/live', `X-A: ${'a'.repeat(32_768)}\r\n`)],
  ])('rejects %s before a handler runs', async (_what, text) => {
    const before = seen.length
    const statuses = readStatuses(await exchangeTexts(servers.plain, [text + writeGet(account)]))
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true)
    expect(seen).toHaveLength(before)
  })

  test.each(['*', '//evil.example/health/live', 'http://evil.example/none', '/..%2f', '/%ff', '/a\\b'])(
    'rejects the target %s and stays available',
    async (target) => {
      const [status = 0] = readStatuses(await exchangeTexts(servers.plain, [writeGet(target, 'Connection: close\r\n')]))
      expect(status).toBeGreaterThanOrEqual(400)
      expect(
        readStatuses(await exchangeTexts(servers.plain, [writeGet('/health/live', 'Connection: close\r\n')])),
      ).toEqual([200])
    },
  )

  test('rejects a request without a host', async () => {
    expect(readStatuses(await exchangeTexts(servers.plain, ['GET /none HTTP/1.1\r\n\r\n']))).toEqual([400])
  })

  test('responds to a caller that half-closes its connection', async () => {
    expect(readStatuses(await exchangeTexts(servers.plain, [writeGet(account)], { end: true }))).toEqual([200])
  })

  test('rejects a body that is too long before it is sent', async () => {
    const text = await exchangeTexts(servers.plain, [writePost('', 'Content-Length: 1000000\r\n')])
    expect(readStatuses(text)).toEqual([413])
  })

  test('rejects TRACE', async () => {
    const text = await exchangeTexts(servers.plain, [
      'TRACE /health/live HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n',
    ])
    expect(readStatuses(text)[0]).toBeGreaterThanOrEqual(400)
  })

  test.each(['plain', 'wire'] as const)(
    'a body that breaks off is not reported as an error of the %s view',
    async (view) => {
      const before = [seen.length, errors.length]
      const { host, port } = servers[view]
      const socket = connect(port, host)
      socket.write(writePost('{"symbol":', 'Content-Length: 100\r\n'), () => socket.resetAndDestroy())
      await once(socket, 'close')
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect([seen.length, errors.length]).toEqual(before)
    },
  )

  test.each([
    [
      'an absolute target',
      [200],
      `GET http://other.example${account} HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n`,
    ],
    ['an upgrade', [200], writeGet('/health/live', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n')],
    [
      'an upgrade to HTTP/2',
      [200],
      writeGet('/health/live', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'),
    ],
    ['a tunnel', [], 'CONNECT service:443 HTTP/1.1\r\nHost: service:443\r\n\r\n'],
    ['OPTIONS for all', [400], 'OPTIONS * HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n'],
    ['an unknown expectation', [417], writeGet('/health/live', 'Expect: 200-maybe\r\n')],
    ['a host with credentials', [400], 'GET /none HTTP/1.1\r\nHost: a:b@s\r\nConnection: close\r\n\r\n'],
    ['a host with a path', [400], 'GET /none HTTP/1.1\r\nHost: s/none?\r\nConnection: close\r\n\r\n'],
    ['a host of blanks', [400], 'GET /none HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['an empty host', [400], 'GET /none HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['a host with a wrong port', [400], 'GET /none HTTP/1.1\r\nHost: s:99999\r\nConnection: close\r\n\r\n'],
  ])('both views respond to %s with %j', async (_what, statuses, text) => {
    for (const view of [servers.plain, servers.wire])
      expect(readStatuses(await exchangeTexts(view, [text]))).toEqual(statuses)
  })

  test('an announced body is sent after 100 Continue', async () => {
    const body = '{"symbol":"BTC"}'
    const headers = `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n`
    expect(readStatuses(await exchangeTexts(servers.plain, [writePost(body, headers)]))).toEqual([100, 200])
  })
})

test.each(['plain', 'wire'] as const)(
  'the %s view limits how many bodies it reads, and still responds to others',
  async (view) => {
    const bodies = { concurrency: 5, timeout: 600_000 }
    const own = createService({
      merchants: new Map([['modern-shop', createMerchant('modern')]]),
      handlers,
      gateway: { bodies },
    })
    const limited = await listen({ plain: own.plain, wire: own.wire }, { grace: 0 })
    const statuses: number[] = []
    let ended = 0
    const sockets = Array.from({ length: 15 }, () => {
      const socket = connect(limited[view].port, limited[view].host)
      socket.on('data', (text) => statuses.push(...readStatuses(String(text))))
      socket.on('error', () => {})
      socket.on('close', () => (ended += 1))
      socket.write(writePost(' '.repeat(20_000), 'Content-Length: 20001\r\n'))
      return socket
    })
    await expect.poll(() => ended).toBe(10)
    expect(new Set(statuses)).toEqual(new Set([408]))
    expect(
      readStatuses(await exchangeTexts(limited[view], [writeGet('/health/live', 'Connection: close\r\n')])),
    ).toEqual([200])
    for (const socket of sockets) socket.destroy()
    await limited.close()
  },
)
