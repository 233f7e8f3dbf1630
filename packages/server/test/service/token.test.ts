// The rule of the token call, over the clock and over lists of addresses.
import { describe, expect, test } from 'vitest'

import { createService, type Merchant, type Service, type ServiceOptions } from '../../src/index.ts'
import { shownHandlers } from '../support/handlers.ts'
import { apiKeyOf, clientOf, merchantOf, start } from '../support/merchants.ts'

const { handlers } = shownHandlers()
const merchants = (more: Partial<Merchant> = {}): ReadonlyMap<string, Merchant> =>
  new Map([['modern-shop', merchantOf('modern', more)]])
const serviceOf = (more: Partial<Merchant> = {}, options: Partial<ServiceOptions> = {}): Service =>
  createService({ merchants: merchants(more), clock: () => start, ...options, handlers, partial: false })

interface Asking {
  readonly apiKey?: string | null
  readonly timestamp?: string | null
  readonly address?: string
}

async function askFor(
  { wire, plain }: Service,
  { apiKey = apiKeyOf('modern-shop'), timestamp = String(start), address }: Asking = {},
  view: 'wire' | 'plain' = 'wire',
) {
  const headers = new Headers()
  if (apiKey !== null) headers.set('Api-Key', apiKey)
  if (timestamp !== null) headers.set('Timestamp', timestamp)
  const request = new Request('http://service/open-api/v1/merchant/token', { headers })
  const response = await { wire, plain }[view](request, { address })
  const answer: { readonly code: number; readonly data?: { access_token: string; expired_time: number } } =
    await response.json()
  return answer
}

describe.each(['wire', 'plain'] as const)('a token call on the %s view', (view) => {
  test('is granted a token of two hours', async () => {
    const { code, data } = await askFor(serviceOf(), {}, view)
    expect([code, data?.expired_time]).toEqual([0, start + 7_200_000])
    expect(data?.access_token).toMatch(/^[\w.-]{40,}$/)
  })

  test.each<readonly [string, number, Asking]>([
    ['without an Api-Key', 1002, { apiKey: null }],
    ['with an empty Api-Key', 1002, { apiKey: '' }],
    ['with an unknown Api-Key', 1008, { apiKey: 'key-of-another' }],
    ['without a timestamp', 1005, { timestamp: null }],
    ['with a timestamp in the future', 1005, { timestamp: String(start + 1) }],
    ['with a timestamp over 60 seconds in the past', 1005, { timestamp: String(start - 60_001) }],
    ['with a timestamp in seconds', 1005, { timestamp: String(start / 1000) }],
    ['with a timestamp that is not a number', 1005, { timestamp: `${start}.0` }],
    ['with a negative timestamp', 1005, { timestamp: `-${start}` }],
  ])('%s is refused with %d', async (_what, code, asking) => {
    expect(await askFor(serviceOf(), asking, view)).toMatchObject({ code })
  })

  test.each([0, 1, 59_999, 60_000])('is granted %d ms after its timestamp', async (behind) => {
    expect(await askFor(serviceOf(), { timestamp: String(start - behind) }, view)).toMatchObject({ code: 0 })
  })
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
    expect(await askFor(serviceOf({ addresses: list }), { address })).toMatchObject({ code: 0 })
  })

  test.each(['203.0.113.8', '198.51.101.0', '2001:db9::2', '::1', 'localhost', '', undefined])(
    'refuses %s with 1003',
    async (address) => {
      const asking = address === undefined ? {} : { address }
      expect(await askFor(serviceOf({ addresses: list }), asking)).toMatchObject({ code: 1003 })
    },
  )

  test('without entries refuses every address', async () => {
    expect(await askFor(serviceOf({ addresses: [] }), { address: '127.0.0.1' })).toMatchObject({ code: 1003 })
  })

  test.each(['203.0.113.0/33', '203.0.113', 'host', '203.0.113.0/24/8', '203.0.113.0/x', '2001:db8::/129'])(
    'with the entry %s starts no service; found by a function, it allows no address and reports the entry',
    async (entry) => {
      expect(() => serviceOf({ addresses: [entry] })).toThrow('such as 203.0.113.0/24')
      const errors: unknown[] = []
      const merchant = merchantOf('modern', { addresses: [entry] })
      const service = serviceOf({}, { merchants: () => merchant, onError: (error) => errors.push(error) })
      const request = new Request('http://service/open-api/v1/merchant/token', {
        headers: { 'Api-Key': apiKeyOf('modern-shop'), Timestamp: String(start) },
      })
      expect((await service.wire(request, { address: '203.0.113.1' })).status).toBe(500)
      expect(errors).toMatchObject([{ message: expect.stringContaining('such as 203.0.113.0/24') }])
    },
  )
})

describe('a token', () => {
  test('is valid until its end, and only as it was granted', async () => {
    let now = start
    const { tokens } = serviceOf({}, { clock: () => now })
    const { access_token: token, expired_time: end } = tokens.grant('modern-shop')
    expect(await tokens.check(token)).toMatchObject({ appId: 'modern-shop', expires: end })
    now = end - 1
    expect(await tokens.check(token)).toBeDefined()
    now = end
    expect(await tokens.check(token)).toBeUndefined()
  })

  test('of another service, a changed token and any other text are not valid', async () => {
    const [{ tokens }, other] = [serviceOf(), serviceOf()]
    const { access_token: token } = tokens.grant('modern-shop')
    const [content = '', signature = ''] = token.split('.')
    const changed = Buffer.from(
      Buffer.from(content, 'base64url').toString().replace('modern-shop', 'richer-shop'),
    ).toString('base64url')
    const texts = ['', '.', 'x', `${content}.`, `${changed}.${signature}`, `${token}.x`, content]
    for (const text of [...texts, other.tokens.grant('modern-shop').access_token])
      expect(await tokens.check(text)).toBeUndefined()
  })

  test('is valid in every process with the same secret', async () => {
    const token = { secret: new Uint8Array(32).fill(7) }
    const { access_token } = serviceOf({}, { token }).tokens.grant('modern-shop')
    expect(await serviceOf({}, { token }).tokens.check(access_token)).toMatchObject({ appId: 'modern-shop' })
  })

  test('ends when it is revoked, and no other does', async () => {
    const { tokens } = serviceOf()
    const [one, other] = [tokens.grant('modern-shop'), tokens.grant('modern-shop')]
    await tokens.revoke(one.access_token)
    expect(await tokens.check(one.access_token)).toBeUndefined()
    expect(await tokens.check(other.access_token)).toBeDefined()
  })

  test('is revoked in every process that shares a store', async () => {
    const revoked = new Set<string>()
    const store = {
      revoke: (id: string) => void revoked.add(id),
      isRevoked: async (id: string) => revoked.has(id),
    }
    const token = { secret: new Uint8Array(32).fill(7), store }
    const [one, two] = [serviceOf({}, { token }), serviceOf({}, { token })]
    const { access_token } = one.tokens.grant('modern-shop')
    await two.tokens.revoke(access_token)
    expect(await one.tokens.check(access_token)).toBeUndefined()
  })

  test.each([
    ['secret', { secret: new Uint8Array(31) }],
    ['lifetime', { lifetime: 0 }],
    ['lifetime', { lifetime: 1.5 }],
  ])('needs a fitting %s', (name, token) => {
    expect(() => serviceOf({}, { token })).toThrow(`token.${name} must`)
  })
})

describe('where the profile attaches tokens', () => {
  const knobs = { token: { attach: 'Access-Token' } } as const
  const lookup = { uid: 10_042, symbol: 'BTC' }

  test('a call with its token is answered, and one without is refused with 1007', async () => {
    const service = serviceOf({ ...merchantOf('modern', { knobs }) })
    const attaching = clientOf('modern', service.wire, { knobs, clock: () => start + 2000 })
    expect(await attaching.accounts.get(lookup)).toHaveProperty('deposit_address')
    const error: unknown = await clientOf('modern', service.wire)
      .accounts.get(lookup)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', context: { serviceCode: '1007' } })
  })

  test('the client replaces a revoked token by itself', async () => {
    let now = start
    const service = serviceOf({ ...merchantOf('modern', { knobs }) }, { clock: () => now })
    const custody = clientOf('modern', service.wire, { knobs, clock: () => now + 2000 })
    await custody.accounts.get(lookup)
    await service.tokens.revoke(await custody.accessToken())
    now += 2000
    expect(await custody.accounts.get(lookup)).toHaveProperty('deposit_address')
  })
})
