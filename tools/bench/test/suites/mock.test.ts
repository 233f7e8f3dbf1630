import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { createSides } from '../../suites/encryption/messages.ts'
import { createCryptoWork } from '../../suites/mock.ts'
import { runLoad, getQuantile } from '../../suites/mock/load.ts'
import { keys } from './keys.ts'

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

test('a load counts responses and keeps its connections', async () => {
  const seen = { requests: 0, sockets: new Set<unknown>(), body: '' }
  const url = await startServer((request, response) => {
    seen.requests += 1
    seen.sockets.add(request.socket)
    request.on('data', (piece) => (seen.body = String(piece)))
    request.once('end', () => response.end('ok'))
  })
  // A clock that adds ten milliseconds per request, so the count doesn't depend on the speed of the machine.
  const { rate, p50, p99 } = await runLoad({ url, body: '{}' }, 0.05, 2, () => seen.requests * 10)
  expect(seen.requests).toBeGreaterThan(4)
  expect([seen.sockets.size, seen.body]).toEqual([2, '{}'])
  expect([rate, p50, p99].every((value) => value > 0)).toBe(true)
})

test('a load with a failed response rejects', async () => {
  const url = await startServer((_request, response) => response.writeHead(503).end())
  await expect(runLoad({ url }, 0.05, 1)).rejects.toThrow(`${url} returned HTTP 503.`)
})

test.each([
  [0, 1],
  [0.5, 3],
  [0.99, 4],
])('the quantile %d of four values is one of them', (part, value) => {
  expect(getQuantile([1, 2, 3, 4], part)).toBe(value)
})

test('the measured arithmetic opens a request and seals its response', async () => {
  const { merchant, platform } = createSides('classic', keys, 'inline')
  const request = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  const work = await createCryptoWork(platform, request, { code: 0, msg: 'success', data: [] })
  expect(JSON.parse(String(await work()))).toMatchObject({ code: 0, data: expect.stringMatching(/^[\w-]+$/) })
  await expect(createCryptoWork(platform, request, { code: 0 })).rejects.toThrow('returned an invalid response')
})
