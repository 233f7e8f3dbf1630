import type { AccountLookup } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, expectTypeOf, test } from 'vitest'

import type { Assurance } from '../../src/codec/messages.ts'
import { createResponder } from '../../src/gateway/gateway.ts'
import {
  type Call,
  createGateway,
  type GatewayOptions,
  type Handler,
  NotSupportedError,
} from '../../src/gateway/index.ts'
import { TextResponse } from '../../src/gateway/text-response.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { readResponse, listRequests, sealedIds } from '../support/samples.ts'
import { type ProfileName, profileNames, createSides } from '../support/sides.ts'
import { toFormRequest, openReply, origin, createScene, sealCall, toWebRequest } from './fixtures.ts'

const queries = sealedIds.filter((id) => operations[id].method === 'GET')

describe.each(profileNames)('under %s', (name) => {
  test.each(sealedIds)('%s reaches the handler in plain form, and its response is returned', async (id) => {
    const { merchant, gateway, seen } = createScene(name)
    for (const parameters of listRequests(id)) {
      const request = await sealCall(merchant, id, parameters)
      const response = await gateway(toWebRequest(request))
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      const { response: plain, assurance } = await openReply(merchant, request, response)
      expect(plain).toEqual(readResponse(id))
      expect(assurance).toBe(getAssurance(name, id))
      expect(seen.at(-1)?.call).toEqual({
        appId: 'demo-shop',
        operation: id,
        parameters,
        assurance: getQueryAssurance(name, id),
        binding: request.binding,
      })
    }
    expect(seen).toHaveLength(listRequests(id).length)
  })

  test('a sealed GET becomes a plain GET, with lists joined by commas and without app_id', async () => {
    const { merchant, gateway, seen } = createScene(name)
    const ids = ['wd-1', 'wd 2&x=%2C', 'wd-ü']
    const request = toWebRequest(await sealCall(merchant, 'listWithdrawals', { ids }))
    request.headers.set('x-forwarded-user', 'somebody')
    await gateway(request)
    const [first] = seen
    expect(first?.request.method).toBe('GET')
    expect(first?.request.url).toBe(`${origin}/api/v2/billing/withdrawList?ids=wd-1,wd%202%26x%3D%252C,wd-%C3%BC`)
    expect(new URL(first?.request.url ?? '').searchParams.get('ids')).toBe(ids.join())
    expect(first && [...first.request.headers.keys()]).toEqual(['accept'])
  })

  test('a sealed POST becomes a plain POST, with its JSON and without the envelope', async () => {
    const { merchant, gateway, seen } = createScene(name)
    const given = { symbol: 'BTC', trans_id: 7, msg: 'twice' }
    const request = toWebRequest(await sealCall(merchant, 'cancelWithdrawal', given))
    request.headers.set('x-forwarded-user', 'somebody')
    await gateway(request)
    const [first] = seen
    expect(first?.request.url).toBe(`${origin}/api/v1/withdraw/cancel`)
    expect(JSON.parse(first?.body ?? '')).toEqual(given)
    expect(first && [...first.request.headers.keys()]).toEqual(['accept', 'content-type'])
  })

  test('amounts reach the handler unchanged', async () => {
    const { merchant, gateway, seen } = createScene(name)
    const amount = '0.123456789012345678'
    await gateway(
      toWebRequest(await sealCall(merchant, 'notifyDeposit', { ...listRequests('notifyDeposit')[0], amount })),
    )
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ amount })
  })

  test('the fixed segments are those of the profile', async () => {
    const segments = { staking_protocol: 'other-protocol', resource_chain: 'chain.2' }
    const { merchant, gateway, seen } = createScene(name, { settings: { segments } })
    const request = await sealCall(merchant, 'getStakingDetails')
    expect((await gateway(toWebRequest(request))).status).toBe(200)
    expect(new URL(seen[0]?.request.url ?? '').pathname).toBe('/api/mpc/other-protocol/details')
  })

  test.each(['getAccount', 'cancelWithdrawal'] as const)(
    'the signal of the handler of %s aborts when the caller disconnects',
    async (id) => {
      const leaving = new AbortController()
      const { merchant, gateway, seen, errors } = createScene(name, {
        handler: (request) => {
          leaving.abort()
          request.signal.throwIfAborted()
          return new Response()
        },
      })
      const request = toWebRequest(await sealCall(merchant, id))
      const response = await gateway(new Request(request, { signal: leaving.signal }))
      expect([response.status, seen.length, errors]).toEqual([500, 1, []])
      expect(seen[0]?.request.signal.aborted).toBe(true)
    },
  )
})

function getAssurance(name: ProfileName, id: SealedId): Assurance {
  const { method, response } = operations[id]
  const unsealed = { modern: method === 'GET', classic: response.content === 'none' }
  return unsealed[name] ? 'transport' : getQueryAssurance(name, id)
}

// Blocks of classic queries may be mixed.
const getQueryAssurance = (name: ProfileName, id: SealedId): Assurance =>
  name === 'classic' && operations[id].method === 'GET' ? 'blocks' : 'signature'

describe('a form', () => {
  test.each(queries)('of %s is accepted if the profile allows forms, and becomes a plain GET', async (id) => {
    const { merchant, gateway, seen } = createScene('classic')
    const request = await sealCall(merchant, id)
    const { response } = await openReply(merchant, request, await gateway(toFormRequest(request)))
    expect(response).toEqual(readResponse(id))
    expect(seen[0]?.request.method).toBe('GET')
  })

  test('is accepted under modern too if its profile allows forms', async () => {
    const { merchant, gateway, seen } = createScene('modern', { settings: { transport: 'query-or-form' } })
    const request = toFormRequest(await sealCall(merchant, 'getAccount'))
    request.headers.set('content-type', 'Application/X-WWW-Form-Urlencoded; charset=UTF-8')
    expect((await gateway(request)).status).toBe(200)
    expect(seen).toHaveLength(1)
  })
})

describe('the token call', () => {
  const request = () => new Request(`${origin}/open-api/v1/merchant/token`, { headers: { 'Api-Key': 'k-1' } })

  test('goes to its own handler unchanged', async () => {
    const { gateway } = createScene('modern', {
      token: ({ headers }) => new Response(headers.get('api-key')),
    })
    expect(await (await gateway(request())).text()).toBe('k-1')
  })

  test('gets 404 without a handler, whatever the method', async () => {
    const { gateway } = createScene('modern')
    expect((await gateway(request())).status).toBe(404)
    expect((await gateway(new Request(request(), { method: 'DELETE' }))).status).toBe(404)
  })

  test('accepts only GET', async () => {
    const { gateway } = createScene('modern', { token: () => new Response() })
    const response = await gateway(new Request(request(), { method: 'POST' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('gets a 500 without a body if its handler throws', async () => {
    const { gateway, errors } = createScene('modern', {
      token: () => {
        throw new Error('the key k-1 is broken')
      },
    })
    const response = await gateway(request())
    expect([response.status, await response.text(), errors.length]).toEqual([500, '', 1])
  })
})

describe('the plain query', () => {
  test('is absent if a call has no parameters', async () => {
    const { merchant, gateway, seen } = createScene('modern')
    await gateway(toWebRequest(await sealCall(merchant, 'listNetworks')))
    expect(seen.map(({ request }) => request.url)).toEqual([`${origin}/api/mpc/wallet/open_coin`])
  })
})

describe('a handler', () => {
  test('has parameters that are narrowed by the operation', () => {
    const handler: Handler = (_request, { operation, parameters }) =>
      new Response(operation === 'findUser' ? parameters.email : null)
    expectTypeOf<Call<'getAccount'>['parameters']>().toEqualTypeOf<AccountLookup>()
    expectTypeOf<Extract<Call, { operation: 'getAccount' }>>().toEqualTypeOf<Call<'getAccount'>>()
    expectTypeOf(handler).toExtend<GatewayOptions['handler']>()
  })
})

describe('createGateway() throws a TypeError', () => {
  const options: GatewayOptions = { findParty: () => undefined, handler: () => new Response() }

  test.each([
    ['if findParty is not a function', { findParty: { secret: 1 } }, 'findParty'],
    ['if the handler is not a function', { handler: undefined }, 'handler'],
    ['if a segment has no value', { segments: { staking_protocol: 'babylon' } }, 'segments.resource_chain'],
    [
      'if a segment contains a slash',
      { segments: { staking_protocol: 'a/b', resource_chain: 'tron' } },
      'staking_protocol',
    ],
    ['if a limit is zero', { limits: { request: 0 } }, 'limits.request'],
    ['if a limit is above that of the contract', { limits: { request: 256 * 1024 + 1 } }, 'limits.request'],
    ['if a limit is not an integer', { limits: { response: 1.5 } }, 'limits.response'],
  ])('%s', (_name, wrong, fieldName) => {
    const given = Object.assign({ ...options }, wrong)
    expect(() => createGateway(given)).toThrow(TypeError)
    expect(() => createGateway(given)).toThrow(fieldName)
  })
})

describe('a gateway with the option respond', () => {
  const { merchant, platform } = createSides('modern')
  const findParty = () => platform

  test('seals its result, without HTTP in between', async () => {
    const calls: Call[] = []
    const parties: Party[] = []
    const listen = createGateway({
      findParty,
      respond: (call, { signal, party }) => {
        calls.push(call)
        parties.push(party)
        return signal.aborted ? { code: '1', msg: '' } : readResponse(call.operation)
      },
    })
    const request = await sealCall(merchant, 'getAccount', { uid: 10_042, symbol: 'BTC' })
    const { response } = await openReply(merchant, request, await listen(toWebRequest(request)))
    expect(response).toEqual(readResponse('getAccount'))
    expect(calls).toMatchObject([{ operation: 'getAccount', parameters: { uid: 10_042 }, binding: {} }])
    expect(parties).toEqual([platform])
  })

  test('returns 500 for a value that breaks the contract, and reports it', async () => {
    const errors: unknown[] = []
    const wrong = { code: '0', msg: '', data: { canary: 1 } }
    const listen = createGateway({ findParty, respond: () => wrong, onError: (error) => errors.push(error) })
    const request = await sealCall(merchant, 'getAccount', { uid: 10_042, symbol: 'BTC' })
    const response = await listen(toWebRequest(request))
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(errors).toMatchObject([{ name: 'TypeError' }])
  })

  test('returns 501 for a call that it does not support, and reports it', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const missing = new NotSupportedError('getAccount has no handler.')
    const gateways = [
      createGateway({ findParty, onError, respond: () => Promise.reject(missing) }),
      createGateway({ findParty, onError, handler: () => new Response('no', { status: 501 }) }),
    ]
    const request = await sealCall(merchant, 'getAccount', { uid: 10_042, symbol: 'BTC' })
    for (const listen of gateways) {
      const response = await listen(toWebRequest(request))
      expect([response.status, await response.text()]).toEqual([501, ''])
    }
    expect(errors).toEqual([missing, new NotSupportedError('The handler of getAccount returned HTTP 501.')])
  })

  test('sends a TextResponse unchanged, without a signature', async () => {
    const listen = createResponder({ findParty, respond: () => new TextResponse('later', { status: 503 }) })
    const request = await sealCall(merchant, 'getAccount', { uid: 10_042, symbol: 'BTC' })
    await expect(listen(toWebRequest(request))).resolves.toMatchObject({ status: 503, text: 'later' })
  })

  test('needs it or a handler, and not both', () => {
    // @ts-expect-error Neither is given.
    expect(() => createGateway({ findParty })).toThrow('needs handler or respond')
    const both = { findParty, handler: () => new Response(), respond: () => readResponse('getAccount') }
    // @ts-expect-error Both are given.
    expect(() => createGateway(both)).toThrow('needs handler or respond')
  })
})
