// Which answers of receivers are deliveries.
import { createServer } from 'node:http'

import { describe, expect, test } from 'vitest'

import { notified } from '../support/notified.ts'
import { receiptOf, receiverOf } from '../support/receiver.ts'

describe('an answer that is no delivery', () => {
  const html = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })
  test.each([
    ['status', () => new Response('', { status: 503 }), 'The receiver answered HTTP 503.'],
    [
      'redirect',
      () => new Response('', { status: 302, headers: { location: 'http://127.0.0.1:9/shop' } }),
      'HTTP 302',
    ],
    ['answer-seal', html, 'check its keys and its path'],
    ['answer-seal', () => Response.json({ code: 0 }), 'check its keys and its path'],
    ['answer-seal', () => new Response('SUCCESS'), 'check its keys and its path'],
    ['answer-length', () => new Response('x'.repeat(65_537)), 'more than 65536 bytes'],
    ['connection-failed', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
    ['timeout', () => new Promise<Response>(() => {}), 'within 20 ms'],
  ] as const)('has the failure %s', async (failure, answer, detail) => {
    // Another answer may take longer than that.
    const { control, receiver, credit } = await notified({
      notificationTimeout: failure === 'timeout' ? 20 : undefined,
    })
    receiver.answer = answer
    await credit()
    await control.time.advance(0)
    const { state, log } = await control.notifications.get({ id: 1 })
    expect([state, log]).toMatchObject(['waiting', [{ failure }]])
    expect(log[0]?.detail).toContain(detail)
  })

  test.each([
    ['demo-modern', 'with the code 1000011'],
    ['demo-classic', 'without a signature, with the code 1000011'],
  ] as const)('has the failure answer-code where it is a failure to %s', async (appId, detail) => {
    const { control, sandbox, receiver, credit } = await notified({ appId })
    const failure = { code: 1_000_011, msg: 'deposit notify failed' } as const
    const sealed = receiverOf(
      () => sandbox,
      appId,
      () => failure,
    )
    receiver.answer = (place, body) =>
      appId === 'demo-classic'
        ? Response.json({ ...failure, data: '', sign: '' })
        : sealed.fetch(place, { body })
    await credit()
    await control.time.advance(0)
    const { log } = await control.notifications.get({ id: 1 })
    expect(log).toMatchObject([{ failure: 'answer-code' }])
    expect(log[0]?.detail).toContain(detail)
  })

  test.each(['signed', 'lenient'] as const)(
    'has the failure answer-request-id where it belongs to another notification, and accept is %s',
    async (accept) => {
      const { control, sandbox, receiver, credit, appId } = await notified()
      await control.notifications.configure({ accept })
      const others = receiverOf(
        () => sandbox,
        appId,
        (content) => receiptOf({ ...content, request_id: 'other' }),
      )
      receiver.answer = (place, body) => others.fetch(place, { body })
      await credit()
      await control.time.advance(0)
      expect((await control.notifications.get({ id: 1 })).log).toMatchObject([
        { failure: 'answer-request-id' },
      ])
    },
  )
})

test.each([['{"code":0}'], ['{"code":"0","msg":"ok"}'], ['SUCCESS'], ['success\n']])(
  'the answer %s is a delivery where answers without a signature are accepted',
  async (body) => {
    const { control, receiver, credit } = await notified()
    await control.notifications.configure({ accept: 'lenient' })
    receiver.answer = () => new Response(body)
    await credit()
    await control.time.advance(0)
    expect(await control.notifications.list()).toMatchObject([{ state: 'delivered' }])
  },
)

test('a redirect of a real server is not followed', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { control, credit, appId } = await notified({ notificationFetch: undefined })
  await control.merchants.update({ appId, notificationUrls: [`http://127.0.0.1:${port}`] })
  await credit()
  await control.time.advance(0)
  server.close()
  expect((await control.notifications.get({ id: 1 })).log).toMatchObject([
    { failure: 'redirect', status: 307 },
  ])
  expect(requests).toBe(1)
})
