import { describe, expect, test } from 'vitest'

import { createService, listen, type Merchant, reject, type ServiceOptions } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createTestClient, createMerchant } from '../support/merchants.ts'

const exampleHandlers = createHandlers().handlers
const modern = createMerchant('modern')
const base = { merchants: new Map([['modern-shop', modern]]), handlers: {}, partial: true } as const
const account = 'http://service/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'

// Programs in JavaScript can pass anything.
function markOptions(_options: unknown): asserts _options is ServiceOptions {}
const start = (options: object) => {
  const serviceOptions: unknown = { ...base, ...options }
  markOptions(serviceOptions)
  return createService(serviceOptions)
}
const createWithMerchant = (merchant: object, appId = 'modern-shop'): object => ({
  merchants: new Map([[appId, merchant]]),
})

describe('a service does not start with', () => {
  test.each<readonly [string, object, string]>([
    ['a misspelt option', { onErrors: () => 1 }, 'has the unknown option onErrors: did you mean onError?'],
    ['an option of another name', { xyz: 1 }, 'unknown option xyz. Options: merchants,'],
    ['a misspelt option of the gateway', { gateway: { limit: {} } }, 'did you mean limits?'],
    ['a misspelt option of tokens', { token: { lifeTime: 3 } }, 'did you mean lifetime?'],
    ['a short secret', { token: { secret: 'x'.repeat(31) } }, 'token.secret must be a string or a Uint8Array'],
    ['a secret of other values', { token: { secret: [1, 2] } }, 'token.secret must be a string or a Uint8Array'],
    ['a time instead of a clock', { clock: 5 }, 'clock must be a function'],
    ['no options of tokens', { token: 5 }, 'token needs an object with options.'],
    ['no handlers', { handlers: undefined }, 'handlers must be an object'],
    ['a misspelt option of a merchant', createWithMerchant({ ...modern, apiKey: 'k' }), 'did you mean apiKeys?'],
    ['a profile instead of a party', createWithMerchant({ party: modern.party.profile }), 'createParty(profile)'],
    ['a merchant without a party', createWithMerchant({}), 'must come from createParty(profile).'],
    ['an Api-Key instead of a list', createWithMerchant({ ...modern, apiKeys: 'k' }), 'apiKeys of modern-shop must'],
    ['an address instead of a list', createWithMerchant({ ...modern, addresses: '::1' }), 'addresses of modern-shop'],
    ['a party under another app_id', createWithMerchant(modern, 'other'), '"other" has the party of modern-shop'],
  ])('%s', (_what, options, message) => {
    expect(() => start(options)).toThrow(TypeError)
    expect(() => start(options)).toThrow(message)
  })
})

test('a call fails if the function returns the party of another merchant', async () => {
  const errors: unknown[] = []
  const find = (): Merchant => modern
  const service = start({
    handlers: exampleHandlers,
    merchants: find,
    onError: (error: unknown) => errors.push(error),
  })
  const response = await service.plain(new Request(account, { headers: { 'App-Id': 'other' } }))
  expect(response.status).toBe(500)
  expect(String(errors[0])).toContain('The merchant "other" has the party of modern-shop')
})

test('a plain call of an unknown merchant gets its app_id in the problem', async () => {
  const response = await start({}).plain(new Request(account, { headers: { 'App-Id': 'demo-shp' } }))
  expect(await response.json()).toMatchObject({
    detail: expect.stringContaining('Unknown merchant demo-shp'),
  })
})

test.each(['999999', '1005', '0'])('a rejection with %s, which v2 calls cannot have, is an error', async (code) => {
  const errors: unknown[] = []
  const rejection: unknown = code
  markCode(rejection)
  const handlers = { getAccount: () => reject(rejection) }
  const { plain } = start({ handlers, onError: (error: unknown) => errors.push(error) })
  expect((await plain(new Request(account))).status).toBe(500)
  expect(String(errors[0])).toContain(`not ${code}. Return the value of a success, or reject(code).`)
})
function markCode(_code: unknown): asserts _code is '110065' {}

test('a thrown rejection is reported with the advice to return it', async () => {
  const errors: unknown[] = []
  const getAccount = async () => Promise.reject(reject('110065'))
  const { plain } = start({ handlers: { getAccount }, onError: (error: unknown) => errors.push(error) })
  expect((await plain(new Request(account))).status).toBe(500)
  expect(String(errors[0])).toContain("getAccount threw reject('110065'). Return it instead.")
})

test('a report contains the bytes of the response in both views', async () => {
  const sizes: number[] = []
  const { plain, wire } = start({
    handlers: exampleHandlers,
    onCall: ({ sent }: { readonly sent: number }) => sizes.push(sent),
  })
  const content = await (await plain(new Request(account))).text()
  await plain(new Request(account, { method: 'HEAD' }))
  await plain(new Request('http://service/nowhere'))
  await createTestClient('modern', wire).accounts.get({ uid: 1, symbol: 'BTC' })
  expect(sizes).toEqual([content.length, 0, expect.any(Number), expect.any(Number)])
  expect(Math.min(...sizes.slice(2))).toBeGreaterThan(50)
})

describe('listen() rejects', () => {
  test.each<readonly [string, unknown, object, string]>([
    ['a function instead of views', start({}).plain, {}, 'functions by name'],
    ['a service instead of its views', start({}), {}, 'such as { plain: service.plain, wire: service.wire }'],
    ['a misspelt option', { plain: start({}).plain }, { prt: 1 }, 'did you mean port?'],
    ['a port as text', { plain: start({}).plain }, { port: '4010' }, 'port from 0 to 65535, not "4010"'],
    ['a port beyond the last', { plain: start({}).plain }, { port: 70_000 }, 'not 70000'],
    ['an empty host', { plain: start({}).plain }, { host: '' }, 'host must be an address'],
    ['a negative grace', { plain: start({}).plain }, { grace: -1 }, 'grace must be an integer of milliseconds'],
  ])('%s', async (_what, views, options, message) => {
    markViews(views)
    await expect(listen(views, options)).rejects.toThrow(message)
    await expect(listen(views, options)).rejects.toThrow(TypeError)
  })
})
function markViews(_views: unknown): asserts _views is Parameters<typeof listen>[0] {}
