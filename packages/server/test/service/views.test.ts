import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { createService } from '../../src/index.ts'
import { readParameters, sealedIds, createHandlers, readValue } from '../support/handlers.ts'
import { createTestClient, createMerchant, profileNames, createShopParty } from '../support/merchants.ts'

const { handlers, seen } = createHandlers()
const merchants = new Map(profileNames.map((name) => [`${name}-shop`, createMerchant(name)]))
const service = createService({ merchants, handlers, plainMerchant: 'modern-shop' })

const getPath = (id: keyof typeof operations): string =>
  operations[id].path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')

/** The plain request of a call, with the parameters of the contract. */
function createPlainRequest(id: (typeof sealedIds)[number]): Request {
  const parameters = readParameters(id)
  const { method } = operations[id]
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  if (method === 'GET') return new Request(`http://service${getPath(id)}?${query.join('&')}`)
  const headers = { 'content-type': 'application/json' }
  return new Request(`http://service${getPath(id)}`, { method, body: JSON.stringify(parameters), headers })
}

describe.each(profileNames)('with %s', (name) => {
  const { fetch } = createTestClient(name, service.wire)

  test.each(sealedIds)('%s reaches its handler, and the caller gets the value', async (id) => {
    const content: unknown = await (await fetch(createPlainRequest(id))).json()
    expect(operations[id].family === 'mpc' ? content : Object(content).data).toEqual(readValue(id))
    expect(seen.at(-1)).toMatchObject({
      parameters: readParameters(id),
      call: { operation: id, appId: `${name}-shop`, view: 'wire' },
    })
  })
})

describe('the plain view', () => {
  test.each(sealedIds)('%s reaches its handler, and the caller gets the value', async (id) => {
    const response = await service.plain(createPlainRequest(id), { address: '203.0.113.9' })
    const content: unknown = await response.json()
    expect(operations[id].family === 'mpc' ? content : Object(content).data).toEqual(readValue(id))
    expect(seen.at(-1)).toMatchObject({
      parameters: readParameters(id),
      call: { operation: id, appId: 'modern-shop', view: 'plain', address: '203.0.113.9' },
    })
  })
})

const [lookup, form, consume] = await Promise.all([
  createShopParty('classic').sealRequest('getAccount', { uid: 1, symbol: 'BTC' }),
  createShopParty('modern').sealRequest('getAccount', { uid: 1, symbol: 'BTC' }),
  createShopParty('modern').sealRequest('pullWithdrawals', { symbol: 'BTC' }),
])

describe('a request that is not a call', () => {
  const createRequest = (path: string, method: string, body?: string, type = 'application/json'): Request =>
    new Request(`http://service${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': type } }),
    })
  const sealed = `${lookup.path}?${lookup.query}`
  const formType = 'application/x-www-form-urlencoded'

  test.each<readonly [string, number, Request]>([
    ['HEAD on a sealed query', 405, createRequest(sealed, 'HEAD')],
    ['OPTIONS on a sealed query', 405, createRequest(sealed, 'OPTIONS')],
    ['PUT on a sealed query', 405, createRequest(sealed, 'PUT')],
    ['DELETE on an envelope', 405, createRequest(consume.path, 'DELETE')],
    ['GET on an envelope', 405, createRequest(consume.path, 'GET')],
    ['HEAD on the token call', 405, createRequest('/open-api/v1/merchant/token', 'HEAD')],
    ['POST on the token call', 405, createRequest('/open-api/v1/merchant/token', 'POST', '')],
    ['an unknown path', 404, createRequest('/', 'GET')],
    ['a slash behind a path', 404, createRequest(`${lookup.path}/?${lookup.query}`, 'GET')],
  ])('%s gets HTTP %i on the wire view, without a body or CORS headers', async (_what, status, request) => {
    const before = seen.length
    const response = await service.wire(request)
    expect([response.status, await response.text()]).toEqual([status, ''])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(seen).toHaveLength(before)
  })

  test.each<readonly [string, Request]>([
    ['a form of a merchant that sends queries', createRequest(form.path, 'POST', form.query, formType)],
    ['a form of another media type', createRequest(lookup.path, 'POST', lookup.query, 'text/plain')],
    ['a form with a query', createRequest(sealed, 'POST', lookup.query, formType)],
    ['an envelope with a query', createRequest(`${consume.path}?a=1`, 'POST', consume.body ?? '')],
    ['plain parameters', createRequest(`${lookup.path}?uid=1&symbol=BTC`, 'GET')],
    ['plain JSON', createRequest(consume.path, 'POST', '{"symbol":"BTC"}')],
  ])('%s is rejected on the wire view, whatever is wrong', async (_what, request) => {
    const before = seen.length
    const response = await service.wire(request)
    const { code }: { readonly code: unknown } = await response.json()
    expect([response.status, String(code)]).toEqual([200, expect.stringMatching(/^10000[58]$/)])
    expect(seen).toHaveLength(before)
  })

  test('differs from a form of a classic merchant', async () => {
    const response = await service.wire(createRequest(lookup.path, 'POST', lookup.query, formType))
    const { response: content } = await createShopParty('classic').openResponse(lookup, await response.bytes())
    expect(content).toMatchObject({ code: '0' })
  })
})
