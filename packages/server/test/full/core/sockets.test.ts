// Raw connections to both views: ambiguous framing, slow senders and many connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createService, listen, type Servers } from '../../../src/index.ts'
import { createHandlers } from '../../support/handlers.ts'
import { createMerchant, createShopParty } from '../../support/merchants.ts'
import { collectText, exchangeTexts, readStatuses, trickleText } from '../../support/sockets.ts'

const { handlers, seen } = createHandlers()
const { plain, wire } = createService({
  merchants: new Map([['modern-shop', createMerchant('modern')]]),
  handlers,
})
let servers: Servers<'plain' | 'wire'>
beforeAll(async () => {
  servers = await listen({ plain, wire }, { grace: 0 })
})
afterAll(() => servers.close())

const writeHead = (line: string, headers: readonly string[] = []): string =>
  `${line} HTTP/1.1\r\n${['Host: service', ...headers].join('\r\n')}\r\n\r\n`
const last = ['Connection: close']

interface Texts {
  /** A GET and a POST that get HTTP 200. */
  readonly get: (headers?: readonly string[]) => string
  readonly post: (headers?: readonly string[]) => string
  readonly path: string
}

const party = createShopParty('modern')
const lookup = await party.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
const consumed = await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
const createTexts = (query: string, path: string, body: string): Texts => ({
  path,
  get: (headers = []) => writeHead(`GET ${lookup.path}?${query}`, headers),
  post: (headers = []) =>
    writeHead(`POST ${path}`, [
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ]) + body,
})
const views = {
  plain: createTexts('uid=1&symbol=BTC', consumed.path, '{"symbol":"BTC"}'),
  wire: createTexts(lookup.query, consumed.path, consumed.body ?? ''),
} as const

/** POST requests whose body two parsers could end at different positions. */
const ambiguous: readonly (readonly [name: string, headers: readonly string[], body: string])[] = [
  ['a length before chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['chunks before a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{}'],
  ['two lengths in one header', ['Content-Length: 2, 3'], '{}'],
  ['a length with a sign', ['Content-Length: +2'], '{}'],
  ['a negative length', ['Content-Length: -2'], '{}'],
  ['a length in hex', ['Content-Length: 0x2'], '{}'],
  ['a length with a blank', ['Content-Length: 2 2'], '{}'],
  ['a length of 25 digits', [`Content-Length: ${'9'.repeat(25)}`], '{}'],
  ['a blank before the colon of a length', ['Content-Length : 2'], '{}'],
  ['a blank before the colon of an encoding', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
  ['a misspelt encoding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['an encoding after chunks', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
  ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
  ['an encoding with a vertical tab', ['Transfer-Encoding: \vchunked'], '0\r\n\r\n'],
  ['a folded encoding', ['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'],
  ['a line feed in a header', ['X-A: 1\nTransfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a carriage return in a header', ['X-A: 1\rTransfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a NUL in a header', ['X-A: \0', 'Content-Length: 2'], '{}'],
  ['a chunk size with a prefix', ['Transfer-Encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n'],
  ['a negative chunk size', ['Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk size of 20 digits', ['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size that ends with a line feed', ['Transfer-Encoding: chunked'], '2\n{}\r\n0\r\n\r\n'],
  ['a chunk that is longer than its size', ['Transfer-Encoding: chunked'], '2\r\n{}xx\r\n0\r\n\r\n'],
]

describe.each(['plain', 'wire'] as const)('the %s view', (view) => {
  const { get, post, path } = views[view]
  const send = (text: string): Promise<string> => exchangeTexts(servers[view], [text])

  test.each(ambiguous)('responds to %s once with 4xx and ignores later requests', async (_name, headers, body) => {
    const before = seen.length
    const start = writeHead(`POST ${path}`, ['Content-Type: application/json', ...headers])
    const statuses = readStatuses(await send(start + body + get(last)))
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true)
    expect(seen).toHaveLength(before)
  })

  test.each([
    ['HTTP/0.9', `GET ${path}\r\n\r\n`],
    ['HTTP/1.2', `GET ${path} HTTP/1.2\r\nHost: s\r\n\r\n`],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ['a tunnel', 'CONNECT service:443 HTTP/1.1\r\nHost: service:443\r\n\r\n'],
    ['lines that end with a line feed alone', `GET ${path} HTTP/1.1\nHost: s\n\n`],
    ['an unknown method', 'JEFE / HTTP/1.1\r\nHost: s\r\n\r\n'],
  ])('ignores requests after %s', async (_name, text) => {
    const before = seen.length
    const statuses = readStatuses(await send(text + get(last)))
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(seen).toHaveLength(before)
  })

  test.each([
    ['of an unknown path', () => 'POST /none', 404],
    ['of a wrong method', () => `PUT ${path}`, 405],
    ['that is too long', () => `POST ${path}`, 413],
  ])('never takes the body %s for a request', async (_name, line, status) => {
    const before = seen.length
    const body = get().repeat(Math.ceil(300_000 / get().length))
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    const [first, ...others] = readStatuses(await send(writeHead(line(), headers) + body + get(last)))
    expect(first).toBe(status)
    // The connection may be reused, but only for the request after the body.
    expect(others.length).toBeLessThanOrEqual(1)
    expect(seen.length - before).toBe(others.length)
  })

  test('never reads the body of a GET as a request', async () => {
    const before = seen.length
    const hidden = get()
    expect(
      readStatuses(await send(get([`Content-Length: ${hidden.length}`]) + hidden + get(last))).length,
    ).toBeLessThanOrEqual(2)
    expect(seen.length - before).toBeLessThanOrEqual(2)
  })

  test('responds to pipelined requests wherever the network splits them', async () => {
    const text = get() + post() + writeHead('GET /none') + get(last)
    const allStatuses = readStatuses(await send(text))
    expect(allStatuses).toEqual([200, 200, 404, 200])
    for (let at = 1; at < text.length; at += Math.ceil(text.length / 200)) {
      const socket = await openConnection(view)
      const reply = collectText(socket)
      socket.write(text.slice(0, at))
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(text.slice(at))
      expect([at, readStatuses(await reply)]).toEqual([at, allStatuses])
    }
  })

  test('responds to 1,000 pipelined requests in order', async () => {
    const odd = writeHead('GET /none')
    const statuses = readStatuses(await send((get() + odd).repeat(500) + get(last)))
    expect(statuses).toEqual([...Array.from({ length: 500 }, () => [200, 404]).flat(), 200])
  })

  test('responds to a caller that half-closes its connection', async () => {
    for (let run = 0; run < 100; run += 1)
      expect(readStatuses(await exchangeTexts(servers[view], [get(last)], { end: true }))).toEqual([200])
  })

  test('survives callers that disconnect at any byte', async () => {
    const text = post()
    for (let at = 1; at < text.length; at += Math.ceil(text.length / 200)) {
      const socket = await openConnection(view)
      socket.write(text.slice(0, at))
      await new Promise((resolve) => setImmediate(resolve))
      socket.resetAndDestroy()
    }
    expect(readStatuses(await send(get(last)))).toEqual([200])
  })

  test.each([
    ['one header of 17 KB', [`X-A: ${'a'.repeat(17_408)}`]],
    ['a name of 17 KB', [`${'a'.repeat(17_408)}: 1`]],
  ])('rejects %s with 431', async (_name, headers) => {
    const before = seen.length
    expect(readStatuses(await send(get(headers)))).toEqual([431])
    expect(seen).toHaveLength(before)
  })

  test('responds to calls while 2,000 connections are idle', async () => {
    const idle = await Promise.all(Array.from({ length: 2000 }, () => openConnection(view)))
    const texts = await Promise.all(Array.from({ length: 100 }, () => send(get(last))))
    expect(new Set(texts.flatMap(readStatuses))).toEqual(new Set([200]))
    for (const socket of idle) socket.destroy()
  })
})

// Waits for the real limits of both views at the same time.
test('both views end slow and silent connections, and respond to others meanwhile', async () => {
  const expectEnd = async (view: 'plain' | 'wire'): Promise<void> => {
    const { get, path } = views[view]
    const start = writeHead(`POST ${path}`, ['Content-Type: application/json', 'Content-Length: 1000'])
    const exchangeMany = (text: string, more: string): Promise<readonly string[]> =>
      Promise.all(Array.from({ length: 100 }, () => trickleText(servers[view], text, more)))
    const done = new AbortController()
    const ended = Promise.all([
      exchangeMany(`GET ${path} HTTP/1.1\r\nHost: s\r\n`, 'X-A: 1\r\n'),
      exchangeMany(start, ' '),
      exchangeMany(start.replace('Content-Length: 1000', 'Transfer-Encoding: chunked'), '1\r\n \r\n'),
      exchangeMany('', ''),
    ]).finally(() => done.abort())
    while (!done.signal.aborted) {
      expect(readStatuses(await exchangeTexts(servers[view], [get(last)]))).toEqual([200])
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    for (const texts of await ended) expect([...new Set(texts.flatMap(readStatuses))]).toEqual([408])
  }
  await Promise.all([expectEnd('plain'), expectEnd('wire')])
})

async function openConnection(view: 'plain' | 'wire'): Promise<Socket> {
  const { host, port } = servers[view]
  const socket = connect(port, host).on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
