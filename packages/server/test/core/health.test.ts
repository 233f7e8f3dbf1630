import { once } from 'node:events'
import { connect } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { listenOn, type ListenOptions, type ReadyCheck } from '../../src/core/index.ts'
import { listen } from '../../src/index.ts'
import { collectText, exchangeTexts, readStatuses } from '../support/sockets.ts'

const endless = 2_147_483_647

async function start(
  options: ListenOptions = {},
  respond: () => Promise<Response> = async () => new Response('the program'),
) {
  const server = await listenOn(respond, { grace: endless, ...options })
  onTestFinished(() => server.close())
  return server
}

async function readReady(url: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${url}/health/ready`)
  return [response.status, await response.json()]
}

const never = new Promise<never>(() => undefined)

describe('/health/live', () => {
  test('responds with 200 while a check fails', async () => {
    const { url } = await start({ checks: { database: async () => false } })
    const response = await fetch(`${url}/health/live`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'live' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['GET with a query', 200, 'GET /health/live?x=1 HTTP/1.1\r\nHost: s'],
    ['HEAD', 200, 'HEAD /health/live HTTP/1.1\r\nHost: s'],
    ['GET of HTTP/1.0 without a host', 200, 'GET /health/live HTTP/1.0'],
    ['GET for another host', 200, 'GET /health/live HTTP/1.1\r\nHost: other.example'],
    ['POST', 405, 'POST /health/live HTTP/1.1\r\nHost: s\r\nContent-Length: 0'],
    ['OPTIONS', 405, 'OPTIONS /health/live HTTP/1.1\r\nHost: s'],
  ])('to %s responds with %i', async (_what, status, head) => {
    const text = await exchangeTexts(await start(), [`${head}\r\nConnection: close\r\n\r\n`])
    expect(readStatuses(text)).toEqual([status])
    expect(text).not.toContain('the program')
  })

  test.each(['/health', '/health/', '/health/live/', '/Health/live', '/health/none'])(
    'leaves %s to the program',
    async (path) => {
      const { url } = await start()
      expect(await (await fetch(url + path)).text()).toBe('the program')
    },
  )
})

describe('/health/ready', () => {
  test('is ready without checks', async () => {
    const { url } = await start()
    expect(await readReady(url)).toEqual([200, { status: 'ready', checks: {} }])
  })

  test.each<readonly [string, 'ok' | 'failed', ReadyCheck]>([
    ['resolves with true', 'ok', async () => true],
    ['returns true', 'ok', () => true],
    ['resolves with false', 'failed', async () => false],
    ['rejects', 'failed', async () => Promise.reject(new Error('canary'))],
    [
      'throws',
      'failed',
      () => {
        throw new Error('canary')
      },
    ],
    // A program in JavaScript may return anything.
    ['resolves with undefined', 'failed', async () => JSON.parse('{}').missing],
    ['resolves with text', 'failed', async () => JSON.parse('"canary"')],
    ['resolves with null', 'failed', async () => JSON.parse('null')],
  ])('reports a check that %s as %s', async (_what, state, database) => {
    const { url } = await start({ checks: { database, keys: async () => true } })
    const isReady = state === 'ok'
    expect(await readReady(url)).toEqual([
      isReady ? 200 : 503,
      { status: isReady ? 'ready' : 'not-ready', checks: { database: state, keys: 'ok' } },
    ])
  })

  test('reports each part of a check', async () => {
    const { url } = await start({ checks: { custody: async () => ({ clock: true, token: false }) } })
    expect(await readReady(url)).toEqual([
      503,
      { status: 'not-ready', checks: { 'custody.clock': 'ok', 'custody.token': 'failed' } },
    ])
  })

  test.each<readonly [string, ReadyCheck]>([
    ['never ends', () => never],
    [
      'fails when its signal fires',
      async (signal) => {
        await once(signal, 'abort')
        throw new Error('aborted')
      },
    ],
  ])('reports a check that %s as late, and aborts it', async (_what, check) => {
    let given: AbortSignal | undefined
    const database: ReadyCheck = (signal) => check((given = signal))
    const { url } = await start({ checks: { database }, checkDeadline: 1 })
    expect(await readReady(url)).toEqual([503, { status: 'not-ready', checks: { database: 'late' } }])
    expect(given?.aborted).toBe(true)
  })

  test('runs a check once for requests at the same time, and again for later ones', async () => {
    const runs: (() => void)[] = []
    const database: ReadyCheck = () => new Promise((resolve) => runs.push(() => resolve(true)))
    const server = await start({ checks: { database }, checkDeadline: endless })
    const write = (more: string): string => `GET /health/ready HTTP/1.1\r\nHost: s\r\n${more}\r\n`
    // All of them arrive in one piece.
    const together = exchangeTexts(server, [write('') + write('') + write('Connection: close\r\n')], { end: false })
    await expect.poll(() => runs.length).toBe(1)
    runs[0]?.()
    expect(readStatuses(await together)).toEqual([200, 200, 200])
    expect(runs).toHaveLength(1)
    const later = readReady(server.url)
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.()
    await later
  })

  test.each<readonly [string, unknown]>([
    ['checks must be', 5],
    ['checks must be', []],
    ['checks.database must be a function', { database: true }],
    ['checks has the name "a b"', { 'a b': () => true }],
    ['checks has the name ""', { '': () => true }],
  ])('does not start if %s ...', async (message, checks) => {
    const options: object = { checks }
    await expect(listenOn(async () => new Response(), options)).rejects.toThrow(message)
  })
})

describe('a drain', () => {
  test('first reports 503 on an open port, and asks callers to close their connections', async () => {
    const { url, drain, close } = await start({ drain: endless })
    const drained = drain()
    expect(await readReady(url)).toEqual([503, { status: 'draining', checks: {} }])
    const response = await fetch(url)
    expect([response.status, response.headers.get('connection'), await response.text()]).toEqual([
      200,
      'close',
      'the program',
    ])
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    await close()
    await drained
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('closes a connection that was open before, after its next response', async () => {
    const server = await start({ drain: endless })
    const socket = connect(server.port, server.host)
    const received = collectText(socket)
    socket.write('GET /1 HTTP/1.1\r\nHost: s\r\n\r\n')
    await once(socket, 'data')
    void server.drain()
    socket.write('GET /2 HTTP/1.1\r\nHost: s\r\n\r\n')
    const text = await received
    expect(readStatuses(text)).toEqual([200, 200])
    expect(text.match(/connection: (close|keep-alive)/gi)).toEqual(['Connection: keep-alive', 'connection: close'])
  })

  test('tells the caller of a running call to close its connection', async () => {
    const responses: ((response: Response) => void)[] = []
    const { url, drain } = await start({ drain: endless }, () => new Promise((resolve) => responses.push(resolve)))
    const running = fetch(url)
    await expect.poll(() => responses.length).toBe(1)
    void drain()
    responses[0]?.(new Response('done'))
    expect((await running).headers.get('connection')).toBe('close')
  })

  test('resolves after its time, while the port is still open', async () => {
    const { url, drain } = await start({ drain: 1 })
    await drain()
    expect((await fetch(url)).status).toBe(200)
    expect((await readReady(url))[0]).toBe(503)
  })

  test('of several views drains all of them', async () => {
    const app = async (): Promise<Response> => new Response()
    const { one, two, drain, close } = await listen({ one: app, two: app }, { drain: endless })
    const drained = drain()
    for (const { url } of [one, two]) expect((await readReady(url))[0]).toBe(503)
    await close()
    await drained
  })

  test('after a close ends at once', async () => {
    const { drain, close } = await start({ drain: endless })
    await close()
    await expect(drain()).resolves.toBeUndefined()
  })
})
