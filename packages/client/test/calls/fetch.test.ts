import { getEventListeners } from 'node:events'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { catchFailure } from '../support/failures.ts'
import { getSampleResponse, getSampleParameters } from '../support/samples.ts'
import { createClient, profileNames, createService, createSampleHandler } from '../support/service.ts'

const accountPath = '/api/v2/account/getByUidAndSymbol'
const query = { uid: 10_042, symbol: 'BTC' }

describe.each(profileNames)('the path client under %s', (name) => {
  const { http } = createClient(name)

  test('sends the parameters of a query and returns the response', async () => {
    const { data, error, response } = await http.GET(accountPath, { params: { query } })
    expect(data).toEqual(getSampleResponse('getAccount', 'typical'))
    expect(error).toBeUndefined()
    expect(response.headers.get('custody-assurance')).toBe(name === 'modern' ? 'transport' : 'blocks')
  })

  test('sends lists, paths with segments, bodies and calls without parameters', async () => {
    const { ids } = getSampleParameters('listWithdrawals')
    const { GET, POST } = http
    const query = getSampleParameters('getStakingDetails')
    const stakes = { params: { path: { staking_protocol: 'babylon' }, query } }
    expect((await GET('/api/v2/billing/withdrawList', { params: { query: { ids } } })).data).toBeDefined()
    expect((await GET('/api/mpc/{staking_protocol}/details', stakes)).data).toBeDefined()
    expect((await GET('/api/mpc/wallet/open_coin')).data).toEqual(getSampleResponse('listNetworks', 'typical'))
    expect((await GET('/open-api/v1/merchant/token')).data).toEqual(getSampleResponse('getToken', 'typical'))
    const { data } = await POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } })
    expect(data).toEqual(getSampleResponse('pullWithdrawals', 'typical'))
  })
})

test('an undefined segment is that of the profile, and a segment that is not a string is a TypeError', async () => {
  const { GET } = createClient('modern').http
  const query = getSampleParameters('getStakingDetails')
  const createSegment = (staking_protocol: unknown) => ({ params: { path: { staking_protocol }, query } })
  // @ts-expect-error A segment is a string.
  const undefinedSegment = GET('/api/mpc/{staking_protocol}/details', createSegment(undefined))
  expect((await undefinedSegment).data).toBeDefined()
  // @ts-expect-error A segment is a string.
  const numeric = GET('/api/mpc/{staking_protocol}/details', createSegment(7))
  await expect(numeric).rejects.toThrow('params.path.staking_protocol must be a string')
})

test('a failure of the service is a response', async () => {
  const { http } = createClient('modern', { fetch: createService('modern', createSampleHandler('failure')) })
  const { data } = await http.GET(accountPath, { params: { query } })
  expect(data).toEqual(getSampleResponse('getAccount', 'failure'))
})

test('an HTTP failure is a result, after the usual retries', async () => {
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response('planted-canary', { status: 503 })
  }
  const { http } = createClient('modern', {
    fetch,
    setTimer: (run, ms) => (ms < 30_000 && run(), () => undefined),
  })
  const { error, response } = await http.GET(accountPath, { params: { query } })
  expect([asked, response.status, error?.status]).toEqual([3, 503, 503])
  expect(JSON.stringify(error)).not.toContain('planted')
})

describe('the path client throws the same errors as the calls', () => {
  // A proxy can respond with any of these.
  test.each([201, 202, 203, 204, 205, 206])('for a status of %d', async (status) => {
    const { http } = createClient('modern', {
      fetch: async () => new Response(null, { status }),
      attempts: 1,
    })
    expect(await catchFailure(http.GET(accountPath, { params: { query } }))).toMatchObject({
      code: 'HTTP_STATUS',
      context: { status },
    })
  })

  test.each([
    ['RESPONSE_UNREADABLE', async () => new Response('<html>')],
    ['REDIRECTED', async () => new Response(null, { status: 302 })],
    ['CONNECTION_FAILED', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('%s', async (code, fetch) => {
    const { http } = createClient('modern', { fetch, attempts: 1 })
    expect(await catchFailure(http.GET(accountPath, { params: { query } }))).toMatchObject({ code })
  })

  test('for an id with a comma, which would become two', async () => {
    const call = createClient('modern').http.GET('/api/v2/billing/withdrawList', {
      params: { query: { ids: ['order,1'] } },
    })
    expect(await catchFailure(call)).toMatchObject({ code: 'PARAMETERS_INVALID' })
  })

  test('for a missing body', async () => {
    // @ts-expect-error The body is missing.
    const call = createClient('modern').http.POST('/api/v1/withdraw/consume')
    expect(await catchFailure(call)).toMatchObject({ code: 'PARAMETERS_INVALID' })
  })

  test('for an aborted signal', async () => {
    const call = createClient('modern').http.GET(accountPath, {
      params: { query },
      signal: AbortSignal.abort(),
    })
    await expect(call).rejects.toThrow(/abort|gave/)
  })
})

test('a signal that many calls share aborts all of them, and keeps no listeners', async () => {
  const { http } = createClient('modern', { fetch: () => new Promise(() => undefined) })
  const controller = new AbortController()
  const { signal } = controller
  const { GET } = createClient('modern').http
  for (let call = 0; call < 10; call += 1) await GET(accountPath, { params: { query }, signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  const call = catchFailure(http.GET(accountPath, { params: { query }, signal }))
  controller.abort()
  expect(await call).toMatchObject({ code: 'ABORTED', operation: 'getAccount' })
})

test('the path client is two functions', () => {
  expect(Object.keys(createClient('modern').http)).toEqual(['GET', 'POST'])
})

test('an unknown path is a TypeError', async () => {
  const { http } = createClient('modern')
  // @ts-expect-error No such path.
  await expect(http.GET('/api/v2/none')).rejects.toThrow(/no call GET \/api\/v2\/none/)
  // @ts-expect-error This path only accepts GET.
  await expect(http.POST(accountPath, { body: {} })).rejects.toThrow(/no call POST/)
})

test.each([
  ['a query behind the path', '/api/v2/user/info?email=canary@x', {}, 'TypeError'],
  ['an id in the path', '/api/v2/user/canary@x', {}, 'TypeError'],
  ['a lone surrogate', '/api/v2/user/info', { email: 'canary\ud83d' }, 'ParametersError'],
  ['an object for a text', '/api/v2/user/info', { email: { canary: { canary: [{}] } } }, 'ParametersError'],
])('an error about %s does not contain it', async (_what, path, query, name) => {
  // @ts-expect-error No such path, and no such parameters.
  const call = createClient('modern').http.GET(path, { params: { query } })
  await expect(call).rejects.toMatchObject({ name, message: expect.not.stringContaining('canary') })
})

test('paths, parameters and responses are typed', () => {
  const { http } = createClient('modern')
  // Only compiled, never called.
  const callWrongly = () => [
    // @ts-expect-error No such path.
    http.GET('/api/v2/none'),
    // @ts-expect-error The parameters are missing.
    http.GET(accountPath),
    // @ts-expect-error A body belongs to a POST.
    http.POST('/api/v1/withdraw/consume', { params: { query } }),
    // @ts-expect-error This path only accepts GET.
    http.POST(accountPath, { params: { query } }),
  ]
  expect(callWrongly).toBeTypeOf('function')
  const get = () => http.GET(accountPath, { params: { query } })
  expectTypeOf<NonNullable<Awaited<ReturnType<typeof get>>['data']>['code']>().toEqualTypeOf<string>()
})
