import { responses } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { account, ask, consume, mockOperations, ids, origin, plain, withBody, getExampleParameters } from './support.ts'

const readDetail = (text: string): string => {
  const { detail }: { readonly detail: string } = JSON.parse(text)
  return detail
}

const buildQuery = (parameters: object): string =>
  Object.entries(parameters)
    .map(([name, value]: [string, unknown]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

describe('a call', () => {
  test.each(ids)('of %s gets a response of the contract', async (id) => {
    const operation = mockOperations.find((each) => each.id === id)
    const parameters = getExampleParameters(id)
    const path = operation ? operation.shownPath : ''
    const { status, text, headers } =
      operation?.method === 'POST'
        ? await ask(path, withBody(JSON.stringify(parameters)))
        : await ask(`${path}?${buildQuery(parameters)}`, { headers: { 'api-key': 'demo' } })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(responses[id](JSON.parse(text))).toBe(true)
  })

  test('has a response that caches do not store', async () => {
    const { headers } = await ask(account)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('accepts any text as a path segment', async () => {
    expect((await ask('/api/mpc/other-protocol/details?ids=a,b')).status).toBe(200)
    expect((await ask('/api/mpc/a%2Fb/details?ids=a,b')).status).toBe(404)
  })

  test('accepts HEAD', async () => {
    expect((await ask(account, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('the token call', () => {
  const path = '/open-api/v1/merchant/token'

  test.each([
    ['without a credential', {}],
    ['with an empty one', { 'api-key': '' }],
    ['without a credential, whatever response is preferred', { prefer: 'example=typical' }],
  ])('fails %s', async (_what, headers) => {
    const { status, text } = await ask(path, { headers: { ...headers } })
    expect([status, JSON.parse(text)]).toEqual([200, { code: 1002, msg: 'Api-Key header missing' }])
  })

  test('is listed with a credential', async () => {
    const { text } = await ask('/_mock')
    expect(text).toContain(`curl -H 'Api-Key: demo' '${origin}${path}'`)
    expect(text).toContain(`curl -H 'Api-Key: demo' -H 'Prefer: example=failure' '${origin}${path}'`)
  })
})

describe('parameters are rejected', () => {
  test.each([
    ['that are missing', '?uid=1', 'symbol is missing.'],
    ['that are misspelt', '?uid=1&symbol=BTC&symbl=ETH', /symbl is not a field.*did you mean symbol\?$/],
    ['of another type', '?uid=one&symbol=BTC', 'uid must be an integer.'],
    ['that stand there twice', '?uid=1&uid=2&symbol=BTC', 'uid must occur once.'],
    ['that are not UTF-8', '?uid=1&symbol=%ff', /must be percent-encoded UTF-8/],
    ['that a double rounds', '?uid=9007199254740993&symbol=BTC', /uid must be an integer that a double holds/],
  ])('%s', async (_what, search, detail) => {
    const { status, headers, text } = await ask(`/api/v2/account/getByUidAndSymbol${search}`)
    expect([status, headers.get('content-type')]).toEqual([422, 'application/problem+json'])
    expect(readDetail(text)).toMatch(detail)
  })

  test('with a pointer to each', async () => {
    const { text } = await ask('/api/v2/billing/withdrawList')
    expect(JSON.parse(text)).toMatchObject({
      type: 'urn:custody:parameters-invalid',
      status: 422,
      violations: [{ in: 'query', pointer: '/ids', message: 'is missing' }],
    })
  })

  test('that must be sent together', async () => {
    const { status, text } = await ask('/api/v2/user/info?mobile=5550100')
    expect(status).toBe(422)
    expect(readDetail(text)).toContain('country is missing')
  })

  test('of a list that is both joined and repeated, but not of one that is either', async () => {
    const { status, text } = await ask('/api/v2/billing/withdrawList?ids=a,b&ids=c')
    expect([status, readDetail(text)]).toEqual([422, 'ids/0 must match ^[^,]+$.'])
    const [joinedIds, duplicates] = [
      await ask('/api/v2/billing/withdrawList?ids=a,b'),
      await ask('/api/v2/billing/withdrawList?ids=a&ids=b'),
    ]
    expect(duplicates).toEqual(joinedIds)
    expect(duplicates.status).toBe(200)
  })

  test('of a list that is too long, but not of one at the limit', async () => {
    const listIds = (length: number) => Array.from({ length }, (_, at) => `wd-${at}`).join(',')
    expect((await ask(`/api/v2/billing/withdrawList?ids=${listIds(101)}`)).status).toBe(422)
    expect((await ask(`/api/v2/billing/withdrawList?ids=${listIds(100)}`)).status).toBe(200)
    expect((await ask(`/api/v2/billing/withdrawList?ids=${encodeURIComponent(listIds(100))}`)).status).toBe(200)
  })

  test('in the query of a call with a body', async () => {
    const { status, text } = await ask(`${consume}?symbol=BTC`, withBody('{"symbol":"BTC"}'))
    expect([status, readDetail(text)]).toEqual([
      422,
      expect.stringContaining('send the parameters of this call in the body'),
    ])
  })
})

describe('a path', () => {
  test.each([
    ['/api/v2/acount/getByUidAndSymbol', /Did you mean \/api\/v2\/account\/getByUidAndSymbol\?/],
    ['/api/v2/account/getbyuidandsymbol', /Did you mean \/api\/v2\/account\/getByUidAndSymbol\?/],
    ['/api/mpc/babylon/detail', /Did you mean \/api\/mpc\/babylon\/details\?/],
    ['/zzz', /^There is no call at \/zzz\. \/_mock lists all calls\.$/],
    ['/__proto__', /There is no call/],
    [`${consume}/`, /Did you mean \/api\/v1\/withdraw\/consume\?/],
  ])('%s is unknown', async (path, detail) => {
    const { status, text } = await ask(path)
    expect(status).toBe(404)
    expect(readDetail(text)).toMatch(detail)
  })

  test.each([
    ['DELETE', account, 'GET, HEAD'],
    ['POST', account, 'GET, HEAD'],
    ['GET', consume, 'POST'],
  ])('%s %s is rejected with the allowed method', async (method, path, allow) => {
    const { status, headers } = await ask(path, { method })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })

  test.each(['POST', 'DELETE'])('that lists the calls rejects %s', async (method) => {
    const { status, headers, text } = await ask('/_mock', { method })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(readDetail(text)).toBe(`/_mock accepts GET, HEAD, not ${method}.`)
  })

  test('that is empty redirects to the list of calls', async () => {
    const { status, headers } = await ask('/')
    expect([status, headers.get('location')]).toEqual([302, '/_mock'])
  })
})

describe('a page of another origin', () => {
  test.each([account, '/nothing', '/', '/_mock', '/api/v2/account/getByUidAndSymbol'])(
    'may read the response of %s',
    async (path) => {
      const { headers } = await ask(path, { headers: { origin: 'https://shop.example' } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toBe('*')
    },
  )

  test('may send JSON, and the Prefer header', async () => {
    const { status, headers } = await ask(consume, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'content-type,prefer' },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toBe('content-type,prefer')
  })
})

describe('the list of calls', () => {
  test('is JSON for programs, with every example of the contract', async () => {
    const { text } = await ask('/_mock')
    const { operations }: { readonly operations: readonly { id: string; examples: readonly object[] }[] } =
      JSON.parse(text)
    expect(operations.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
    expect(operations.flatMap(({ examples }) => examples)).toHaveLength(
      mockOperations.flatMap(({ responses }) => responses).length,
    )
  })

  test('has a curl command for each at the address of the request', async () => {
    const { text } = await ask('/_mock')
    expect(text).toContain(
      `curl -H 'Prefer: example=empty' '${origin}/api/v2/account/getByUidAndSymbol?uid=10043&symbol=`,
    )
    expect(text).toContain(`curl --json '{\\"symbol\\":\\"BTC\\"}' '${origin}${consume}'`)
  })
})

test('a body that ends early is a problem instead of a page', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('the cable')),
  })
  const streaming = { ...withBody(''), body, duplex: 'half' }
  const brokenMock = new Request(`${origin}${consume}`, streaming)
  const response = await plain.fetch(brokenMock)
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
})
