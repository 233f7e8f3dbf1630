import { createHmac } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createService, type Merchant, type Service, type ServiceOptions } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createTestClient, createMerchant, createShopParty, start } from '../support/merchants.ts'

const { handlers, seen } = createHandlers()
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

describe('a token', () => {
  test('is valid until it expires, and only unchanged', async () => {
    let now = start
    const { tokens } = createTestService({}, { clock: () => now })
    const { access_token: token, expired_time: end } = tokens.grant('modern-shop')
    expect(await tokens.check(token)).toMatchObject({ appId: 'modern-shop', expires: end })
    now = end - 1
    expect(await tokens.check(token)).toBeDefined()
    now = end
    expect(await tokens.check(token)).toBeUndefined()
  })

  test('of another service, a changed token and any other text are not valid', async () => {
    const [{ tokens }, other] = [createTestService(), createTestService()]
    const { access_token: token } = tokens.grant('modern-shop')
    const [content = '', signature = ''] = token.split('.')
    const changed = Buffer.from(
      Buffer.from(content, 'base64url').toString().replace('modern-shop', 'richer-shop'),
    ).toString('base64url')
    const respelt = signature.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
    const texts = ['', '.', '..', 'x', `${content}.`, `.${signature}`, `${changed}.${signature}`, content]
    texts.push(`${token}.x`, `${token}.`, `${token}=`, ` ${token}`, `${content}=.${signature}`)
    texts.push(`${content}.${respelt}`, `${token}, ${token}`, `${content}.${'A'.repeat(1_000_000)}`)
    texts.push('__proto__', '__proto__.constructor', `${content}.\0${signature}`)
    for (const text of [...texts, other.tokens.grant('modern-shop').access_token])
      expect(await tokens.check(text)).toBeUndefined()
  })

  test.each<readonly [string, string]>([
    ['not JSON', 'canary'],
    ['JSON that is cut', '{"id":"a"'],
    ['a list', '["a","modern-shop",9e15]'],
    ['null', 'null'],
    ['a string', '"modern-shop"'],
    ['no id', `{"appId":"modern-shop","expires":${start + 1}}`],
    ['an id that is a number', `{"id":1,"appId":"modern-shop","expires":${start + 1}}`],
    ['no merchant', `{"id":"a","expires":${start + 1}}`],
    ['two merchants', `{"id":"a","appId":"other-shop","appId":"modern-shop","expires":${start + 1}}`],
    ['no expiry', '{"id":"a","appId":"modern-shop"}'],
    ['an expiry that is a string', `{"id":"a","appId":"modern-shop","expires":"${start + 1}"}`],
    ['an expiry that is null', '{"id":"a","appId":"modern-shop","expires":null}'],
    ['an infinite expiry', '{"id":"a","appId":"modern-shop","expires":1e999}'],
    ['facts of a prototype', `{"__proto__":{"id":"a","appId":"modern-shop","expires":${start + 1}}}`],
  ])('that another program signed with the same secret is not valid with %s', async (_what, content) => {
    const secret = new Uint8Array(32).fill(7)
    const text = Buffer.from(content).toString('base64url')
    const signature = createHmac('sha256', secret).update(text).digest('base64url')
    const { tokens } = createTestService({}, { token: { secret } })
    expect(await tokens.check(`${text}.${signature}`)).toBeUndefined()
    await tokens.revoke(`${text}.${signature}`)
  })

  test('keeps its signing key when the caller changes the bytes of the secret', async () => {
    const secret = new Uint8Array(32).fill(7)
    const { tokens } = createTestService({}, { token: { secret } })
    const { access_token: token } = tokens.grant('modern-shop')
    secret.fill(0)
    expect(await tokens.check(token)).toBeDefined()
    const zeros = createTestService({}, { token: { secret: new Uint8Array(32) } }).tokens
    expect(await tokens.check(zeros.grant('modern-shop').access_token)).toBeUndefined()
  })

  test('is signed the same with a string as with its bytes', async () => {
    const text = 'a secret of thirty-two characters'
    const { tokens } = createTestService({}, { token: { secret: text } })
    const others = createTestService({}, { token: { secret: Buffer.from(text) } }).tokens
    expect(await others.check(tokens.grant('modern-shop').access_token)).toBeDefined()
  })

  test('is not valid while the store of revoked tokens fails', async () => {
    const rejectCall = async () => Promise.reject(new Error('store is away'))
    const { tokens } = createTestService({}, { token: { store: { revoke: rejectCall, isRevoked: rejectCall } } })
    await expect(tokens.check(tokens.grant('modern-shop').access_token)).rejects.toThrow('store is away')
  })

  test('is valid in every process with the same secret', async () => {
    const token = { secret: new Uint8Array(32).fill(7) }
    const { access_token } = createTestService({}, { token }).tokens.grant('modern-shop')
    expect(await createTestService({}, { token }).tokens.check(access_token)).toMatchObject({
      appId: 'modern-shop',
    })
  })

  test('is invalid once revoked, and others stay valid', async () => {
    const { tokens } = createTestService()
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
    const [one, two] = [createTestService({}, { token }), createTestService({}, { token })]
    const { access_token } = one.tokens.grant('modern-shop')
    await two.tokens.revoke(access_token)
    expect(await one.tokens.check(access_token)).toBeUndefined()
  })

  test.each([
    ['secret', { secret: new Uint8Array(31) }],
    ['secret', { secret: Object('a text of JavaScript with over 32 characters') }],
    ['lifetime', { lifetime: Number.NaN }],
    ['lifetime', { lifetime: Number.POSITIVE_INFINITY }],
    ['lifetime', { lifetime: 0 }],
    ['lifetime', { lifetime: 1.5 }],
  ])('needs a fitting %s', (name, token) => {
    expect(() => createTestService({}, { token })).toThrow(`token.${name} must`)
  })
})

describe('with a profile that attaches tokens', () => {
  const settings = { token: { attach: 'Access-Token' } } as const
  const lookup = { uid: 10_042, symbol: 'BTC' }

  test('a call with its token succeeds, and a call without is rejected with 1007', async () => {
    const service = createTestService({ ...createMerchant('modern', { settings }) })
    const attaching = createTestClient('modern', service.wire, { settings, clock: () => start + 2000 })
    expect(await attaching.accounts.get(lookup)).toHaveProperty('deposit_address')
    const error: unknown = await createTestClient('modern', service.wire)
      .accounts.get(lookup)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', context: { serviceCode: '1007' } })
  })

  test.each<readonly [string, (service: Service) => string | Promise<string>]>([
    ['of another merchant', ({ tokens }) => tokens.grant('classic-shop').access_token],
    ['of the prototype', ({ tokens }) => tokens.grant('__proto__').access_token],
    ['of another service', () => createTestService().tokens.grant('modern-shop').access_token],
    [
      'that was revoked',
      async ({ tokens }) => {
        const { access_token: token } = tokens.grant('modern-shop')
        await tokens.revoke(token)
        return token
      },
    ],
    ['twice', ({ tokens }) => Array.from({ length: 2 }, () => tokens.grant('modern-shop').access_token).join()],
    ['of 10 KB', () => `${'a'.repeat(10_240)}.a`],
  ])('a call with a token %s is rejected with 1007, and reaches no handler', async (_what, tokenOf) => {
    const service = createTestService({ ...createMerchant('modern', { settings }) })
    const party = createShopParty('modern')
    const sealed = await party.sealRequest('getAccount', lookup)
    const before = seen.length
    const request = new Request(`http://service${sealed.path}?${sealed.query}`, {
      headers: { 'Access-Token': await tokenOf(service) },
    })
    const response = await service.wire(request)
    expect((await party.openResponse(sealed, await response.bytes())).response).toMatchObject({
      code: '1007',
    })
    expect(seen).toHaveLength(before)
  })

  test('a call of a merchant that was just removed still needs its token', async () => {
    const found = [createMerchant('modern', { settings })]
    const service = createTestService({}, { merchants: () => found.shift() })
    const call = createTestClient('modern', service.wire).accounts.get(lookup)
    await expect(call).rejects.toMatchObject({ code: 'SERVICE_FAILED', context: { serviceCode: '1007' } })
  })

  test('the client replaces a revoked token automatically', async () => {
    let now = start
    const service = createTestService({ ...createMerchant('modern', { settings }) }, { clock: () => now })
    const custody = createTestClient('modern', service.wire, { settings, clock: () => now + 2000 })
    await custody.accounts.get(lookup)
    await service.tokens.revoke(await custody.accessToken())
    now += 2000
    expect(await custody.accounts.get(lookup)).toHaveProperty('deposit_address')
  })
})
