import { once } from 'node:events'
import { connect } from 'node:net'

import { describe, expect, test } from 'vitest'

import { listenOn } from '../../src/core/index.ts'
import { createService, listen, type RequestInfo } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createMerchant } from '../support/merchants.ts'
import { exchangeTexts, readStatuses } from '../support/sockets.ts'

const { plain, wire } = createService({
  merchants: new Map([['modern-shop', createMerchant('modern')]]),
  handlers: createHandlers().handlers,
})
const writeGet = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: service\r\n\r\n`

describe('closing', () => {
  const slowly = (): {
    readonly fetch: () => Promise<Response>
    finish: () => void
    readonly started: Promise<void>
  } => {
    let finish = (): void => undefined
    let start = (): void => undefined
    const started = new Promise<void>((resolve) => (start = resolve))
    const finished = new Promise<void>((resolve) => (finish = resolve))
    return {
      started,
      finish: () => finish(),
      fetch: async () => {
        start()
        await finished
        return new Response('done')
      },
    }
  }

  test('lets a running call end, and rejects new connections', async () => {
    const slow = slowly()
    const { app, close } = await listen({ app: slow.fetch })
    const running = fetch(app.url)
    await slow.started
    const closed = close()
    await expect(fetch(app.url)).rejects.toThrow('fetch failed')
    slow.finish()
    expect(await (await running).text()).toBe('done')
    await closed
  })

  test('cuts a call that does not end within the grace period', async () => {
    const slow = slowly()
    const { app, close } = await listen({ app: slow.fetch }, { grace: 1 })
    const running = fetch(app.url).catch((error: unknown) => error)
    await slow.started
    await close()
    expect(await running).toBeInstanceOf(TypeError)
  })

  test('ends connections that are idle', async () => {
    const { app, close } = await listen({ app: async () => new Response() })
    const socket = connect(app.port, app.host)
    await once(socket, 'connect')
    const ended = once(socket, 'close')
    socket.resume()
    await close()
    await ended
    expect(socket.destroyed).toBe(true)
  })

  test('waits for running calls each time it is called', async () => {
    const slow = slowly()
    const { app } = await listen({ app: slow.fetch })
    const running = fetch(app.url)
    await slow.started
    let closed = 0
    const both = Promise.all([app.close(), app.close()].map((close) => close.then(() => (closed += 1))))
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(0)
    slow.finish()
    await both
    expect((await running).status).toBe(200)
    await app.close()
  })

  test('responds to all running pipelined calls, then ends their connection', async () => {
    const slow = slowly()
    const { app } = await listen({ app: slow.fetch }, { grace: 2_147_483_647 })
    const reply = exchangeTexts(app, [writeGet('/1') + writeGet('/2') + writeGet('/3')], { end: false })
    await slow.started
    const closed = app.close()
    slow.finish()
    await closed
    const text = await reply
    expect(readStatuses(text)).toEqual([200, 200, 200])
    expect(text.match(/connection: close/gi)).toHaveLength(1)
  })

  test('ignores calls after the last one of a connection', async () => {
    const slow = slowly()
    const paths: string[] = []
    const { app } = await listen({
      app: async ({ url }) => {
        paths.push(new URL(url).pathname)
        return slow.fetch()
      },
    })
    const socket = connect(app.port, app.host)
    const ended = once(socket, 'close')
    socket.resume().write(writeGet('/1'))
    await slow.started
    const closed = app.close()
    await new Promise<void>((resolve) => socket.write(writeGet('/2'), () => resolve()))
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    slow.finish()
    await Promise.all([closed, ended])
    expect(paths).toEqual(['/1'])
  })
})

/** Returns a closed view with a running one on the next port. Systems do not give these ports to connections. */
async function startNeighbours() {
  for (let port = 20_000; ; port += 2)
    try {
      const first = await listen({ plain }, { port })
      await first.close()
      return [first, await listen({ plain }, { port: port + 1 })] as const
    } catch {
      // Another program may use one of them.
    }
}

describe('listening', () => {
  test('uses consecutive ports for views, and names a port in use', async () => {
    const first = await listen({ plain, wire })
    const { port } = first.wire
    const again = listen({ plain, wire }, { port })
    await expect(again).rejects.toThrow(`Port ${port} is in use`)
    await first.close()
  })

  test('closes the first view if the port of the second is in use', async () => {
    const [first, busy] = await startNeighbours()
    await expect(listen({ plain, wire }, { port: first.plain.port })).rejects.toThrow(
      `Port ${busy.plain.port} is in use`,
    )
    const again = await listen({ plain }, { port: first.plain.port })
    await again.close()
    await busy.close()
  })

  test('closes the first view if the port of the second is not a port', async () => {
    await expect(listen({ plain, wire }, { port: 65_535 })).rejects.toThrow('from 0 to 65535, not 65536')
    const again = await listen({ plain }, { port: 65_535 })
    await again.close()
  })

  test.each([
    ['trustProxy', { trustProxy: -1 }],
    ['trustProxy', { trustProxy: 0.5 }],
    ['trustProxy', { trustProxy: Number.NaN }],
    ['grace', { grace: -1 }],
    ['grace', { grace: Number.NaN }],
    ['grace', { grace: Number.POSITIVE_INFINITY }],
    ['grace', { grace: 2_147_483_648 }],
    ['drain', { drain: -1 }],
    ['drain', { drain: 2_147_483_648 }],
    ['checkDeadline', { checkDeadline: 0.5 }],
    ['port', { port: 65_536 }],
    ['port', { port: -1 }],
    ['port', { port: 1.5 }],
  ])('needs a fitting %s', async (name, options) => {
    await expect(listen({ plain }, options)).rejects.toThrow(name)
  })

  test.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.2'],
    [2, '198.51.100.1'],
    [3, '192.0.2.66'],
    [4, undefined],
  ])('with trustProxy %d reads the address of the caller from the right entry', async (trustProxy, expected) => {
    const seen: unknown[] = []
    const { app, close } = await listen(
      {
        app: async (_request, info) => {
          seen.push(info?.address)
          return new Response()
        },
      },
      { trustProxy },
    )
    await fetch(app.url, { headers: { 'x-forwarded-for': '192.0.2.66, 198.51.100.1, 203.0.113.2' } })
    await close()
    expect(seen).toEqual([expected])
  })

  const readAddress = async (headers: readonly string[]): Promise<unknown> => {
    const seen: unknown[] = []
    const app = async (_request: Request, info?: RequestInfo): Promise<Response> => {
      seen.push(info?.address)
      return new Response()
    }
    const servers = await listen({ app }, { trustProxy: 1 })
    const text = `GET / HTTP/1.1\r\nHost: s\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`
    expect(readStatuses(await exchangeTexts(servers.app, [text]))).toEqual([200])
    await servers.close()
    expect(seen).toHaveLength(1)
    return seen[0]
  }

  test.each([
    ['203.0.113.2', '203.0.113.2'],
    [' 192.0.2.1 ,\t203.0.113.2 ', '203.0.113.2'],
    ['203.0.113.2:4711', '203.0.113.2'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:203.0.113.2', '::ffff:203.0.113.2'],
    ['', undefined],
    [',', undefined],
    ['203.0.113.2,', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['203.0.113.2:x', undefined],
    ['203.0.113.256', undefined],
    ['0x7f.1', undefined],
    ['[203.0.113.2', undefined],
    ['203.0.113.2 evil', undefined],
    ['\xff', undefined],
  ])('takes from the last entry of X-Forwarded-For: %j the address %s', async (value, expected) => {
    expect(await readAddress([`X-Forwarded-For: ${value}`])).toBe(expected)
  })

  test('has no address behind a proxy that did not set X-Forwarded-For', async () => {
    expect(await readAddress([])).toBeUndefined()
  })

  test.each([
    ['the last of two headers', []],
    ['a header behind 2,500 others', Array.from({ length: 2500 }, () => 'a:')],
  ])('takes the address from %s', async (_what, between) => {
    const forged = 'X-Forwarded-For: 192.0.2.66'
    expect(await readAddress([forged, ...between, 'X-Forwarded-For: 203.0.113.2'])).toBe('203.0.113.2')
  })
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['localhost', 'localhost'],
])('a server on %s is reached at %s', async (host, reached) => {
  const { url, port, close } = await listenOn(async () => new Response(), { host })
  expect(url).toBe(`http://${reached}:${port}`)
  await close()
})
