import { once } from 'node:events'
import { Agent, IncomingMessage, request as ask } from 'node:http'
import { connect, Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

import { describe, expect, test } from 'vitest'

import { type Gateway, createNodeListener } from '../../src/gateway/index.ts'
import { createResponderListener, toRequest } from '../../src/gateway/node.ts'
import { TextResponse } from '../../src/gateway/text-response.ts'
import { readResponse } from '../support/samples.ts'
import { profileNames } from '../support/sides.ts'
import { toFormRequest, openReply, createScene, sealCall, toWebRequest } from './fixtures.ts'
import { exchange, parsing, sendRaw, type Handle, startServer } from './server.ts'

describe.each(profileNames)('under %s, node:http', (name) => {
  test.each(['getAccount', 'notifyDeposit', 'cancelWithdrawal'] as const)('carries %s', async (id) => {
    const { merchant, gateway, seen } = createScene(name)
    const { at } = await startServer(createNodeListener(gateway))
    const request = await sealCall(merchant, id)
    const response = await fetch(toWebRequest(request, at))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await openReply(merchant, request, response)).response).toEqual(readResponse(id))
    expect(seen[0]?.request.url.startsWith(at)).toBe(true)
  })

  test.each<readonly [string, (text: string) => unknown]>([
    ['an object', (text) => JSON.parse(text)],
    ['a text', (text) => text],
    ['bytes', (text) => Buffer.from(text)],
    ['nothing', () => undefined],
  ])('accepts an envelope that a parser converted to %s', async (kind, parse) => {
    const { merchant, gateway } = createScene(name)
    const { at } = await startServer(kind === 'nothing' ? createNodeListener(gateway) : parsing(gateway, parse))
    const request = await sealCall(merchant, 'pullWithdrawals')
    const { response } = await openReply(merchant, request, await fetch(toWebRequest(request, at)))
    expect(response).toEqual(readResponse('pullWithdrawals'))
  })

  test('reads the body itself if a parser left only an empty object', async () => {
    const { merchant, gateway } = createScene(name)
    const listen = createNodeListener(gateway)
    const { at } = await startServer((request, response) => listen(Object.assign(request, { body: {} }), response))
    const request = await sealCall(merchant, 'pullWithdrawals')
    const { response } = await openReply(merchant, request, await fetch(toWebRequest(request, at)))
    expect(response).toEqual(readResponse('pullWithdrawals'))
  })

  test('reports a body that was already read and discarded', async () => {
    const { merchant, gateway, errors } = createScene(name)
    const listen = createNodeListener(gateway)
    const { at } = await startServer(async (request, response) => {
      await textOf(request)
      await listen(request, response)
    })
    const response = await fetch(toWebRequest(await sealCall(merchant, 'pullWithdrawals'), at))
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^The request body has already been read\. /),
      }),
    ])
  })

  test.each(['{}', 'null'])('returns %s behind a parser as without one', async (body) => {
    const { gateway, errors } = createScene(name)
    const { at } = await startServer(parsing(gateway, (text) => JSON.parse(text)))
    const response = await fetch(`${at}/api/v1/withdraw/consume`, { method: 'POST', body })
    const direct = await startServer(createNodeListener(gateway))
    const same = await fetch(`${direct.at}/api/v1/withdraw/consume`, { method: 'POST', body })
    expect([response.status, await response.text()]).toEqual([same.status, await same.text()])
    expect(errors).toEqual([])
  })

  test('ignores the parsed body of a GET', async () => {
    const { merchant, gateway } = createScene(name)
    const { at } = await startServer(parsing(gateway, () => ({})))
    const request = await sealCall(merchant, 'getAccount')
    const { response } = await openReply(merchant, request, await fetch(toWebRequest(request, at)))
    expect(response).toEqual(readResponse('getAccount'))
  })

  test('works as a Fastify route, and prevents the response of Fastify', async () => {
    const { merchant, gateway } = createScene(name)
    const listen = createNodeListener(gateway)
    const hijacked: string[] = []
    const { at } = await startServer(async (request, response) => {
      const body: unknown = JSON.parse(await textOf(request))
      await listen({ raw: request, body }, { raw: response, hijack: () => hijacked.push(request.url ?? '') })
    })
    const request = await sealCall(merchant, 'pullWithdrawals')
    const { response } = await openReply(merchant, request, await fetch(toWebRequest(request, at)))
    expect(response).toEqual(readResponse('pullWithdrawals'))
    expect(hijacked).toEqual(['/api/v1/withdraw/consume'])
  })

  test('an invalid envelope gets the same bytes behind every parser', async () => {
    const { gateway } = createScene(name)
    const corruptRequest = JSON.stringify({ app_id: 'demo-shop', time: 1, sign: 'A', data: 'A' })
    const serves = [
      createNodeListener(gateway),
      parsing(gateway, JSON.parse),
      parsing(gateway, () => null),
      parsing(gateway, () => 7),
      parsing(gateway, () => [{}]),
    ]
    const responses = await Promise.all(
      serves.map(async (serve) => {
        const { at } = await startServer(serve)
        const { headers, ...rest } = await exchange(`${at}/api/v1/withdraw/consume`, { method: 'POST' }, corruptRequest)
        return JSON.stringify([rest, { ...headers, date: '' }])
      }),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toContain('ENVELOPE_REJECTED')
  })
})

describe('a form', () => {
  const readForm = (text: string): object => Object.fromEntries(new URLSearchParams(text))

  test.each<readonly [string, (gateway: Gateway) => Handle]>([
    ['read from the stream', createNodeListener],
    ['parsed to an object', (gateway) => parsing(gateway, readForm)],
    [
      'parsed to an object without a prototype',
      (gateway) => parsing(gateway, (text) => Object.assign(Object.create(null), readForm(text))),
    ],
    ['parsed to a string', (gateway) => parsing(gateway, (text) => text)],
  ])('is opened if it is %s', async (_name, serve) => {
    const { merchant, gateway } = createScene('classic')
    const { at } = await startServer(serve(gateway))
    const request = await sealCall(merchant, 'listWithdrawals')
    const { response } = await openReply(merchant, request, await fetch(toFormRequest(request, at)))
    expect(response).toEqual(readResponse('listWithdrawals'))
  })

  test.each<readonly [string, (all: Readonly<Record<string, string>>) => object]>([
    ['a repeated field', ({ app_id, data }) => ({ app_id: [app_id, app_id], data })],
    ['a nested field', ({ app_id, data }) => ({ app_id, data: { data } })],
    ['a list of lists', ({ app_id, data }) => ({ app_id, data: [[data]] })],
    ['an additional field', ({ app_id, data }) => ({ app_id, data, time: '1' })],
    ['no fields', () => ({})],
  ])('with %s is rejected as without a parser', async (_name, corrupt) => {
    const { merchant, gateway, seen } = createScene('classic')
    const { at } = await startServer(parsing(gateway, (text) => corrupt(Object.fromEntries(new URLSearchParams(text)))))
    const response = await fetch(toFormRequest(await sealCall(merchant, 'listWithdrawals'), at))
    expect(await response.json()).toEqual({ code: '100005', msg: 'ENVELOPE_REJECTED' })
    expect(seen).toEqual([])
  })
})

describe('the connection', () => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

  test('is reused for the next call', async () => {
    const { merchant, gateway } = createScene('modern')
    const { at, connections } = await startServer(createNodeListener(gateway))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { path, body = '' } = await sealCall(merchant, 'pullWithdrawals')
    const statuses: unknown[] = []
    for (const method of ['POST', 'GET', 'HEAD', 'POST']) {
      const { status, headers } = await exchange(
        at + path,
        { ...post, method, agent },
        ...(method === 'POST' ? [body] : []),
      )
      statuses.push([status, headers.allow, headers['transfer-encoding']])
    }
    agent.destroy()
    expect(statuses).toEqual([
      [200, undefined, undefined],
      [405, 'POST', undefined],
      [405, 'POST', undefined],
      [200, undefined, undefined],
    ])
    expect(connections()).toBe(1)
  })

  test('may carry a chunked body', async () => {
    const { merchant, gateway, seen } = createScene('modern')
    const { at } = await startServer(createNodeListener(gateway))
    const { path, body = '' } = await sealCall(merchant, 'pullWithdrawals')
    const pieces = [body.slice(0, 10), body.slice(10, 11), body.slice(11)]
    const headers = { ...post.headers, 'transfer-encoding': 'chunked' }
    expect((await exchange(at + path, { ...post, headers }, ...pieces)).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['announced by content-length', { 'content-length': String(2 ** 20) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('stays open after a body over the limit %s', async (_name, headers) => {
    const { gateway } = createScene('modern')
    const { at, connections } = await startServer(createNodeListener(gateway, { linger: 60_000 }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const chunk = new Uint8Array(2 ** 18)
    const url = `${at}/api/v1/withdraw/consume`
    const { status, body } = await exchange(url, { method: 'POST', headers, agent }, chunk, chunk, chunk, chunk)
    const { status: next } = await exchange(`${at}/none`, { agent })
    agent.destroy()
    expect([status, body, next, connections()]).toEqual([413, '', 404, 1])
  })

  test('closes if the client goes on sending after the response', async () => {
    const listen = createNodeListener(createScene('modern').gateway, { linger: 1 })
    const { port } = await startServer(listen)
    const head = 'POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n'
    expect(await sendRaw(port, head, 'no such text')).toMatch(/^HTTP\/1.1 404 Not Found\r\n/)
  })

  test('aborts the signal of the handler when it breaks', async () => {
    let told = (_aborted: boolean): void => {}
    const aborted = new Promise<boolean>((resolve) => (told = resolve))
    const { merchant, gateway, errors } = createScene('modern', {
      handler: async ({ signal }) => {
        request.destroy()
        await once(signal, 'abort')
        told(signal.aborted)
        return new Response()
      },
    })
    const { at } = await startServer(createNodeListener(gateway))
    const { path, query } = await sealCall(merchant, 'getAccount')
    const request = ask(`${at}${path}?${query}`)
    request.on('error', () => {})
    request.end()
    expect(await aborted).toBe(true)
    expect(errors).toEqual([])
  })

  test('may break in the middle of a body without an error of this side', async () => {
    const { gateway, errors, rejections } = createScene('modern')
    let done = (): void => {}
    const served = new Promise<void>((resolve) => (done = resolve))
    const listen = createNodeListener(gateway)
    const { port } = await startServer(async (request, response) => {
      socket.destroy()
      await listen(request, response)
      done()
    })
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/v1/withdraw/consume HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{')
    await served
    expect(errors).toEqual([])
    expect(rejections.length).toBeLessThanOrEqual(1)
  })
})

describe('an unusual request', () => {
  const writeGet = (target: string, ...headers: readonly string[]): string =>
    [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')

  test.each([
    ['a host with a path in it', '/api/v2/user/info', 'Host: a/b?c='],
    ['a host with a name in it', '/api/v2/user/info', 'Host: me@a'],
    ['a host without a name', '/api/v2/user/info', 'Host:'],
    ['an absolute address', 'http://service.example/api/v2/user/info', 'Host: a'],
  ])('with %s reaches its call', async (_name, target, host) => {
    const { port } = await startServer(createNodeListener(createScene('modern').gateway))
    expect(await sendRaw(port, writeGet(target, host), 'REJECTED')).toContain('HTTP/1.1 200 OK')
  })

  test.each([
    ['no path', '*', 'Host: a'],
    ['a path that reads as a host', '//api/v2/user/info', 'Host: a'],
    ['an address with a password', 'http://me:pass@a/api/v2/user/info', 'Host: a'],
    ['an address of another kind', 'ftp://a/api/v2/user/info', 'Host: a'],
    ['an impossible port', '/api/v2/user/info', 'Host: a:99999'],
  ])('with %s gets 404', async (_name, target, host) => {
    const { port } = await startServer(createNodeListener(createScene('modern').gateway))
    expect(await sendRaw(port, writeGet(target, host), '\r\n\r\n')).toContain('HTTP/1.1 404 Not Found')
  })

  test('with a method that fetch does not support gets 405', async () => {
    const { at } = await startServer(createNodeListener(createScene('modern').gateway))
    const { status, headers } = await exchange(`${at}/api/v2/user/info`, { method: 'TRACE' })
    expect([status, headers.allow]).toEqual([405, 'GET, POST'])
  })

  test('passes repeated headers to the token handler, and returns every cookie', async () => {
    const { gateway } = createScene('modern', {
      token: ({ headers }) => {
        const own = new Headers([
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['connection', 'close'],
          ['content-length', '99'],
        ])
        return new Response(headers.get('x-seen-by'), { headers: own })
      },
    })
    const { at } = await startServer(createNodeListener(gateway))
    const { headers, body } = await exchange(`${at}/open-api/v1/merchant/token`, {
      headers: { 'X-Seen-By': ['one', 'two'] },
    })
    expect(body).toBe('one, two')
    expect(headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      'content-length': '8',
      connection: 'keep-alive',
    })
  })

  test('over TLS has an https address', () => {
    const raw = new IncomingMessage(new TLSSocket(new Socket()))
    raw.url = '/none'
    expect(toRequest(raw, undefined, new AbortController().signal).url).toBe('https://localhost/none')
  })

  test('gets a 500 without a body if the gateway rejects', async () => {
    const { at } = await startServer(createNodeListener(() => Promise.reject(new Error('canary'))))
    const { status, body } = await exchange(at, {})
    expect([status, body]).toEqual([500, ''])
  })

  test.each<readonly [string, Gateway]>([
    ['responds', async () => new Response('mine')],
    ['rejects', () => Promise.reject(new Error('canary'))],
  ])('whose response has already started is not changed if the gateway %s', async (_name, gateway) => {
    const listen = createNodeListener(gateway)
    const { at } = await startServer(async (request, response) => {
      response.writeHead(201).flushHeaders()
      await listen(request, response)
      response.end('theirs')
    })
    expect(await exchange(at, {})).toMatchObject({ status: 201, body: 'theirs' })
  })
})

describe('a string of a responder', () => {
  const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const contents = [
    new TextResponse('{"msg":"\u00e9"}', { headers: json }),
    new TextResponse('', { status: 404 }),
    new TextResponse('', { status: 405, headers: { allow: 'GET, POST', connection: 'close' } }),
    new TextResponse('', { status: 204 }),
    new TextResponse('busy', { status: 503, headers: { 'content-type': 'text/plain', 'content-length': '99' } }),
  ]

  test.each(['GET', 'POST', 'HEAD'])('gets the same response to %s as a Response', async (method) => {
    for (const content of contents) {
      const direct = await startServer(createResponderListener(async () => content))
      const converted = await startServer(createNodeListener(async () => content.toResponse()))
      const [one, other] = await Promise.all([direct, converted].map(({ at }) => exchange(at, { method })))
      expect({ ...one, headers: { ...one?.headers, date: '' } }).toEqual({
        ...other,
        headers: { ...other?.headers, date: '' },
      })
      expect(one?.status).toBe(content.status)
    }
  })

  test('does not become a Response', async () => {
    class OnlyText extends TextResponse {
      override toResponse(): never {
        throw new TypeError('It became a Response.')
      }
    }
    const { at } = await startServer(createResponderListener(async () => new OnlyText('{}', { headers: json })))
    expect(await exchange(at, {})).toMatchObject({ status: 200, body: '{}' })
  })
})
