import { inspect } from 'node:util'

import { describe, expect, test } from 'vitest'

import { CustodyError, isCustodyError, ServiceError, TransportError } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { chinese, createEndlessResponse, planted, wrongResponses } from '../support/responses.ts'
import { address, createClient } from '../support/service.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }
const createClientWith = (fetch: () => Promise<Response>) => createClient('modern', { fetch, attempts: 1 })

describe('a wrong response becomes a typed error', () => {
  test.each(wrongResponses)('%s', async (_name, response, code) => {
    const error = await catchFailure(createClientWith(async () => response()).accounts.get(lookup))
    expect(error).toMatchObject({ code, operation: 'getAccount', family: 'v2' })
    expect(error.message).toContain('getAccount')
    expect(error.docs).toMatch(
      /^(?:@custody-wallet\/client\/README\.md#(?:response|transport)-errors|codes\.html#v2(?:-\d+)?)$/,
    )
    expect(inspect(error, { depth: 9 })).not.toMatch(new RegExp(`${planted}|${chinese}`))
    expect(isCustodyError(error)).toBe(true)
  })
})

test('a body over the limit is not read to its end', async () => {
  const source = createEndlessResponse()
  await catchFailure(createClientWith(async () => source.response).accounts.get(lookup))
  expect(source.pulled).toBeLessThan(30)
})

test('an integer that a double would round is rejected with its location', async () => {
  const body = '{"code":"0","msg":"","data":{"uid":9007199254740993,"nickname":""}}'
  const error = await catchFailure(
    createClientWith(async () => new Response(body)).users.find({ email: 'a@custody.example' }),
  )
  expect(error).toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { issues: [{ pointer: '/data/uid', message: expect.stringContaining('double') }] },
  })
})

test('a failure of the service has the meaning of its code and the source of the meaning', async () => {
  const { accounts } = createClientWith(async () => Response.json({ code: '110065', msg: '' }))
  const error = await catchFailure(accounts.get(lookup))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({
    assurance: 'transport',
    context: { serviceCode: '110065', meaning: expect.stringMatching(/user/i), source: 'documented' },
  })
})

test('a failure of the service has the likely cause, the remedy, and advice on retries', async () => {
  const { accounts } = createClientWith(async () => Response.json({ code: '110088', msg: '' }))
  const error = await catchFailure(accounts.get(lookup))
  expect(error.context).toMatchObject({ cause: expect.stringMatching(/\.$/), repeat: 'never' })
  expect(error.message).toMatch(/ Read the record by id and compare the amounts\.$/)
})

describe('docs', () => {
  const createFailingClient = (response: object) => createClientWith(async () => Response.json(response))

  test('of a known code point to its entry, in the family of the call', async () => {
    const error = await catchFailure(createFailingClient({ code: '100005', msg: '' }).accounts.get(lookup))
    expect(error.docs).toBe('codes.html#v2-100005')
  })

  test('of an MPC call point to the table of MPC, also for a code of v2', async () => {
    const response = { code: '100005', msg: '', open_main_chain: [], support_main_chain: [] }
    expect((await catchFailure(createFailingClient(response).networks.list())).docs).toBe('codes.html#mpc-100005')
  })

  test('of an unknown code point to the table of the family, and contain no text from the other side', async () => {
    const error = await catchFailure(createFailingClient({ code: '"><script>', msg: '' }).accounts.get(lookup))
    expect(error.docs).toBe('codes.html#v2')
  })

  test('of an unproved code point to its entry too', async () => {
    const fetch = async () => Response.json({ code: '100005', msg: planted })
    const error = await catchFailure(createClient('classic', { fetch }).accounts.get(lookup))
    expect(error).toMatchObject({ code: 'FAILURE_UNPROVED', docs: 'codes.html#v2-100005' })
  })
})

test('a network list with a code is a failure', async () => {
  const response = { code: '200004', msg: '', open_main_chain: [], support_main_chain: [] }
  const error = await catchFailure(createClientWith(async () => Response.json(response)).networks.list())
  expect(error).toMatchObject({ code: 'SERVICE_FAILED', family: 'mpc', context: { serviceCode: '200004' } })
})

describe('assurance none', () => {
  const unsealed = [
    ['a failure', { code: '100005', msg: planted }, 'FAILURE_UNPROVED'],
    ['a success', { code: '0', msg: '', data: { normal_balance: '9' } }, 'ENVELOPE_REJECTED'],
    ['a blank seal', { data: '' }, 'ENVELOPE_REJECTED'],
  ] as const

  test.each(unsealed)(
    'under classic, %s that is not encrypted proves nothing and is not retried',
    async (_name, response, code) => {
      let calls = 0
      const fetch = async () => {
        calls += 1
        return Response.json(response)
      }
      const error = await catchFailure(createClient('classic', { fetch }).accounts.get(lookup))
      expect(error).toMatchObject({ code, assurance: 'none', retryable: false })
      expect(error.message).toContain('Likely causes, in order: ')
      expect(error.message).toContain('onRejected')
      expect(calls).toBe(1)
    },
  )

  test('raw rejects such a response too', async () => {
    const { accounts } = createClient('classic', { fetch: async () => Response.json({ code: '1', msg: '' }) })
    expect(await catchFailure(accounts.get.raw(lookup))).toMatchObject({ code: 'FAILURE_UNPROVED' })
  })
})

describe('parameters that break a rule', () => {
  let calls = 0
  const fetch = async () => {
    calls += 1
    return Response.json({})
  }
  const [custody, front] = [createClient('modern', { fetch }), createPlainClient({ url: address, fetch })]

  test.each([
    ['sealed', custody],
    ['plain', front],
  ])('are not sent (%s)', async (_name, { users, withdrawals }) => {
    const ids = Array.from({ length: 101 }, (_, index) => `order-${index}`)
    const error = await catchFailure(withdrawals.list({ ids }))
    expect(error).toMatchObject({
      name: 'ParametersError',
      code: 'PARAMETERS_INVALID',
      context: { issues: [{ pointer: '/ids', message: 'must have 1 to 100 entries' }] },
    })
    expect(error.message).toContain('/ids must have 1 to 100 entries')
    // @ts-expect-error A mobile number needs its country.
    expect(await catchFailure(users.find({ mobile: planted }))).toMatchObject({ code: 'PARAMETERS_INVALID' })
    expect(calls).toBe(0)
  })

  test('an encrypted URL over maxUrlLength is not sent', async () => {
    const { withdrawals } = createClient('modern', { fetch, maxUrlLength: 500 })
    const error = await catchFailure(withdrawals.list({ ids: ['order-1'] }))
    expect(error).toMatchObject({ name: 'ParametersError', code: 'URL_TOO_LONG', retryable: false })
    expect(calls).toBe(0)
  })
})

test('an error of another copy of the package is recognized by its fields', () => {
  const twin = Object.assign(new Error('x'), { code: 'TIMEOUT', operation: 'getToken', docs: '' })
  expect(isCustodyError(twin, 'TIMEOUT')).toBe(true)
  expect(isCustodyError(twin, 'ABORTED')).toBe(false)
  expect(isCustodyError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false)
  expect(isCustodyError(undefined)).toBe(false)
})

test('only errors of calls that are safe to retry are retryable', () => {
  expect(new TransportError('TIMEOUT', 'getAccount').retryable).toBe(true)
  expect(new TransportError('TIMEOUT', 'notifyInternal').retryable).toBe(false)
  expect(new TransportError('HTTP_STATUS', 'getAccount', { status: 503 }).retryable).toBe(true)
  expect(new TransportError('HTTP_STATUS', 'getAccount', { status: 403 }).retryable).toBe(false)
  expect(new TransportError('TIMEOUT', 'getAccount')).toBeInstanceOf(CustodyError)
})
