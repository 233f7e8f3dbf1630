// A back end may pass on a request as its own caller sent it.
import { once } from 'node:events'
import { createServer } from 'node:http'

import type { Fetch } from '@custody-wallet/types/http'
import { describe, expect, test } from 'vitest'

import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { urls } from '../support/service.ts'
import { createSides } from '../support/sides.ts'

const { merchant } = createSides('modern')
const pull = 'http://plain.invalid/api/v1/withdraw/consume'
const account = 'http://plain.invalid/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
const token = 'http://plain.invalid/open-api/v1/merchant/token'
const canary = 'canary-51c9'

const mine = { accept: 'application/json', 'access-token': 'token-1' }

/** Headers that a request of another caller may have, by subject. */
const strange = {
  'the connection': ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'host'],
  'the way': ['via', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'proxy-authorization', 'cf-connecting-ip'],
  'who calls': [
    'x-forwarded-user',
    'x-auth-request-email',
    'x-ms-client-principal-name',
    'x-goog-authenticated-user-email',
    'x-amzn-oidc-data',
    'x-client-cert',
    'remote-user',
    'authorization',
    'cookie',
    'baggage',
  ],
  'the body': ['content-encoding', 'content-language', 'content-length', 'content-range', 'content-digest'],
  'the browser': ['origin', 'referer', 'sec-fetch-site', 'accept-language', 'user-agent', 'accept-encoding'],
  'a cache': ['cache-control', 'if-none-match', 'if-range', 'pragma', 'range'],
  'a trace': ['traceparent', 'tracestate', 'x-request-id'],
} as const

/** Returns the headers of the sealed request for a plain one. */
async function captureRequest(
  url: string,
  init: RequestInit,
  headers: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const sent: Request[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push(new Request(url, init))
    return new Response(null, { status: 404 })
  }
  await createSealingFetch(merchant, { urls, fetch, headers })(new Request(url, init))
  return Object.fromEntries(sent.flatMap(({ headers }) => [...headers]))
}

describe.each(Object.entries(strange))('headers about %s are not sent:', (_of, names) => {
  test.each(names)('%s', async (name) => {
    const headers = { ...mine, [name]: canary }
    const post = { method: 'POST', body: '{"symbol":"BTC"}', headers }
    const { 'content-length': length, ...sent } = await captureRequest(pull, post)
    expect(sent).toEqual({ ...mine, 'content-type': 'application/json' })
    expect(Number(length)).toBeGreaterThan(500)
    expect(await captureRequest(account, { headers })).toEqual(mine)
    expect(Object.keys(await captureRequest(token, { headers }))).toEqual(['accept', 'timestamp'])
  })
})

test('only the token call keeps the API key and the timestamp', async () => {
  const headers = { ...mine, 'Api-Key': 'key-1', Timestamp: '1' }
  expect(await captureRequest(token, { headers })).toEqual({
    accept: mine.accept,
    'api-key': 'key-1',
    timestamp: '1',
  })
  expect(await captureRequest(account, { headers })).toEqual(mine)
})

test('headers in the option are sent once, whatever their case', async () => {
  const headers = { traceparent: 'trace-1', accept: 'application/json', 'x-request-id': canary }
  expect(await captureRequest(account, { headers }, ['TraceParent', 'Accept', 'x-absent'])).toEqual({
    accept: 'application/json',
    traceparent: 'trace-1',
  })
})

test.each([
  ['no list', 'traceparent', 'must be a list of header names'],
  ['no name', ['trace parent'], 'must be a list of header names'],
  ['the credential of the token call', ['Api-Key'], 'must not contain api-key'],
  ['its timestamp', ['timestamp'], 'must not contain timestamp'],
  ['the connection', ['Host'], 'must not contain host'],
  ['the body', ['content-encoding'], 'must not contain content-encoding'],
])('the option rejects %s', (_what, headers, sentence) => {
  // @ts-expect-error A caller in JavaScript may give anything.
  expect(() => createSealingFetch(merchant, { urls, headers })).toThrow(sentence)
})

test('a request that a server received can be passed on as it is', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1')
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
  const plainFetch = createSealingFetch(merchant, { urls: { openPlatform: at, base: at, v1: at } })
  expect((await plainFetch(new Request(pull, init))).status).toBe(404)
  server.closeAllConnections()
  server.close()
})
