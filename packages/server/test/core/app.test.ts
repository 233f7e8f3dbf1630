import { describe, expect, test } from 'vitest'

import { contractCalls, findContractViolations, createCore, isOperationId, TextResponse } from '../../src/core/index.ts'

const errors: unknown[] = []
const { fetch } = createCore({
  calls: contractCalls,
  pages: { '/status': () => Response.json({ status: 'ok' }) },
  check: ({ id }, { parameters }) => (isOperationId(id) ? findContractViolations(id, parameters) : []),
  handle: async ({ id }, _request, read) => {
    if (id === 'listNetworks') throw new Error('canary')
    const given = await read()
    return given instanceof TextResponse ? given : Response.json({ id, parameters: given.parameters })
  },
  onError: (error) => errors.push(error),
})
const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(new Request(`http://s${path}`, init))
const json = { 'content-type': 'application/json' }
const consume = '/api/v1/withdraw/consume'

describe('a core without cross-origin requests', () => {
  const own = createCore({
    calls: contractCalls,
    crossOrigin: false,
    check: () => [],
    handle: ({ id }) => Response.json({ id }),
  })

  test.each([
    ['GET', '/api/v2/user/info', 200],
    ['GET', '/unknown', 404],
    ['OPTIONS', '/api/v2/user/info', 405],
  ])('responses %s %s without CORS headers', async (method, path, status) => {
    const response = await own.fetch(new Request(`http://s${path}`, { method }))
    const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect([response.status, cors]).toEqual([status, []])
  })
})

describe('the core', () => {
  test('gives a handler the typed parameters of a query', async () => {
    const response = await call('/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC')
    expect(await response.json()).toEqual({ id: 'getAccount', parameters: { uid: 10_042, symbol: 'BTC' } })
  })

  test.each(['ids=a,b', 'ids=a%2Cb', 'ids=a&ids=b'])('gives a handler the list of ?%s', async (query) => {
    const response = await call(`/api/v2/billing/withdrawList?${query}`)
    expect(await response.json()).toEqual({ id: 'listWithdrawals', parameters: { ids: ['a', 'b'] } })
  })

  test('gives a handler the parameters of a body', async () => {
    const response = await call(consume, { method: 'POST', body: '{"symbol":"BTC"}', headers: json })
    expect(await response.json()).toEqual({ id: 'pullWithdrawals', parameters: { symbol: 'BTC' } })
  })

  test('finds a call by a path with a segment', async () => {
    const response = await call('/api/mpc/babylon/stake_list?max_id=0')
    expect(await response.json()).toMatchObject({ id: 'listStakes' })
  })

  test('responds to HEAD like GET, without a body', async () => {
    const response = await call('/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '',
    ])
  })

  test('responds to OPTIONS with the methods of a path, for pages of all origins', async () => {
    const headers = { 'access-control-request-headers': 'prefer' }
    const response = await call(consume, { method: 'OPTIONS', headers })
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      204,
      {
        allow: 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'prefer',
        'access-control-max-age': '600',
      },
    ])
  })

  test('serves pages', async () => {
    expect(await (await call('/status')).json()).toEqual({ status: 'ok' })
    expect((await call('/status', { method: 'POST' })).status).toBe(405)
  })

  test('responds to an error with HTTP 500 without its message, and reports it', async () => {
    const response = await call('/api/mpc/wallet/open_coin')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([500, '*'])
    expect(await response.text()).not.toContain('canary')
    expect(errors).toMatchObject([{ message: 'canary' }])
  })
})

describe('the core responds with a problem', () => {
  test.each<readonly [string, string, RequestInit, number, string, RegExp]>([
    ['an unknown path', '/api/v2/user/inf', {}, 404, 'unknown-path', /Did you mean \/api\/v2\/user\/info\?/],
    ['another method', consume, {}, 405, 'wrong-method', /accepts POST, not GET/],
    ['a missing parameter', '/api/v2/user/info', {}, 422, 'parameters-invalid', /email/],
    ['a misspelt parameter', '/api/v2/user/info?emial=a', {}, 422, 'parameters-invalid', /did you mean email\?/],
    ['a duplicate parameter', '/api/v2/user/info?email=a&email=b', {}, 422, 'parameters-invalid', /must occur once/],
    [
      'a list both joined and repeated',
      '/api/v2/billing/withdrawList?ids=a,b&ids=c',
      {},
      422,
      'parameters-invalid',
      /ids\/0 must match \^\[\^,\]\+\$/,
    ],
    [
      'a list with too many repeated entries',
      `/api/v2/billing/withdrawList?${'ids=a&'.repeat(101)}`,
      {},
      422,
      'parameters-invalid',
      /ids/,
    ],
    ['broken encoding', '/api/v2/user/info?email=%ff', {}, 422, 'parameters-invalid', /percent-encoded UTF-8/],
    ['a body of another type', consume, { method: 'POST', body: '{}' }, 415, 'body-not-json', /Content-Type/],
    ['a body that is not JSON', consume, { method: 'POST', body: '{', headers: json }, 400, 'body-malformed', /JSON/],
    [
      'a duplicate field',
      consume,
      { method: 'POST', body: '{"symbol":"BTC","symbol":"ETH"}', headers: json },
      400,
      'body-malformed',
      /duplicate/,
    ],
    [
      'a long body',
      consume,
      { method: 'POST', body: `"${'x'.repeat(262_144)}"`, headers: json },
      413,
      'body-too-long',
      /262144 bytes/,
    ],
    [
      'a query beside a body',
      `${consume}?a=1`,
      { method: 'POST', body: '{"symbol":"BTC"}', headers: json },
      422,
      'parameters-invalid',
      /the query must be empty/,
    ],
  ])('for %s', async (_what, path, init, status, name, detail) => {
    const response = await call(path, init)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(await response.json()).toMatchObject({
      type: `urn:custody:${name}`,
      status,
      detail: expect.stringMatching(detail),
    })
  })
})

describe('a slow body', () => {
  const late = {
    type: 'urn:custody:body-late',
    status: 408,
    detail: expect.stringContaining('Send it again'),
  }

  /** Creates a core with a limit of two bodies, and a function that ends their timeouts. */
  function createLimited() {
    const timers = new Set<() => void>()
    const core = createCore({
      calls: contractCalls,
      check: () => [],
      handle: async (_call, _request, read) => {
        const given = await read()
        return given instanceof TextResponse ? given : Response.json(given.parameters)
      },
      bodies: {
        concurrency: 2,
        setTimer(callback) {
          timers.add(callback)
          return () => timers.delete(callback)
        },
      },
    })
    const send = () => core.fetch(new Request(`http://s${consume}`, createSlowBody()))
    const startBodies = async (bodies: number) => {
      await expect.poll(() => timers.size).toBe(bodies)
    }
    return { ...core, send, started: startBodies, timers }
  }

  const createSlowBody = () => ({ method: 'POST', headers: json, body: new ReadableStream(), duplex: 'half' }) as const

  test('gets HTTP 408 after its timeout', async () => {
    const { send, started: startBodies, timers } = createLimited()
    const results = send()
    await startBodies(1)
    for (const ring of timers) ring()
    expect(await (await results).json()).toMatchObject(late)
    expect(timers.size).toBe(0)
  })

  test('gets HTTP 408, oldest first, when too many bodies arrive at the same time', async () => {
    const { fetch: fetchLimited, send, started: startBodies, timers } = createLimited()
    const [oldest] = [send(), send()]
    await startBodies(2)
    const request = new Request(`http://s${consume}`, {
      method: 'POST',
      headers: json,
      body: '{"symbol":"BTC"}',
    })
    expect(await (await fetchLimited(request)).json()).toEqual({ symbol: 'BTC' })
    const result = await oldest
    expect([result.status, result.headers.get('connection')]).toEqual([408, 'close'])
    expect(timers.size).toBe(1)
  })
})
