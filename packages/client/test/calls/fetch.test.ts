import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'

import { operations } from '@custody-wallet/types/operations'
import { describe, expect, expectTypeOf, test } from 'vitest'

import type { Custody } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { getSampleParameters, getSampleResponse, operationIds } from '../support/samples.ts'
import { address, createClient, createSampleHandler, createService, type Fetch } from '../support/service.ts'
import { createPlatform } from '../token/platform.ts'

const account = '/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC'
const list = '/api/v2/billing/withdrawList'
const pull = '/api/v1/withdraw/consume'
const post = (body: BodyInit): RequestInit => ({ method: 'POST', body })

type Name = 'modern' | 'classic' | 'plain'
type Options = Pick<Parameters<typeof createClient>[1] & object, 'attempts' | 'fetch' | 'headers' | 'setTimer'>

/** A client whose service responds to each call with the sample of that name. */
function create(name: Name, sample: 'typical' | 'failure' = 'typical', options: Options = {}) {
  if (name !== 'plain')
    return createClient(name, { fetch: createService(name, createSampleHandler(sample)), ...options })
  const fetch: Fetch = async (url) => {
    const { pathname } = new URL(url)
    const id = operationIds.find((each) => fillPath(each) === pathname) ?? 'getToken'
    return Response.json(getSampleResponse(id, sample))
  }
  return createPlainClient({ url: address, fetch, ...options })
}

const fillPath = (id: (typeof operationIds)[number]): string =>
  operations[id].path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')

/** The URL and options of a call with the sample of its parameters. */
function createRequest(id: (typeof operationIds)[number]): readonly [url: string, init: RequestInit] {
  const { method } = operations[id]
  const parameters = getSampleParameters(id)
  if (method === 'POST') return [fillPath(id), post(JSON.stringify(parameters))]
  const query = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)])
  return [`${fillPath(id)}?${new URLSearchParams(query)}`, {}]
}

describe.each(['modern', 'classic', 'plain'] as const)('the fetch of a %s client', (name) => {
  test.each(operationIds)('makes the call %s', async (id) => {
    const response = await create(name).fetch(...createRequest(id))
    expect([response.status, await response.json()]).toEqual([200, getSampleResponse(id, 'typical')])
  })

  test('returns a failure of the service as a response', async () => {
    const response = await create(name, 'failure').fetch(account)
    expect([response.status, await response.json()]).toEqual([200, getSampleResponse('getAccount', 'failure')])
  })

  test('says what protects a response', async () => {
    const { headers } = await create(name).fetch(account)
    expect(headers.get('custody-assurance')).toBe(name === 'classic' ? 'blocks' : 'transport')
  })

  test.each([
    ['a path', account, undefined],
    ['a string with any origin', `https://shop.example${account}`, undefined],
    ['a URL', new URL(account, 'https://shop.example'), undefined],
    ['a request', new Request(`https://shop.example${account}`), undefined],
    ['a request and options', new Request(`https://shop.example${account}`), { headers: { accept: '*/*' } }],
  ])('accepts %s', async (_what, input, init) => {
    expect((await create(name).fetch(input, init)).status).toBe(200)
  })

  test.each(['?ids=order-1,order-2', '?ids=order-1&ids=order-2'])('reads the list of %s', async (query) => {
    const reports: unknown[] = []
    const logger = { debug: (entry: object) => reports.push(entry), warn: () => undefined }
    const fetch = name === 'plain' ? async () => Response.json({ code: '0', msg: '', data: [] }) : undefined
    const options = { logger, ...(fetch && { fetch }) }
    const client = name === 'plain' ? createPlainClient({ url: address, ...options }) : createClient(name, options)
    await client.fetch(`${list}${query}`).catch(() => undefined)
    expect(reports).toContainEqual(expect.objectContaining({ parameters: { ids: ['order-1', 'order-2'] } }))
  })

  test('returns the HTTP status of a failure after the usual retries, without its body', async () => {
    let asked = 0
    const fetch = async () => {
      asked += 1
      return new Response('planted-canary', { status: 503, headers: { 'retry-after': '2' } })
    }
    const setTimer: Options['setTimer'] = (run, ms) => (ms < 30_000 && run(), () => undefined)
    const response = await create(name, 'typical', { fetch, setTimer }).fetch(account)
    expect([asked, response.status]).toEqual([3, 503])
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/problem+json',
      'retry-after': '2',
    })
    const problem = await response.text()
    expect(JSON.parse(problem)).toEqual({ title: expect.stringMatching(/^getAccount failed: HTTP 503/), status: 503 })
    expect(problem).not.toContain('canary')
  })

  // A proxy can respond with any of these.
  test.each([201, 202, 203, 204, 205, 206])('throws at the status %d', async (status) => {
    const { fetch } = create(name, 'typical', { fetch: async () => new Response(null, { status }), attempts: 1 })
    expect(await catchFailure(fetch(account))).toMatchObject({ code: 'HTTP_STATUS', context: { status } })
  })

  test.each([
    ['RESPONSE_UNREADABLE', async () => new Response('<html>')],
    ['REDIRECTED', async () => new Response(null, { status: 302 })],
    ['CONNECTION_FAILED', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('throws %s', async (code, fetch) => {
    const failing = create(name, 'typical', { fetch, attempts: 1 })
    expect(await catchFailure(failing.fetch(account))).toMatchObject({ code, operation: 'getAccount' })
  })

  test.each<[string, string, RequestInit | undefined]>([
    ['an unknown parameter', `${account}&simbol=canary`, undefined],
    ['a parameter twice', `${account}&uid=1`, undefined],
    ['an id with a comma, which would become two', `${list}?ids=canary,1&ids=b`, undefined],
    ['a broken encoding', `${list}?ids=canary%ff`, undefined],
    ['a missing body', pull, { method: 'POST' }],
    ['a body that is not JSON', pull, post('canary')],
    ['a field twice', pull, post('{"symbol":"canary","symbol":"BTC"}')],
  ])('throws PARAMETERS_INVALID for %s, without sending or repeating it', async (_what, url, init) => {
    const { fetch } = create(name, 'typical', { fetch: () => Promise.reject(new Error('sent')) })
    const error = await catchFailure(fetch(url, init))
    expect(error).toMatchObject({ name: 'ParametersError', code: 'PARAMETERS_INVALID' })
    expect(error.message).not.toContain('canary')
  })

  test.each<[string, string, RequestInit | undefined, string]>([
    ['an unknown path', '/api/v2/user/canary@x', undefined, 'The interface has no call at /api/v2/user/*'],
    ['another method', pull, undefined, 'pullWithdrawals is POST /api/v1/withdraw/consume, not GET'],
    ['a query of a POST', `${pull}?symbol=canary`, post('{}'), 'pullWithdrawals accepts parameters only in the body'],
    ['an invalid segment', '/api/mpc/a%2Fb/stake_list?max_id=0', undefined, 'segments.staking_protocol must'],
    ['a URL that is none', 'http://canary:canary', undefined, 'The plain address is not a URL'],
  ])('throws a TypeError for %s', async (_what, url, init, sentence) => {
    const error: unknown = await create(name)
      .fetch(url, init)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(`TypeError: ${sentence}`)
    expect(String(error)).not.toContain('canary')
  })

  test('obeys the signal, and keeps no listeners', async () => {
    const { signal } = new AbortController()
    const { fetch } = create(name)
    for (let call = 0; call < 10; call += 1) await fetch(account, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const hanging = create(name, 'typical', { fetch: () => new Promise(() => undefined) })
    const inputs = [account, new Request(`http://plain.invalid${account}`)]
    for (const input of inputs) {
      const controller = new AbortController()
      const call = catchFailure(hanging.fetch(input, { signal: controller.signal }))
      controller.abort()
      expect(await call).toMatchObject({ code: 'ABORTED', operation: 'getAccount' })
    }
  })

  test('obeys the signal of a request unless options have another', async () => {
    const request = new Request(`http://plain.invalid${account}`, { signal: AbortSignal.abort() })
    const { fetch } = create(name)
    const options = { headers: { accept: 'application/json' } }
    expect(await catchFailure(fetch(request, options))).toMatchObject({ code: 'ABORTED' })
    expect((await fetch(request, { signal: null })).status).toBe(200)
    expect((await fetch(request, { signal: new AbortController().signal })).status).toBe(200)
  })

  test('obeys the signal of a request, also while its body arrives', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const body = new ReadableStream()
    const init = { method: 'POST', body, duplex: 'half', signal }
    const calls = [new Request(`${address}${account}`, { signal }), new Request(`${address}${pull}`, init)].map(
      (each) => catchFailure(create(name, 'typical', { fetch: () => new Promise(() => undefined) }).fetch(each)),
    )
    await setImmediate()
    controller.abort()
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'ABORTED' })
  })
})

test('an unproved failure is thrown', async () => {
  const { fetch } = create('classic', 'failure')
  expect(await catchFailure(fetch(pull, post('{"symbol":"BTC"}')))).toMatchObject({ code: 'FAILURE_UNPROVED' })
})

test('a response of another call is thrown', async () => {
  const other = { ...getSampleResponse('listWithdrawals', 'typical') }
  const { fetch } = create('plain', 'typical', { fetch: async () => Response.json(other) })
  expect(await catchFailure(fetch(`${list}?ids=order-9`))).toMatchObject({ code: 'RESPONSE_MISMATCHED' })
})

describe('headers', () => {
  const seen: Headers[] = []
  const capture = async (_url: string, { headers = {} }: RequestInit) => {
    seen.push(new Headers(headers))
    return new Response(null, { status: 404 })
  }

  test.each(['modern', 'plain'] as const)(
    'of a %s client: only Accept and Access-Token are forwarded',
    async (name) => {
      const headers = { Accept: 'text/plain', 'Access-Token': 't', 'Api-Key': 'k', Cookie: 'c', 'X-User': 'u' }
      await create(name, 'typical', { fetch: capture }).fetch(account, { headers })
      expect(Object.fromEntries(seen.at(-1) ?? [])).toEqual({ accept: 'text/plain', 'access-token': 't' })
    },
  )

  test('that the client sends with every call are kept', async () => {
    const { fetch } = create('plain', 'typical', { fetch: capture, headers: { 'App-Id': 'shop' } })
    await fetch(account)
    expect(Object.fromEntries(seen.at(-1) ?? [])).toEqual({ accept: 'application/json', 'app-id': 'shop' })
  })
})

describe('the access token', () => {
  test('is that of the client if the profile attaches it', async () => {
    const { custody, state } = createPlatform()
    expect((await custody.fetch(account)).status).toBe(200)
    expect(state.headers.map((headers) => headers.get('access-token'))).toEqual([null, 'token-1'])
  })

  test('of the caller replaces it, without a token call', async () => {
    const { custody, state } = createPlatform()
    await custody.fetch(account, { headers: { 'access-token': 'own' } })
    expect([state.tokens, state.headers.map((headers) => headers.get('access-token'))]).toEqual([0, ['own']])
  })

  test('of the caller is not replaced when the service rejects it', async () => {
    const { custody, state } = createPlatform()
    const token = await custody.accessToken()
    state.ended.add('own')
    const { status } = await custody.fetch(account, { headers: { 'access-token': 'own' } })
    expect([status, state.calls, await custody.accessToken()]).toEqual([401, 1, token])
  })
})

test('a URL is read at the time of the call', async () => {
  const seen: string[] = []
  const fetch: Fetch = async (url) => {
    seen.push(new URL(url).searchParams.get('uid') ?? '')
    return Response.json(getSampleResponse('getAccount', 'typical'))
  }
  const client = createPlainClient({ url: address, fetch, concurrency: 1 })
  const url = new URL(account, address)
  const calls = ['1', '2'].map((uid) => {
    url.searchParams.set('uid', uid)
    return client.fetch(url)
  })
  await Promise.all(calls)
  expect(seen).toEqual(['1', '2'])
})

test('it has the type of the global fetch', () => {
  expectTypeOf<Custody['fetch']>().toExtend<typeof globalThis.fetch>()
})
