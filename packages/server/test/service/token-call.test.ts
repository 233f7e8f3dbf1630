import { describe, expect, test } from 'vitest'

import { createService, type Merchant, type Service, type ServiceOptions } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { getApiKey, createMerchant, start } from '../support/merchants.ts'

const { handlers } = createHandlers()
const createMerchants = (more: Partial<Merchant> = {}): ReadonlyMap<string, Merchant> =>
  new Map([['modern-shop', createMerchant('modern', more)]])
const createTestService = (more: Partial<Merchant> = {}, options: Partial<ServiceOptions> = {}): Service =>
  createService({
    merchants: createMerchants(more),
    clock: () => start,
    ...options,
    handlers,
    partial: false,
  })

interface TokenRequest {
  readonly apiKey?: string | null
  readonly timestamp?: string | null
  readonly address?: string
}

async function requestToken(
  { wire, plain }: Service,
  { apiKey = getApiKey('modern-shop'), timestamp = String(start), address }: TokenRequest = {},
  view: 'wire' | 'plain' = 'wire',
) {
  const headers = new Headers()
  if (apiKey !== null) headers.set('Api-Key', apiKey)
  if (timestamp !== null) headers.set('Timestamp', timestamp)
  const request = new Request('http://service/open-api/v1/merchant/token', { headers })
  const response = await { wire, plain }[view](request, { address })
  const content: { readonly code: number; readonly data?: { access_token: string; expired_time: number } } =
    await response.json()
  return content
}

describe.each(['wire', 'plain'] as const)('a token call on the %s view', (view) => {
  test('returns a token that is valid for two hours', async () => {
    const { code, data } = await requestToken(createTestService(), {}, view)
    expect([code, data?.expired_time]).toEqual([0, start + 7_200_000])
    expect(data?.access_token).toMatch(/^[\w.-]{40,}$/)
  })

  test.each<readonly [string, number, TokenRequest]>([
    ['without an Api-Key', 1002, { apiKey: null }],
    ['with an empty Api-Key', 1002, { apiKey: '' }],
    ['with an unknown Api-Key', 1008, { apiKey: 'key-of-another' }],
    ['without a timestamp', 1005, { timestamp: null }],
    ['with a timestamp in the future', 1005, { timestamp: String(start + 1) }],
    ['with a timestamp over 60 seconds in the past', 1005, { timestamp: String(start - 60_001) }],
    ['with a timestamp in seconds', 1005, { timestamp: String(start / 1000) }],
    ['with a timestamp that is not a number', 1005, { timestamp: `${start}.0` }],
    ['with a negative timestamp', 1005, { timestamp: `-${start}` }],
    ['with a signed timestamp', 1005, { timestamp: `+${start}` }],
    ['with a timestamp in hex', 1005, { timestamp: `0x${start.toString(16)}` }],
    ['with a timestamp in powers of ten', 1005, { timestamp: '1.7672256e12' }],
    ['with a timestamp with a blank', 1005, { timestamp: '1767225 600000' }],
    ['with a timestamp with a separator', 1005, { timestamp: '1_767_225_600_000' }],
    ['with a timestamp in other digits', 1005, { timestamp: '\u00b9767225600000' }],
    ['with two timestamps', 1005, { timestamp: `${start}, ${start}` }],
    ['with a timestamp that overflows', 1005, { timestamp: '9'.repeat(400) }],
    ['with a timestamp of zero', 1005, { timestamp: '0' }],
    ['with an empty timestamp', 1005, { timestamp: '' }],
    ['with two Api-Keys', 1008, { apiKey: `${getApiKey('modern-shop')}, ${getApiKey('modern-shop')}` }],
    ['with its Api-Key in other letters', 1008, { apiKey: getApiKey('modern-shop').toUpperCase() }],
    ['with a part of its Api-Key', 1008, { apiKey: getApiKey('modern-shop').slice(0, -1) }],
    ['with an Api-Key of 10 KB', 1008, { apiKey: 'k'.repeat(10_240) }],
    ['with the name of a prototype as Api-Key', 1008, { apiKey: '__proto__' }],
  ])('%s is rejected with %d', async (_what, code, tokenRequest) => {
    expect(await requestToken(createTestService(), tokenRequest, view)).toMatchObject({ code })
  })

  test.each([0, 1, 59_999, 60_000])('succeeds %d ms after its timestamp', async (behind) => {
    expect(await requestToken(createTestService(), { timestamp: String(start - behind) }, view)).toMatchObject({
      code: 0,
    })
  })
})

test.each([
  ['Api-Key, address and timestamp are wrong', { apiKey: 'x', timestamp: '1', address: '192.0.2.1' }, 1008],
  ['address and timestamp are wrong', { timestamp: '1', address: '192.0.2.1' }, 1003],
  ['only the timestamp is wrong', { timestamp: '1', address: '203.0.113.1' }, 1005],
])('if %s, the first of them decides', async (_what, tokenRequest, code) => {
  expect(await requestToken(createTestService({ addresses: ['203.0.113.1'] }), tokenRequest)).toMatchObject({
    code,
  })
})

test('without a working clock, tokens are neither granted nor accepted', async () => {
  let now = start
  const service = createTestService({}, { clock: () => now })
  const { access_token: token } = service.tokens.grant('modern-shop')
  now = Number.NaN
  expect(await requestToken(service)).toMatchObject({ code: 1005 })
  expect(await service.tokens.check(token)).toBeUndefined()
})

describe('the list of addresses', () => {
  const list = ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32', '2001:db9::1']

  test.each([
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '198.51.100.0',
    '198.51.100.255',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '2001:db9::1',
    '2001:0db9:0:0::0001',
  ])('allows %s', async (address) => {
    expect(await requestToken(createTestService({ addresses: list }), { address })).toMatchObject({ code: 0 })
  })

  test.each(['203.0.113.8', '198.51.101.0', '2001:db9::2', '::1', 'localhost', '', undefined])(
    'rejects %s with 1003',
    async (address) => {
      const tokenRequest = address === undefined ? {} : { address }
      expect(await requestToken(createTestService({ addresses: list }), tokenRequest)).toMatchObject({
        code: 1003,
      })
    },
  )

  test.each<readonly [string, string, boolean]>([
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '::ffff:203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    // Bits after the prefix are ignored.
    ['203.0.113.77/24', '203.0.113.1', true],
    ['203.0.113.77/24', '203.0.114.1', false],
    ['203.0.113.77/31', '203.0.113.76', true],
    ['203.0.113.77/31', '203.0.113.78', false],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.114.7', false],
    ['203.0.113.7', '::ffff:cb00:7107', true],
    ['203.0.113.7', '::203.0.113.7', false],
    ['203.0.113.7', '64:ff9b::203.0.113.7', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['fe80::/10', 'fec0::1%eth0', false],
    ['127.0.0.1', '127.1', false],
    ['8.0.0.1', '010.0.0.1', false],
    ['127.0.0.1', '0x7f000001', false],
  ])('with %s and the address %s', async (entry, address, isAllowed) => {
    const content = await requestToken(createTestService({ addresses: [entry] }), { address })
    expect(content).toMatchObject({ code: isAllowed ? 0 : 1003 })
  })

  test('takes effect when the operator changes it', async () => {
    const addresses = ['203.0.113.7', '203.0.113.8']
    const service = createTestService({ addresses })
    expect(await requestToken(service, { address: '203.0.113.8' })).toMatchObject({ code: 0 })
    addresses.pop()
    expect(await requestToken(service, { address: '203.0.113.8' })).toMatchObject({ code: 1003 })
    expect(await requestToken(service, { address: '203.0.113.7' })).toMatchObject({ code: 0 })
  })

  test('rejects every address if it is empty', async () => {
    expect(await requestToken(createTestService({ addresses: [] }), { address: '127.0.0.1' })).toMatchObject({
      code: 1003,
    })
  })

  test.each([
    '203.0.113.0/33',
    '203.0.113',
    'host',
    '203.0.113.0/24/8',
    '203.0.113.0/x',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/1e1',
    '203.0.113.0/255.255.255.0',
    ' 203.0.113.0/24',
    '*',
    '2001:db8::/129',
  ])(
    'with the invalid entry %s stops the start; from a function, it rejects every address and is reported',
    async (entry) => {
      expect(() => createTestService({ addresses: [entry] })).toThrow('such as 203.0.113.0/24')
      const errors: unknown[] = []
      const merchant = createMerchant('modern', { addresses: [entry] })
      const service = createTestService({}, { merchants: () => merchant, onError: (error) => errors.push(error) })
      const request = new Request('http://service/open-api/v1/merchant/token', {
        headers: { 'Api-Key': getApiKey('modern-shop'), Timestamp: String(start) },
      })
      expect((await service.wire(request, { address: '203.0.113.1' })).status).toBe(500)
      expect(errors).toMatchObject([{ message: expect.stringContaining('such as 203.0.113.0/24') }])
    },
  )
})
