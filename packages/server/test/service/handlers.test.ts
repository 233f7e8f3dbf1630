import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type CallReport,
  createService,
  type Handlers,
  NotBuiltError,
  reject,
  type Service,
  type ServiceOptions,
  UnavailableError,
  type Value,
  InvalidResponseError,
} from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createTestClient, createMerchant, profileNames, createShopParty } from '../support/merchants.ts'

const shown = createHandlers().handlers
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

const catchFailure = async (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

describe.each(profileNames)('a rejection with %s', (name) => {
  test('of a v2 call has its code and meaning', async () => {
    const { wire } = createTestService({ getAccount: () => reject('110065') })
    expect(await catchFailure(createTestClient(name, wire).accounts.get(lookup))).toMatchObject({
      code: 'SERVICE_FAILED',
      context: { serviceCode: '110065' },
    })
  })

  test('of a v1 call has its code as a number; classic leaves it unsigned', async () => {
    const { wire } = createTestService({ cancelWithdrawal: () => reject('100001') })
    const call = createTestClient(name, wire).withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'wrong' })
    expect(await catchFailure(call)).toMatchObject(
      name === 'modern'
        ? { code: 'SERVICE_FAILED', context: { serviceCode: '100001' } }
        : { code: 'FAILURE_UNPROVED', context: { unprovedCode: '100001' } },
    )
  })

  test('can have its own text', async () => {
    const { wire } = createTestService({ getAccount: () => reject('110065', 'closed in 2025') })
    const { response: content } = await createTestClient(name, wire).accounts.get.raw(lookup)
    expect(content).toEqual({ code: '110065', msg: 'closed in 2025' })
  })

  test('of an MPC call replaces its value with a failure', async () => {
    const { wire } = createTestService({ listNetworks: async () => reject('100004') })
    expect(await catchFailure(createTestClient(name, wire).networks.list())).toMatchObject({
      context: { serviceCode: '100004' },
    })
  })
})

describe('a response that breaks the contract', () => {
  const getAccount: Handlers['getAccount'] = () => ({
    // @ts-expect-error A balance is a decimal string.
    normal_balance: 1,
    lock_balance: '0',
    deposit_address: 'a',
  })

  test('gets HTTP 500 without its content, and is reported', async () => {
    const errors: unknown[] = []
    const { plain, wire } = createTestService({ getAccount }, { onError: (error) => errors.push(error) })
    const response = await plain(new Request(account))
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ type: 'urn:custody:invalid-response' })
    expect(await catchFailure(createTestClient('modern', wire, {}).accounts.get(lookup))).toMatchObject({
      code: 'HTTP_STATUS',
      context: { status: 500 },
    })
    expect(errors.length).toBeGreaterThan(1)
    expect(errors[0]).toBeInstanceOf(InvalidResponseError)
    expect(String(errors[0])).toMatch(/^InvalidResponseError: .*\/data\/normal_balance must be/)
  })
})

describe('a handler that throws', () => {
  const boom = new Error('database is away')
  const getAccount = (): never => {
    throw boom
  }

  test('gets HTTP 500 without the message of the error, which is reported', async () => {
    const errors: unknown[] = []
    const { plain } = createTestService({ getAccount }, { onError: (error) => errors.push(error) })
    const response = await plain(new Request(account))
    expect([response.status, errors]).toEqual([500, [boom]])
    expect(await response.text()).not.toContain('database')
  })

  test.each(['modern', 'classic'] as const)(
    'an UnavailableError is HTTP 503 in the plain view and with %s',
    async (name) => {
      const errors: unknown[] = []
      const away = new UnavailableError('The database does not respond.')
      const handler = (): never => {
        throw away
      }
      const { plain, wire } = createTestService(
        { cancelWithdrawal: handler, getAccount: handler },
        { onError: (error) => errors.push(error) },
      )
      const response = await plain(new Request(account))
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await response.json()).toMatchObject({ type: 'urn:custody:unavailable' })
      const given = { symbol: 'BTC', trans_id: 1, msg: 'late' }
      const { method, path, body = '' } = await createShopParty(name).sealRequest('cancelWithdrawal', given)
      const headers = { 'content-type': 'application/json' }
      const content = await wire(new Request(`http://service${path}`, { method, body, headers }))
      expect(content.status).toBe(503)
      expect(errors).toEqual([away, away])
    },
  )

  test('gets the same response if the hook throws too', async () => {
    const onError = getAccount
    expect((await createTestService({ getAccount }, { onError }).plain(new Request(account))).status).toBe(500)
  })
})

describe('handlers', () => {
  const merchants = new Map()

  test('that are missing are named in a TypeError', () => {
    const { getAccount: _left, ...rest } = shown
    // @ts-expect-error getAccount is missing.
    expect(() => createService({ merchants, handlers: rest })).toThrow(/lacks getAccount: add them, or set partial/)
  })

  test('with a misspelt name throw a TypeError with the right name', () => {
    const handlers = { getAcount: () => reject('110065') }
    // @ts-expect-error The name is misspelt.
    expect(() => createService({ merchants, handlers, partial: true })).toThrow('Did you mean getAccount?')
  })

  test('that a partial service lacks get HTTP 501, and are reported', async () => {
    const errors: unknown[] = []
    const service = createService({
      merchants: new Map([['modern-shop', createMerchant('modern')]]),
      handlers: {},
      partial: true,
      onError: (error) => errors.push(error),
    })
    const response = await service.plain(new Request(account))
    expect([response.status, await response.json()]).toMatchObject([
      501,
      { detail: 'The service has no handler for getAccount.' },
    ])
    expect(await catchFailure(createTestClient('modern', service.wire).accounts.get(lookup))).toMatchObject({
      message: expect.stringContaining('HTTP 501'),
    })
    const missing = new NotBuiltError('The service has no handler for getAccount.')
    expect(errors).toEqual([missing, missing])
  })

  test('have types that reject wrong responses, codes and parameters', () => {
    const listWrong = (): readonly Partial<Handlers>[] => [
      // @ts-expect-error A number is not a balance.
      { getAccount: () => ({ normal_balance: 1, lock_balance: '0', deposit_address: 'a' }) },
      // @ts-expect-error v2 calls do not have this code.
      { getAccount: () => reject('1007') },
      // @ts-expect-error The call has no such parameter.
      { getAccount: ({ email }) => email },
      // @ts-expect-error A cancellation has no value.
      { cancelWithdrawal: () => ({ cancelled: true }) },
    ]
    expect(listWrong).toBeTypeOf('function')
    expectTypeOf<Value<'cancelWithdrawal'>>().toBeVoid()
    // @ts-expect-error No family has this code.
    expect(reject('42').code).toBe('42')
  })
})

test('a handler gets the request id, and every request is reported', async () => {
  const reports: CallReport[] = []
  const ids: unknown[] = []
  const getAccount: Handlers['getAccount'] = async (_parameters, { requestId }) => {
    ids.push(requestId)
    return { normal_balance: '1', lock_balance: '0', deposit_address: 'a' }
  }
  const { plain, wire } = createTestService({ getAccount }, { onCall: (report) => reports.push(report) })
  await plain(new Request(account, { headers: { 'x-request-id': 'request-0001' } }))
  await createTestClient('classic', wire).accounts.get(lookup)
  await wire(new Request(`${account}&x`))
  expect(reports).toMatchObject([
    {
      requestId: 'request-0001',
      view: 'plain',
      operation: 'getAccount',
      appId: 'modern-shop',
      code: '0',
      status: 200,
    },
    {
      requestId: ids[1],
      view: 'wire',
      operation: 'getAccount',
      appId: 'classic-shop',
      code: '0',
      status: 200,
    },
    { view: 'wire', operation: undefined, appId: undefined, code: undefined, status: 200 },
  ])
  expect(ids[0]).toBe('request-0001')
})

test('onCall gets the plain form of its call', async () => {
  const seen: unknown[] = []
  const onCall: ServiceOptions['onCall'] = (_report, { response: content, parameters, request }) => {
    seen.push({ response: content, parameters, method: request.method })
  }
  const getAccount = () => ({ normal_balance: '1', lock_balance: '0', deposit_address: 'a' })
  const { plain, wire } = createTestService({ getAccount }, { onCall })
  await plain(new Request(account))
  await createTestClient('classic', wire).accounts.get(lookup)
  await plain(new Request(`${account}&x=1`))
  const content = { code: '0', msg: 'success', data: getAccount() }
  const call = { response: content, parameters: lookup, method: 'GET' }
  expect(seen).toEqual([call, call, { response: undefined, parameters: undefined, method: 'GET' }])
})

const forged = [
  'a b\tc forged line',
  'request-0001, request-0002',
  'request-0001"}',
  '%0d%0aforged',
  '{jndi:ldap}',
  'short',
  'x'.repeat(65),
  'request\u00e9-0001',
  '',
].map((id) => [id.slice(0, 70), id] as const)
test.each(forged)('the request id %j, which could inject text into a log, is replaced', async (_start, id) => {
  const reports: CallReport[] = []
  const { plain } = createTestService({}, { onCall: (report) => reports.push(report) })
  await plain(new Request(account, { headers: { 'x-request-id': id } }))
  expect(reports[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

const traceId = '0af7651916cd43dd8448eb211c80319c'
test.each([
  [`00-${traceId}-b7ad6b7169203331-01`, traceId],
  [`cc-${traceId}-b7ad6b7169203331-01-what-a-later-version-adds`, traceId],
  [`ff-${traceId}-b7ad6b7169203331-01`, undefined],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
  [`00-${traceId.toUpperCase()}-b7ad6b7169203331-01`, undefined],
  [`00-${traceId}-b7ad6b7169203331-01x`, undefined],
  [`00-${traceId}x-b7ad6b7169203331-01`, undefined],
  ['', undefined],
])('from the traceparent %j, the report has the trace id %s', async (traceparent, expected) => {
  const reports: CallReport[] = []
  const { plain } = createTestService({}, { onCall: (report) => reports.push(report) })
  await plain(new Request(account, { headers: { traceparent } }))
  expect(reports.map((report) => report.traceId)).toEqual([expected])
})

test('a handler that never ends does not block other calls, and its signal aborts when the caller disconnects', async () => {
  const left = new AbortController()
  const signals: AbortSignal[] = []
  const getAccount: Handlers['getAccount'] = async (_parameters, { signal }) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  const { plain, wire } = createTestService({ getAccount })
  const { path, query } = await createShopParty('modern').sealRequest('getAccount', lookup)
  // More calls than the gateway opens concurrently.
  for (let call = 0; call < 100; call += 1) {
    void wire(new Request(`http://service${path}?${query}`, { signal: left.signal }))
    void plain(new Request(account, { signal: left.signal }))
  }
  await expect.poll(() => signals.length).toBe(200)
  expect(await createTestClient('modern', wire).users.find({ email: 'a@shop.example' })).toHaveProperty('uid')
  left.abort()
  expect(signals.every(({ aborted: isAborted }) => isAborted)).toBe(true)
})
