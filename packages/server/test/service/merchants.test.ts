import { describe, expect, test } from 'vitest'

import {
  createService,
  type Handlers,
  type Merchant,
  type Merchants,
  type Service,
  type ServiceOptions,
} from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { getApiKey, createTestClient, createMerchant, profileNames, createShopParty } from '../support/merchants.ts'

const { handlers: shown, seen } = createHandlers()
const account = 'http://service/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
const lookup = { uid: 1, symbol: 'BTC' }

const createTestService = (handlers: Partial<Handlers>, options: Partial<ServiceOptions> = {}): Service =>
  createService({
    merchants: new Map(profileNames.map((name) => [`${name}-shop`, createMerchant(name)])),
    plainMerchant: 'modern-shop',
    ...options,
    handlers: { ...shown, ...handlers },
    partial: false,
  })

describe('merchants', () => {
  test('20 of both profiles get their own responses', async () => {
    const merchants = new Map(
      Array.from({ length: 20 }, (_, index) => {
        const appId = `shop-${index}`
        return [appId, createMerchant(index % 2 ? 'modern' : 'classic', { appId })] as const
      }),
    )
    const getAccount: Handlers['getAccount'] = (_given, { appId }) => ({
      normal_balance: '1',
      lock_balance: '0',
      deposit_address: appId,
    })
    const { wire } = createService({ merchants, handlers: { ...shown, getAccount } })
    const outcomes = await Promise.all(
      [...merchants.keys()].map(async (appId, index) => {
        const custody = createTestClient(index % 2 ? 'modern' : 'classic', wire, { appId })
        return (await custody.accounts.get(lookup)).deposit_address
      }),
    )
    expect(outcomes).toEqual([...merchants.keys()])
  })

  test('can be found by a function, once for each call', async () => {
    const queries: unknown[] = []
    const known = createMerchant('modern')
    const { wire } = createTestService(
      {},
      {
        merchants: async (query) => {
          queries.push(query)
          return query.appId === 'modern-shop' || query.apiKey === 'key-of-modern-shop' ? known : undefined
        },
      },
    )
    const custody = createTestClient('modern', wire)
    await custody.accounts.get(lookup)
    await custody.accessToken()
    expect(queries).toEqual([{ appId: 'modern-shop' }, { apiKey: 'key-of-modern-shop' }])
  })

  test('are required in a plain call, whose problem says how to name one', async () => {
    const { plain } = createTestService({}, { plainMerchant: undefined })
    const response = await plain(new Request(account))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('in the header App-Id') },
    ])
    expect((await plain(new Request(account, { headers: { 'App-Id': 'classic-shop' } }))).status).toBe(200)
    expect((await plain(new Request(account, { headers: { 'App-Id': 'unknown-shop' } }))).status).toBe(400)
  })

  test('must be a Map or a function', () => {
    // @ts-expect-error An object is neither.
    expect(() => createService({ merchants: {}, handlers: shown })).toThrow('merchants must be a Map')
  })
})

interface NamedResponse {
  readonly status: number
  readonly body: string
}

/** Responses to a plain call, a sealed call and a token call that name a merchant, and the reported errors. */
async function listNamed(appId: string, merchants: Merchants) {
  const errors: unknown[] = []
  const before = seen.length
  const { plain, wire } = createTestService({}, { merchants, onError: (error) => errors.push(error) })
  const { path, query } = await createShopParty('classic').sealRequest('getAccount', lookup)
  const sealed = new URLSearchParams(query)
  sealed.set('app_id', appId)
  const token = { 'Api-Key': getApiKey('classic-shop'), Timestamp: String(Date.now()) }
  const read = async (promise: Promise<Response>): Promise<NamedResponse> => {
    const response = await promise
    return { status: response.status, body: await response.text() }
  }
  return {
    atPlain: await read(plain(new Request(account, { headers: { 'App-Id': appId } }))),
    atWire: await read(wire(new Request(`http://service${path}?${sealed}`))),
    granted: await read(wire(new Request('http://service/open-api/v1/merchant/token', { headers: token }))),
    errors,
    handled: seen.length - before,
  }
}

const rejectedOnWire = { status: 200, body: expect.stringContaining('"code":"100005"') }

describe('an unknown app id', () => {
  const known: Readonly<Record<string, Merchant>> = { 'modern-shop': createMerchant('modern') }
  const stores: readonly (readonly [string, Merchants])[] = [
    ['a Map', new Map(Object.entries(known))],
    // A likely mistake: a plain object has `constructor`.
    ['a function over a plain object', ({ appId = '' }) => known[appId]],
    ['a function that always finds the same one', () => createMerchant('modern')],
  ]
  const ids = ['', '__proto__', 'constructor', 'toString', 'modern-shop.', 'MODERN-SHOP', 'x'.repeat(10_000)]
  test.each(stores.flatMap(([name, merchants]) => ids.map((id) => [name, id.slice(0, 20), id, merchants] as const)))(
    'with %s and %j reaches no handler',
    async (_name, _start, id, merchants) => {
      const { atPlain, atWire, handled } = await listNamed(id, merchants)
      expect(atPlain.status).toBeOneOf([400, 500])
      expect(atWire).toMatchObject(rejectedOnWire)
      expect(handled).toBe(0)
    },
  )
})

describe('a source of merchants that fails', () => {
  const notMerchant: unknown = {}
  const failing: readonly (readonly [string, Merchants, RegExp])[] = [
    [
      'throws',
      () => {
        throw new Error('database is away')
      },
      /database is away/,
    ],
    ['rejects', async () => Promise.reject(new Error('database is away')), /database is away/],
    ['finds another one', () => createMerchant('modern'), /The merchant "classic-shop" has the party of modern-shop/],
    ['finds an object without a party', () => Object(notMerchant), /party of a merchant must come from createParty/],
  ]

  test.each(failing)('because it %s never reaches a handler, and is reported', async (_name, merchants, reason) => {
    const { atPlain, atWire, errors, handled } = await listNamed('classic-shop', merchants)
    expect(atPlain).toMatchObject({ status: 500, body: expect.not.stringMatching(reason) })
    expect(atWire).toMatchObject(rejectedOnWire)
    expect(errors.map(String)).toContainEqual(expect.stringMatching(reason))
    expect(handled).toBe(0)
  })

  test('because two merchants have the same Api-Key does not grant a token', async () => {
    const apiKeys = [getApiKey('classic-shop')]
    const merchants = new Map(profileNames.map((name) => [`${name}-shop`, createMerchant(name, { apiKeys })]))
    const { granted, errors } = await listNamed('classic-shop', merchants)
    expect(granted.status).toBe(500)
    expect(String(errors[0])).toMatch(/The merchants modern-shop and classic-shop have the same Api-Key/)
    expect(String(errors[0])).not.toContain(apiKeys[0])
  })
})

test('a plain call with two App-Id headers is rejected', async () => {
  const { plain } = createTestService({}, { plainMerchant: undefined })
  const headers = new Headers([
    ['App-Id', 'modern-shop'],
    ['App-Id', 'classic-shop'],
  ])
  expect((await plain(new Request(account, { headers }))).status).toBe(400)
})
