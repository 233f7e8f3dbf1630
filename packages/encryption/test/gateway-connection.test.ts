import { once } from 'node:events'
import { Agent, IncomingMessage, request as ask } from 'node:http'
import { connect, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

import { describe, expect, test } from 'vitest'

import { type Gateway, nodeListener } from '../src/gateway/index.ts'
import { webRequest } from '../src/gateway/node-request.ts'
import { sceneOf, sealed } from './gateway-fixtures.ts'
import { exchange, plainly, raw, serving } from './gateway-server.ts'

describe('the connection', () => {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

  test('is kept for the next call', async () => {
    const { merchant, gateway } = sceneOf('modern')
    const { at, connections } = await serving(plainly(gateway))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { path, body = '' } = await sealed(merchant, 'pullWithdrawals')
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

  test('may carry a body in pieces of unknown number', async () => {
    const { merchant, gateway, seen } = sceneOf('modern')
    const { at } = await serving(plainly(gateway))
    const { path, body = '' } = await sealed(merchant, 'pullWithdrawals')
    const pieces = [body.slice(0, 10), body.slice(10, 11), body.slice(11)]
    const headers = { ...post.headers, 'transfer-encoding': 'chunked' }
    expect((await exchange(at + path, { ...post, headers }, ...pieces)).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['that says so', { 'content-length': String(2 ** 20) }],
    ['that does not', { 'transfer-encoding': 'chunked' }],
  ])('survives a body over the limit %s, and goes on', async (_name, headers) => {
    const { gateway } = sceneOf('modern')
    // How long it lingers is told elsewhere; here it has all the time it needs.
    const { at, connections } = await serving(nodeListener(gateway, { linger: 60_000 }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const chunk = new Uint8Array(2 ** 18)
    const url = `${at}/api/v1/withdraw/consume`
    const { status, body } = await exchange(
      url,
      { method: 'POST', headers, agent },
      chunk,
      chunk,
      chunk,
      chunk,
    )
    const { status: next } = await exchange(`${at}/none`, { agent })
    agent.destroy()
    expect([status, body, next, connections()]).toEqual([413, '', 404, 1])
  })

  test('ends for who goes on sending after the answer', async () => {
    const listen = nodeListener(sceneOf('modern').gateway, { linger: 1 })
    const { port } = await serving(listen)
    const head = 'POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n'
    expect(await raw(port, head, 'no such text')).toMatch(/^HTTP\/1.1 404 Not Found\r\n/)
  })

  test('that is cut tells the handler', async () => {
    let told = (_aborted: boolean): void => {}
    const aborted = new Promise<boolean>((resolve) => (told = resolve))
    const { merchant, gateway, errors } = sceneOf('modern', {
      handler: async ({ signal }) => {
        request.destroy()
        await once(signal, 'abort')
        told(signal.aborted)
        return new Response()
      },
    })
    const { at } = await serving(plainly(gateway))
    const { path, query } = await sealed(merchant, 'getAccount')
    const request = ask(`${at}${path}?${query}`)
    request.on('error', () => {})
    request.end()
    expect(await aborted).toBe(true)
    expect(errors).toEqual([])
  })

  test('that is cut in the middle of a body is nobody else’s business', async () => {
    const { gateway, errors, rejections } = sceneOf('modern')
    let done = (): void => {}
    const served = new Promise<void>((resolve) => (done = resolve))
    const listen = nodeListener(gateway)
    const { port } = await serving(async (request, response) => {
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

describe('a request of an odd kind', () => {
  const get = (target: string, ...headers: readonly string[]): string =>
    [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')

  test.each([
    ['a host with a path in it', '/api/v2/user/info', 'Host: a/b?c='],
    ['a host with a name in it', '/api/v2/user/info', 'Host: me@a'],
    ['a host without a name', '/api/v2/user/info', 'Host:'],
    ['an absolute address', 'http://service.example/api/v2/user/info', 'Host: a'],
  ])('with %s finds its call', async (_name, target, host) => {
    const { port } = await serving(plainly(sceneOf('modern').gateway))
    expect(await raw(port, get(target, host), 'REJECTED')).toContain('HTTP/1.1 200 OK')
  })

  test.each([
    ['no path', '*', 'Host: a'],
    ['a path that reads as a host', '//api/v2/user/info', 'Host: a'],
    ['an address with a password', 'http://me:pass@a/api/v2/user/info', 'Host: a'],
    ['an address of another kind', 'ftp://a/api/v2/user/info', 'Host: a'],
    ['an impossible port', '/api/v2/user/info', 'Host: a:99999'],
  ])('with %s finds none', async (_name, target, host) => {
    const { port } = await serving(plainly(sceneOf('modern').gateway))
    expect(await raw(port, get(target, host), '\r\n\r\n')).toContain('HTTP/1.1 404 Not Found')
  })

  test('that fetch does not know is a wrong method', async () => {
    const { at } = await serving(plainly(sceneOf('modern').gateway))
    const { status, headers } = await exchange(`${at}/api/v2/user/info`, { method: 'TRACE' })
    expect([status, headers.allow]).toEqual([405, 'GET, POST'])
  })

  test('keeps its repeated headers for the token handler, and every cookie of its answer', async () => {
    const { gateway } = sceneOf('modern', {
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
    const { at } = await serving(plainly(gateway))
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

  test('has an address of https where its socket is encrypted', () => {
    const raw = new IncomingMessage(new TLSSocket(new Socket()))
    raw.url = '/none'
    expect(webRequest(raw, undefined, new AbortController().signal).url).toBe('https://localhost/none')
  })

  test('never ends without an answer: a gateway that breaks is 500 and not a word', async () => {
    const { at } = await serving(plainly(() => Promise.reject(new Error('canary'))))
    const { status, body } = await exchange(at, {})
    expect([status, body]).toEqual([500, ''])
  })

  test.each<readonly [string, Gateway]>([
    ['works', async () => new Response('mine')],
    ['breaks', () => Promise.reject(new Error('canary'))],
  ])('whose answer somebody else has begun is left to them where the gateway %s', async (_name, gateway) => {
    const listen = nodeListener(gateway)
    const { at } = await serving(async (request, response) => {
      response.writeHead(201).flushHeaders()
      await listen(request, response)
      response.end('theirs')
    })
    expect(await exchange(at, {})).toMatchObject({ status: 201, body: 'theirs' })
  })
})
