// The middleware in openapi-fetch.
import type { paths } from '@custody-wallet/types/plain'
import createClient, { type Client } from 'openapi-fetch'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { createSealingMiddleware } from '../../src/exchange/middleware.ts'
import { readResponse } from '../support/samples.ts'
import { createResponding, catchCode, catchFailure, type Service, createTestService, urls } from '../support/service.ts'
import { profileNames, createSides } from '../support/sides.ts'

describe.each(profileNames)('openapi-fetch under %s', (name) => {
  const { merchant, platform } = createSides(name)

  function createTestClient(fetch: Service['fetch']): Client<paths> {
    const client = createClient<paths>({
      baseUrl: 'http://plain.invalid',
      fetch,
      headers: { 'X-Trace': 'trace-1' },
    })
    client.use(createSealingMiddleware(merchant, { urls, headers: ['x-trace'] }))
    return client
  }

  test('reads with a typed query', async () => {
    const service = createTestService(platform)
    const { data, response } = await createTestClient(service.fetch).GET('/api/v2/billing/withdrawList', {
      params: { query: { ids: ['wd-20260101-0001', 'wd-20260101-0002'] } },
    })
    expect(service.seen).toMatchObject([
      { operation: 'listWithdrawals', parameters: { ids: ['wd-20260101-0001', 'wd-20260101-0002'] } },
    ])
    expect(service.seen[0]?.request.headers.get('x-trace')).toBe('trace-1')
    expect(data).toEqual(readResponse('listWithdrawals'))
    expect(response.headers.get('custody-assurance')).toBe(name === 'modern' ? 'transport' : 'blocks')
  })

  test('reads with a path segment', async () => {
    const service = createTestService(platform)
    const { data } = await createTestClient(service.fetch).GET('/api/mpc/{staking_protocol}/stake_list', {
      params: { path: { staking_protocol: 'babylon' }, query: { max_id: '0' } },
    })
    expect(service.seen).toMatchObject([{ operation: 'listStakes', parameters: { max_id: '0' } }])
    expect(data).toEqual(readResponse('listStakes'))
  })

  test('posts with a typed body', async () => {
    const service = createTestService(platform)
    const { data } = await createTestClient(service.fetch).POST('/api/v1/withdraw/consume', {
      body: { symbol: 'BTC' },
    })
    expect(service.seen).toMatchObject([{ operation: 'pullWithdrawals', parameters: { symbol: 'BTC' } }])
    expect(data).toEqual(readResponse('pullWithdrawals'))
    if (!data || !('data' in data)) throw new TypeError('The service responds with a success.')
    for (const { amount } of data.data) expectTypeOf(amount).toEqualTypeOf<string>()
  })

  test('throws errors of responses, and returns an HTTP status as an error', async () => {
    const unsealed = createTestClient(createResponding(() => Response.json({ code: 0, msg: 'success', data: [] })))
    expect(await catchCode(unsealed.POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } }))).toBe(
      'ENVELOPE_REJECTED',
    )
    const busy = createTestClient(createResponding(() => new Response('', { status: 503 })))
    const { data, response } = await busy.POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } })
    expect([data, response.status]).toEqual([undefined, 503])
  })

  test('other middleware may be registered before it, but not after it', async () => {
    const service = createTestService(platform)
    const tracing = {
      onRequest: ({ request }: { readonly request: Request }) =>
        new Request(request, { headers: { 'X-Trace': 'trace-2' } }),
    }
    const client = createClient<paths>({ baseUrl: 'http://plain.invalid', fetch: service.fetch })
    client.use(tracing, createSealingMiddleware(merchant, { urls, headers: ['x-trace'] }))
    await client.POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } })
    expect(service.seen[0]?.request.headers.get('x-trace')).toBe('trace-2')
    client.use(tracing)
    const error = await catchFailure(client.POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } }))
    expect(String(error)).toContain('Register createSealingMiddleware() last')
  })
})
