import { once } from 'node:events'
// Headers of a plain call: a back end may hand over a request as its own caller sent it.
import { createServer } from 'node:http'

import { describe, expect, test } from 'vitest'

import { sealingFetch } from '../src/caller/fetch.ts'
import { urls } from './caller-service.ts'
import { sidesOf } from './sides.ts'

const { merchant } = sidesOf('modern')
const pull = 'http://plain.invalid/api/v1/withdraw/consume'
const account = 'http://plain.invalid/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
const token = 'http://plain.invalid/open-api/v1/merchant/token'
const canary = 'canary-51c9'

const left = {
  'the connection': [
    'connection',
    'keep-alive',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'expect',
    'host',
    'via',
    'forwarded',
    'x-forwarded-for',
    'x-real-ip',
  ],
  'the body': ['content-encoding', 'content-language', 'content-length', 'content-range', 'content-digest'],
  'the browser': [
    'cookie',
    'origin',
    'referer',
    'sec-fetch-site',
    'sec-ch-ua',
    'authorization',
    'accept-encoding',
  ],
  'a cache': [
    'cache-control',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'pragma',
    'range',
  ],
} as const

/** Headers of the request that goes out for a plain one. */
async function sentFor(url: string, init: RequestInit): Promise<Readonly<Record<string, string>>> {
  const sent: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request)
    return new Response(null, { status: 404 })
  }
  await sealingFetch(merchant, { urls, fetch })(new Request(url, init))
  return Object.fromEntries(sent.flatMap(({ headers }) => [...headers]))
}

describe.each(Object.entries(left))('what belongs to %s stays behind:', (_of, names) => {
  test.each(names)('%s', async (name) => {
    const headers = { [name]: canary }
    const post = { method: 'POST', body: '{"symbol":"BTC"}', headers }
    expect(await sentFor(pull, post)).toEqual({ 'content-type': 'application/json' })
    expect(await sentFor(account, { headers })).toEqual({})
    expect(Object.keys(await sentFor(token, { headers }))).toEqual(['timestamp'])
  })
})

test.each([
  'access-token',
  'x-trace',
  'traceparent',
  'accept',
  'accept-language',
  'user-agent',
  'idempotency-key',
])('what says something about the call goes along: %s', async (name) => {
  expect(await sentFor(account, { headers: { [name]: 'mine' } })).toEqual({ [name]: 'mine' })
})

test('a request that a server was sent can be handed over as it is', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const at = `http://127.0.0.1:${port}`
  const headers = {
    connection: 'keep-alive',
    'transfer-encoding': 'chunked',
    expect: '100-continue',
    host: 'shop.example',
  }
  const init = { method: 'POST', body: '{"symbol":"BTC"}', headers }
  const plainFetch = sealingFetch(merchant, { urls: { openPlatform: at, base: at, v1: at } })
  expect((await plainFetch(new Request(pull, init))).status).toBe(404)
  server.closeAllConnections()
  server.close()
})
