// Which responses of receivers confirm a delivery.
import { createServer } from 'node:http'

import { describe, expect, test } from 'vitest'

import { createNotifiedShop } from '../support/notified.ts'
import { createDefaultReceipt, createReceiver } from '../support/receiver.ts'

describe('a response that does not confirm the delivery', () => {
  const createHtmlResponse = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })
  test.each([
    ['status', () => new Response('', { status: 503 }), 'The receiver returned HTTP 503: check its log.'],
    ['redirect', () => new Response('', { status: 302, headers: { location: 'http://127.0.0.1:9/shop' } }), 'HTTP 302'],
    ['response-seal', createHtmlResponse, 'check the keys and the path of the receiver'],
    ['response-seal', () => Response.json({ code: 0 }), 'check the keys and the path of the receiver'],
    ['response-seal', () => new Response('SUCCESS'), 'check the keys and the path of the receiver'],
    ['response-length', () => new Response('x'.repeat(65_537)), 'longer than 65536 bytes'],
    ['connection-failed', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
    ['timeout', () => new Promise<Response>(() => {}), 'within 20 ms'],
  ] as const)('has the failure %s', async (failure, respond, detail) => {
    // Other responses may take longer.
    const {
      control,
      receiver,
      creditShop: credit,
    } = await createNotifiedShop({
      notificationTimeout: failure === 'timeout' ? 20 : undefined,
    })
    receiver.respond = respond
    await credit()
    await control.time.advance(0)
    const { state, log } = await control.notifications.get({ id: 1 })
    expect([state, log]).toMatchObject(['waiting', [{ failure }]])
    expect(log[0]?.detail).toContain(detail)
  })

  test.each([
    ['demo-modern', 'the code 1000011'],
    ['demo-classic', 'the code 1000011 without a signature'],
  ] as const)('has the failure response-code where it is a failure to %s', async (appId, detail) => {
    const { control, sandbox, receiver, creditShop: credit } = await createNotifiedShop({ appId })
    const failure = { code: 1_000_011, msg: 'deposit notify failed' } as const
    const sealed = createReceiver(
      () => sandbox,
      appId,
      () => failure,
    )
    receiver.respond = (location, body) =>
      appId === 'demo-classic' ? Response.json({ ...failure, data: '', sign: '' }) : sealed.fetch(location, { body })
    await credit()
    await control.time.advance(0)
    const { log } = await control.notifications.get({ id: 1 })
    expect(log).toMatchObject([{ failure: 'response-code' }])
    expect(log[0]?.detail).toContain(detail)
  })

  test.each(['signed', 'lenient'] as const)(
    'has the failure response-request-id if it belongs to another notification and accept is %s',
    async (accept) => {
      const { control, sandbox, receiver, creditShop: credit, appId } = await createNotifiedShop()
      await control.notifications.configure({ accept })
      const others = createReceiver(
        () => sandbox,
        appId,
        (content) => createDefaultReceipt({ ...content, request_id: 'other' }),
      )
      receiver.respond = (location, body) => others.fetch(location, { body })
      await credit()
      await control.time.advance(0)
      expect((await control.notifications.get({ id: 1 })).log).toMatchObject([{ failure: 'response-request-id' }])
    },
  )
})

test.each([['{"code":0}'], ['{"code":"0","msg":"ok"}'], ['SUCCESS'], ['success\n']])(
  'the response %s confirms the delivery if unsigned responses are accepted',
  async (body) => {
    const { control, receiver, creditShop: credit } = await createNotifiedShop()
    await control.notifications.configure({ accept: 'lenient' })
    receiver.respond = () => new Response(body)
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
  const { control, creditShop: credit, appId } = await createNotifiedShop({ notificationFetch: undefined })
  await control.merchants.update({ appId, notificationUrls: [`http://127.0.0.1:${port}`] })
  await credit()
  await control.time.advance(0)
  server.close()
  expect((await control.notifications.get({ id: 1 })).log).toMatchObject([{ failure: 'redirect', status: 307 }])
  expect(requests).toBe(1)
})
