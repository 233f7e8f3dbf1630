import { describe, expect, test } from 'vitest'

import { createSealingMiddleware, type SealingMiddleware } from '../../src/exchange/middleware.ts'
import { catchFailure, createTestService, urls } from '../support/service.ts'
import { profileNames, createSides } from '../support/sides.ts'

type MiddlewareRequest = Parameters<SealingMiddleware['onRequest']>[0]

const account = '/api/v2/account/getByUidAndSymbol'
const delegations = '/api/mpc/{resource_chain}/delegate/trans_list'

const ask = (
  schemaPath: string,
  params: MiddlewareRequest['params'] = {},
  init: RequestInit = {},
): MiddlewareRequest => ({
  request: new Request(`http://plain.invalid${schemaPath}`, init),
  schemaPath,
  params,
})

describe.each(profileNames)('a sealing middleware under %s', (name) => {
  const { merchant, platform } = createSides(name)

  test('seals the typed query, not the query of the URL', async () => {
    const service = createTestService(platform)
    const { onRequest } = createSealingMiddleware(merchant, { urls })
    const misleading = {
      ...ask(account),
      request: new Request(`http://plain.invalid${account}?uid=2&symbol=ETH`),
    }
    await service.fetch(await onRequest({ ...misleading, params: { query: { uid: 1, symbol: 'BTC' } } }))
    expect(service.seen[0]?.parameters).toEqual({ uid: 1, symbol: 'BTC' })
  })

  test('seals the query as it was at the time of the call, and compares the response with it', async () => {
    const service = createTestService(platform)
    const { onRequest, onResponse } = createSealingMiddleware(merchant, { urls })
    const query = { ids: ['wd-20260101-0001', 'wd-20260101-0002'] }
    const call = onRequest(ask('/api/v2/billing/withdrawList', { query }))
    query.ids.length = 1
    const request = await call
    const response = await onResponse({ request, response: await service.fetch(request) })
    expect(service.seen[0]?.parameters).toEqual({ ids: ['wd-20260101-0001', 'wd-20260101-0002'] })
    expect(response.status).toBe(200)
  })

  test('restores the query from the URL if there is no typed one', async () => {
    const service = createTestService(platform)
    const { onRequest } = createSealingMiddleware(merchant, { urls })
    await service.fetch(
      await onRequest({
        ...ask(account),
        request: new Request(`http://plain.invalid${account}?uid=2&symbol=ETH`),
      }),
    )
    expect(service.seen[0]?.parameters).toEqual({ uid: 2, symbol: 'ETH' })
  })

  test('leaves out undefined fields', async () => {
    const service = createTestService(platform)
    const { onRequest } = createSealingMiddleware(merchant, { urls })
    await service.fetch(await onRequest(ask('/api/v2/billing/syncMinerFeeList', { query: { max_id: undefined } })))
    expect(service.seen[0]?.parameters).toEqual({})
  })

  test.each([
    ['given', { path: { resource_chain: 'ethereum' } }, 'ethereum'],
    ['of the profile if it is undefined', { path: { resource_chain: undefined } }, 'tron'],
    ['of the profile if it is missing', {}, 'tron'],
  ])('accepts the segment %s', async (_which, path, segment) => {
    const { onRequest } = createSealingMiddleware(merchant, { urls })
    const { url } = await onRequest(ask(delegations, { ...path, query: { ids: ['d-1'] } }))
    expect(new URL(url).pathname).toBe(`/gateway/api/mpc/${segment}/delegate/trans_list`)
  })

  test('gives 20 concurrent calls their own responses, in any order', async () => {
    const service = createTestService(platform, ({ parameters }) => ({
      code: '0',
      msg: 'success',
      data: {
        normal_balance: '0',
        lock_balance: '0',
        deposit_address: `address-${String(parameters['uid'])}`,
      },
    }))
    const { onRequest, onResponse } = createSealingMiddleware(merchant, { urls })
    const users = Array.from({ length: 20 }, (_each, uid) => uid)
    const requests = await Promise.all(users.map((uid) => onRequest(ask(account, { query: { uid, symbol: 'BTC' } }))))
    const replies = await Promise.all(
      requests.map(async (request) => ({ request, response: await service.fetch(request) })),
    )
    const opened = await Promise.all(
      replies.toReversed().map(async (reply) => JSON.stringify(await (await onResponse(reply)).json())),
    )
    expect(opened.toReversed().map((text) => /address-\d+/.exec(text)?.[0])).toEqual(
      users.map((uid) => `address-${uid}`),
    )
  })
})

describe('a sealing middleware', () => {
  const { merchant, platform } = createSides('modern')
  const { onRequest, onResponse } = createSealingMiddleware(merchant, { urls })

  test.each([
    ['a path that the interface does not have', ask('/api/v2/nothing'), '/api/v2/nothing'],
    [
      'a path with its segment filled in, which no contract has',
      ask('/api/mpc/tron/delegate/trans_list'),
      '/api/mpc/tron/',
    ],
    ['another method', ask(account, {}, { method: 'POST' }), 'getAccount is GET'],
    ['a segment that is not a string', ask(delegations, { path: { resource_chain: 7 } }), 'params.path.resource_chain'],
    [
      'a segment that is not a string under an unknown name',
      ask(delegations, { path: { 'user@custody.example': 7 } }),
      'params.path.* must',
    ],
    [
      'a segment that no path may have',
      ask(delegations, { path: { resource_chain: '..' }, query: { ids: ['d-1'] } }),
      'segments.resource_chain',
    ],
  ])('throws a TypeError for %s', async (_what, wrong, sentence) => {
    const error = await catchFailure(onRequest(wrong))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(sentence)
  })

  test.each([null, '1', [1], 1.5])('rejects a typed query that does not fit: uid %j', async (uid) => {
    const error = await catchFailure(onRequest(ask(account, { query: { uid, symbol: 'BTC' } })))
    expect(error).toMatchObject({
      code: 'PARAMETERS_INVALID',
      context: { operation: 'getAccount', issues: [{ pointer: '/uid' }] },
    })
  })

  test('rejects the response to a request that it did not seal', async () => {
    const sealed = await onRequest(ask(account, { query: { uid: 1, symbol: 'BTC' } }))
    const response = await createTestService(platform).fetch(sealed)
    const error = await catchFailure(onResponse({ request: new Request(sealed), response }))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('Register createSealingMiddleware() last')
  })

  test('rejects the response to another request of the same call', async () => {
    const post: RequestInit = { method: 'POST', body: '{"symbol":"BTC"}' }
    const [first, second] = await Promise.all([
      onRequest(ask('/api/v1/withdraw/consume', {}, post)),
      onRequest(ask('/api/v1/withdraw/consume', {}, post)),
    ])
    const response = await createTestService(platform).fetch(first)
    expect(await catchFailure(onResponse({ request: second, response }))).toMatchObject({
      code: 'ENVELOPE_REJECTED',
    })
  })
})
