// The spans of calls and notifications: their parents, links, names and attributes.
import { createCustody } from '@custody-wallet/client'
import { memoryPushJournal, registerAddresses } from '@custody-wallet/client/workflows'
import { createReceiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'

import { createTraceHeaders } from '../src/index.ts'
import { appId, createMerchant } from './support/merchant.ts'
import { startSdk } from './support/sdk.ts'

const route = 'GET /api/v2/account/getByUidAndSymbol'
const lookup = { uid: 10_001, symbol: 'BTC' } as const

/** Runs work in a span of the user. */
const runInSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  trace.getTracer('shop').startActiveSpan(name, (span) => work().finally(() => span.end()))

const getParentId = ({ parentSpanContext }: ReadableSpan): string | undefined => parentSpanContext?.spanId
const getIds = (span: ReadableSpan | undefined) => span?.spanContext()

test('with the headers of the bridge, a call over HTTP is one trace with its attempt and the handler', async () => {
  using sdk = startSdk()
  await using merchant = await createMerchant()
  const servers = await merchant.sandbox.listen()
  const { client } = merchant.sandbox.merchant(appId)
  const [openPlatform, base, v1] = [servers.wire.url, servers.wire.url, servers.wire.url]
  const options = { ...client, urls: { openPlatform, base, v1 }, fetch: undefined }
  await runInSpan('checkout', () => createCustody({ ...options, headers: createTraceHeaders }).accounts.get.raw(lookup))
  await servers.close()

  const [request, call] = [sdk.findSpan('checkout'), sdk.findSpan('getAccount')]
  const routes = sdk.listSpans().filter(({ name }) => name === route)
  const [handler, attempt] = [SpanKind.SERVER, SpanKind.CLIENT].map((kind) => routes.find((span) => span.kind === kind))
  expect(getParentId(call)).toBe(getIds(request)?.spanId)
  expect(attempt && getParentId(attempt)).toBe(getIds(call)?.spanId)
  expect(handler && getParentId(handler)).toBe(getIds(attempt)?.spanId)
  expect(new Set([request, call, attempt, handler].map((span) => getIds(span)?.traceId)).size).toBe(1)
  expect(attempt?.attributes).toMatchObject({
    'custody.app_id': appId,
    'custody.attempt': 1,
    'custody.operation': 'getAccount',
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': servers.wire.port,
    'url.template': '/api/v2/account/getByUidAndSymbol',
  })
  expect(handler?.attributes).toMatchObject({
    'custody.view': 'wire',
    'http.route': '/api/v2/account/getByUidAndSymbol',
  })
})

test('without the headers of the bridge, the service gets no ids of the trace', async () => {
  using sdk = startSdk()
  const sent: Headers[] = []
  await using merchant = await createMerchant()
  const { client } = merchant.sandbox.merchant(appId)
  for (const headers of [undefined, createTraceHeaders])
    await createCustody({
      ...client,
      ...(headers && { headers }),
      fetch: async (url, init) => (sent.push(new Headers(init.headers)), client.fetch(url, init)),
    }).accounts.get.raw(lookup)
  const attempt = sdk.listSpans().findLast(({ kind }) => kind === SpanKind.CLIENT)
  const { traceId = '', spanId = '' } = getIds(attempt) ?? {}
  expect(sent.map((each) => each.get('traceparent'))).toEqual([null, `00-${traceId}-${spanId}-01`])
})

test('outside of a span there are no headers', () => {
  using _sdk = startSdk()
  expect(createTraceHeaders()).toEqual({})
})

test('each retry is a span, and failures have the status or the code as their type', async () => {
  using sdk = startSdk()
  await using merchant = await createMerchant({
    attempts: 2,
    random: () => 0,
    fetch: async () => new Response(null, { status: 503 }),
  })
  await merchant.custody.accounts.get(lookup).catch(() => undefined)
  const attempts = sdk.listSpans().filter(({ name }) => name === route)
  expect(attempts.map(({ attributes }) => [attributes['custody.attempt'], attributes['error.type']])).toEqual([
    [1, '503'],
    [2, '503'],
  ])
  expect(sdk.findSpan('getAccount')).toMatchObject({ status: { code: SpanStatusCode.ERROR } })
})

test('steps of a workflow are spans, and a call in a span of the user is its child', async () => {
  using sdk = startSdk()
  await using merchant = await createMerchant()
  const { addresses } = merchant.custody
  const service = {
    available: addresses.available,
    register: (...parameters: Parameters<typeof addresses.register>) =>
      runInSpan('mine', () => addresses.register(...parameters)),
  }
  await registerAddresses(service, 'BTC', ['address-1'], { journal: memoryPushJournal(), pushWhen: 'below-5000' })
  const push = sdk.findSpan('custody push-addresses')
  expect(push.attributes).toEqual({ 'custody.step': 'push-addresses', 'custody.count': 1 })
  expect(getParentId(sdk.findSpan('registerAddresses'))).toBe(getIds(sdk.findSpan('mine'))?.spanId)
})

test('a notification begins a trace, with a link to the trace of its sender', async () => {
  using sdk = startSdk()
  const { receiver: profile, signDeposit } = createTestPlatform()
  const receiver = createReceiver({
    profile,
    store: memoryForTests(),
    onDeposit: async () => undefined,
    onConflict: async () => undefined,
  })
  const { path, body = '' } = await signDeposit()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await runInSpan('server', () =>
    receiver.fetch(new Request(`http://shop${path}`, { method: 'POST', body, headers: { traceparent } })),
  )
  const message = sdk.findSpan('process notifyDeposit')
  expect(message.parentSpanContext).toBeUndefined()
  expect(message.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([
    ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'],
  ])
  expect(message).toMatchObject({
    kind: SpanKind.CONSUMER,
    attributes: { 'custody.effect': 'credit', 'messaging.system': 'custody', 'http.response.status_code': 200 },
  })
  // The first signature is that of the sender.
  const [, ...keys] = sdk.listSpans().filter(({ name }) => name === 'custody sign')
  expect(keys.map((span) => getParentId(span))).toEqual([getIds(message)?.spanId])
})
