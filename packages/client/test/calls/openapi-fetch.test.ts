// openapi-fetch over the fetch of a client.
import type { paths } from '@custody-wallet/types/plain'
import createOpenApiClient from 'openapi-fetch'
import { expect, test } from 'vitest'

import { catchFailure } from '../support/failures.ts'
import { getSampleParameters, getSampleResponse } from '../support/samples.ts'
import { createClient, createSampleHandler, createService, profileNames } from '../support/service.ts'
import { createPlatform } from '../token/platform.ts'

const baseUrl = 'http://plain.invalid'
const account = '/api/v2/account/getByUidAndSymbol'
const init = { params: { query: { uid: 10_042, symbol: 'BTC' } } }

test('a call gets the token of the client', async () => {
  const { custody, state } = createPlatform()
  const client = createOpenApiClient<paths>({ baseUrl, fetch: custody.fetch })
  const { data } = await client.GET(account, init)
  expect(data).toEqual(getSampleResponse('getAccount', 'typical'))
  expect(state.headers.map((headers) => headers.get('access-token'))).toEqual([null, 'token-1'])
})

test('a call is retried, and its last status is the error', async () => {
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response(null, { status: 503 })
  }
  const custody = createClient('modern', { fetch, setTimer: (run, ms) => (ms < 30_000 && run(), () => undefined) })
  const client = createOpenApiClient<paths>({ baseUrl, fetch: custody.fetch })
  const { data, error, response } = await client.GET(account, init)
  expect([asked, data, error, response.status]).toEqual([3, undefined, expect.objectContaining({ status: 503 }), 503])
})

test.each(profileNames)('lists, bodies and segments arrive under %s', async (name) => {
  const seen: unknown[] = []
  const fetch = createService(name, async (request, call) => {
    const { pathname, searchParams } = new URL(request.url)
    seen.push([pathname, searchParams.get('ids') ?? (await request.clone().text())])
    return createSampleHandler('typical')(request, call)
  })
  const { GET, POST } = createOpenApiClient<paths>({ baseUrl, fetch: createClient(name, { fetch }).fetch })
  const { ids } = getSampleParameters('listWithdrawals')
  await GET('/api/v2/billing/withdrawList', { params: { query: { ids } } })
  await POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } })
  const query = getSampleParameters('getStakingDetails')
  await GET('/api/mpc/{staking_protocol}/details', { params: { path: { staking_protocol: 'babylon' }, query } })
  expect(seen).toEqual([
    ['/api/v2/billing/withdrawList', ids.join()],
    ['/api/v1/withdraw/consume', '{"symbol":"BTC"}'],
    ['/api/mpc/babylon/details', query.ids.join()],
  ])
})

test('invalid parameters and an aborted signal are thrown, and a failure of the service is data', async () => {
  const fetch = createService('modern', createSampleHandler('failure'))
  const { GET } = createOpenApiClient<paths>({ baseUrl, fetch: createClient('modern', { fetch }).fetch })
  const invalid = GET('/api/v2/billing/withdrawList', { params: { query: { ids: [''] } } })
  expect(await catchFailure(invalid)).toMatchObject({ code: 'PARAMETERS_INVALID' })
  const aborted = GET(account, { ...init, signal: AbortSignal.abort() })
  expect(await catchFailure(aborted)).toMatchObject({ code: 'ABORTED' })
  expect((await GET(account, init)).data).toEqual(getSampleResponse('getAccount', 'failure'))
})
