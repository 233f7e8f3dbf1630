// Over sockets, because HTTP libraries do not write these status lines.
import { once } from 'node:events'
import { createServer } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { catchCode } from '../support/service.ts'
import { createSides } from '../support/sides.ts'

const { merchant } = createSides('modern')
const pull = ['/api/v1/withdraw/consume', { method: 'POST', body: '{"symbol":"BTC"}' }] as const
const account = ['/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC', {}] as const
const token = ['/open-api/v1/merchant/token', {}] as const

const servers: { close(): unknown }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** Responds to each request with a status line. `requests` are the received requests. */
async function startServerSaying(line: string, headers = '') {
  const requests: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      requests.push(text)
      text = ''
      socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 2\r\n${headers}\r\n{}`)
    })
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const location = server.address()
  const url = `http://127.0.0.1:${typeof location === 'object' ? location?.port : 0}`
  const plainFetch = createSealingFetch(merchant, { urls: { openPlatform: url, base: url, v1: url } })
  return { plainFetch, requests }
}

test('a POST is sent only once after HTTP 421', async () => {
  const { plainFetch, requests } = await startServerSaying('421 Misdirected Request')
  expect((await plainFetch(...pull)).status).toBe(421)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/\r\n\r\n\{"app_id":.*\}$/)
  expect(requests[0]).not.toMatch(/transfer-encoding/i)
})

type Call = readonly [url: string, init: RequestInit]
const calls: Readonly<Record<string, Call>> = { 'a v1 call': pull, 'a v2 call': account }

describe.each(Object.entries(calls))('%s', (_name, call) => {
  test.each(['503 п', '500 é中', '404 '])('keeps the status of the status line "%s"', async (line) => {
    const { plainFetch } = await startServerSaying(line)
    expect((await plainFetch(...call)).status).toBe(Number(line.slice(0, 3)))
  })

  test.each([600, 700, 999])('rejects the status %d', async (status) => {
    const { plainFetch } = await startServerSaying(`${status} Odd`)
    expect(await catchCode(plainFetch(...call))).toBe('ENVELOPE_REJECTED')
  })
})

test.each(['700 Odd', '500 п'])('the token call loses the assurance header "%s"', async (line) => {
  const { plainFetch } = await startServerSaying(line, 'custody-assurance: signature\r\n')
  const response = await plainFetch(...token)
  expect(response.status).toBeGreaterThanOrEqual(500)
  expect(response.headers.get('custody-assurance')).toBeNull()
})
