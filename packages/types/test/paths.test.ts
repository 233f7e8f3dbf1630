import type { Responses, UserLookup } from '@custody-wallet/types'
import { readParameters } from '@custody-wallet/types/http'
import type { paths as Plain } from '@custody-wallet/types/plain'
import { responses } from '@custody-wallet/types/validate'
import type { paths as Wire } from '@custody-wallet/types/wire'
import createClient from 'openapi-fetch'
import { describe, expect, expectTypeOf, test } from 'vitest'

const calls: string[] = []
const client = createClient<Plain>({
  baseUrl: 'http://127.0.0.1',
  fetch: async (request: Request) => {
    calls.push(request.url)
    return Response.json({ code: '0', msg: 'success', data: [] })
  },
})

describe('the plain paths', () => {
  test('work with a typed client that repeats lists', async () => {
    const { data } = await client.GET('/api/v2/billing/withdrawList', {
      params: { query: { ids: ['r1', 'r2'] } },
    })
    const { search } = new URL(calls.at(-1) ?? '')
    expect(readParameters(search, () => 'list')).toEqual({
      parameters: { ids: ['r1', 'r2'] },
      violations: [],
    })
    expect(data).toEqual({ code: '0', msg: 'success', data: [] })
  })

  test('have records with unchecked strings and numbers', async () => {
    const { data: response } = await client.GET('/api/v2/billing/withdrawList', {
      params: { query: { ids: ['r1'] } },
    })
    if (!response || !('data' in response)) throw new TypeError('The stub responds with a success.')
    for (const withdrawal of response.data) expectTypeOf(withdrawal.amount).toEqualTypeOf<string>()
    expectTypeOf(response.data.map(({ id }) => id)).toEqualTypeOf<number[]>()
    if (!responses.listWithdrawals(response)) throw new TypeError('The stub responds with a fitting success.')
    expectTypeOf(response).toExtend<Responses['listWithdrawals']>()
  })

  test('have the whole rule of the user look-up', () => {
    type Query = Plain['/api/v2/user/info']['get']['parameters']['query']
    expectTypeOf<Query>().toEqualTypeOf<UserLookup>()
    // @ts-expect-error a mobile number needs its country
    void client.GET('/api/v2/user/info', { params: { query: { mobile: '5550100' } } })
  })

  test('have no envelopes', () => {
    type Query = Plain['/api/v2/account/getByUidAndSymbol']['get']['parameters']['query']
    expectTypeOf<Query>().not.toHaveProperty('app_id')
    expectTypeOf<Query>().not.toHaveProperty('time')
    // @ts-expect-error the coin is needed
    void client.GET('/api/v2/account/getByUidAndSymbol', { params: { query: { uid: 10042 } } })
  })
})

describe('the wire paths', () => {
  test('have sealed texts', () => {
    type Query = Wire['/api/v2/user/info']['get']['parameters']['query']
    expectTypeOf<Query>().toEqualTypeOf<{ readonly app_id: string; readonly data: string }>()
    type Body = Wire['/api/v1/deposit/notify']['post']['requestBody']['content']['application/json']
    expectTypeOf<Body['data']>().toEqualTypeOf<string>()
    expectTypeOf<Body['time']>().toEqualTypeOf<number>()
  })
})
