import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Handler } from '../../src/gateway/index.ts'
import { toOneLine, describeIssues } from '../../src/gateway/responses.ts'
import type { Profile, SealedId } from '../../src/profile/profile.ts'
import { anyCharacter } from '../support/characters.ts'
import { readResponse } from '../support/samples.ts'
import { profileNames, createSides } from '../support/sides.ts'
import {
  canary,
  createCountedBody,
  openReply,
  describeResponse,
  createScene,
  sealCall,
  toWebRequest,
} from './fixtures.ts'

const createJsonResponse = (status: number, body: unknown, type: string = 'application/json'): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })

// One call of each family.
const calls = ['findUser', 'listNetworks', 'cancelWithdrawal'] as const
const invalid: Readonly<Record<(typeof calls)[number], object>> = {
  findUser: { code: '100004' },
  listNetworks: { code: '100004' },
  cancelWithdrawal: { code: 100001 },
}

describe.each(profileNames)('under %s', (name) => {
  // Under classic, the code of a v1 failure is unsigned, so the caller rejects it.
  const isUnsealed = (id: SealedId): boolean => name === 'classic' && operations[id].family === 'v1'

  async function readReason(id: SealedId, handler: Handler): Promise<object> {
    const { merchant, gateway, errors } = createScene(name, { handler })
    const request = await sealCall(merchant, id)
    const response = await gateway(toWebRequest(request))
    expect([response.status, errors]).toEqual([200, []])
    if (isUnsealed(id)) return Object(await response.json())
    return Object((await openReply(merchant, request, response)).response)
  }

  describe.each(calls)('a 4xx of the handler of %s', (id) => {
    test.each([
      ['a reason of the contract', () => createJsonResponse(404, { code: 5, msg: 'unknown user' }), 'unknown user'],
      [
        'problem details',
        () => createJsonResponse(422, { title: 'Unfit', detail: 'unknown user' }, 'application/problem+json'),
        'unknown user',
      ],
      [
        'a message of a framework',
        () => createJsonResponse(400, { statusCode: 400, message: 'unknown user' }),
        'unknown user',
      ],
      [
        'a blank reason and another one',
        () => createJsonResponse(400, { msg: '', detail: 'unknown user' }),
        'unknown user',
      ],
      ['a text', () => new Response('unknown user', { status: 409 }), 'unknown user'],
      ['lines', () => new Response('unknown\r\n\u0000user\u2028!', { status: 400 }), 'unknown user !'],
      ['nothing', () => new Response(null, { status: 404 }), 'Not Found'],
      ['a blank reason', () => createJsonResponse(404, { msg: ' ' }), 'Not Found'],
      [
        'a page',
        () => new Response(`<pre>${canary}</pre>`, { status: 400, headers: { 'content-type': 'text/html' } }),
        'Bad Request',
      ],
      ['a stack', () => createJsonResponse(400, { stack: canary }), 'Bad Request'],
      ['a list', () => createJsonResponse(400, [canary]), 'Bad Request'],
      ['invalid UTF-8', () => new Response(new Uint8Array([0xff]), { status: 400 }), 'Bad Request'],
      ['a body over the limit', () => new Response('a'.repeat(2 ** 20 + 1), { status: 400 }), 'Bad Request'],
      ['a status without a name', () => new Response(null, { status: 499 }), 'Refused'],
      [
        'a surrogate pair at the limit',
        () => createJsonResponse(400, { msg: `${'a'.repeat(299)}\u{1F600}` }),
        `${'a'.repeat(299)}\u{1F600}`,
      ],
      ['a lone surrogate', () => createJsonResponse(400, { msg: 'a\ud800b' }), 'a\ufffdb'],
      ['a long reason', () => createJsonResponse(400, { msg: 'é'.repeat(400) }), 'é'.repeat(300)],
    ])('with %s becomes a response with the code of its family', async (_name, handler, msg) => {
      expect(await readReason(id, handler)).toMatchObject({ ...invalid[id], msg })
    })
  })

  test.each(calls)('a failure of the contract from the handler of %s is sealed unchanged', async (id) => {
    const code = { v1: 110_065, v2: '110065', mpc: 110_065, token: 0 }[operations[id].family]
    expect(await readReason(id, () => createJsonResponse(200, { code, msg: 'no such user' }))).toMatchObject({
      code,
      msg: 'no such user',
    })
  })

  test.each<readonly [string, Handler]>([
    [
      'throws',
      () => {
        throw new Error(canary)
      },
    ],
    ['rejects', () => Promise.reject(new Error(canary))],
    ['responses 500', () => createJsonResponse(500, { code: 1, msg: canary })],
    ['responses 503', () => new Response(canary, { status: 503 })],
    ['redirects', () => Response.redirect('http://elsewhere.example/', 302)],
    ['is an error response', () => Response.error()],
    ['responses without a body', () => new Response()],
    ['responses 204', () => new Response(null, { status: 204 })],
    ['responses invalid JSON', () => new Response(`{"msg":"${canary}`)],
    ['responses invalid UTF-8', () => new Response(new Uint8Array([0xff]))],
    [
      'responses like another call',
      () => createJsonResponse(200, { code: 0, msg: canary, data: { nickname: canary } }),
    ],
    [
      'responses an unsafe integer',
      () => new Response('{"code":0,"msg":"success","data":{"normal_address_count":9007199254740993}}'),
    ],
    ['responses over the limit', () => new Response(createCountedBody(new Uint8Array(2 ** 19), 100).body)],
    [
      'returns a stream of strings',
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue('{}')
              controller.close()
            },
          }),
        ),
    ],
    [
      'returns a stream that fails',
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              controller.error(new Error(canary))
            },
          }),
        ),
    ],
  ])('a handler that %s causes a 500 without a body', async (_name, handler) => {
    const { merchant, gateway, errors } = createScene(name, { handler })
    const response = await gateway(toWebRequest(await sealCall(merchant, 'countAvailableAddresses')))
    expect(await describeResponse(response)).toBe('500\n\n')
    expect(errors).toHaveLength(1)
  })

  test('a response of the handler is read only up to the limit', async () => {
    const { facts, body } = createCountedBody(new Uint8Array(100), 100)
    const { merchant, gateway } = createScene(name, {
      handler: () => new Response(body),
      limits: { response: 250 },
    })
    await gateway(toWebRequest(await sealCall(merchant, 'countAvailableAddresses')))
    expect(facts).toEqual({ pulled: 3, isCancelled: true })
  })

  test('the error about a response that breaks the contract does not contain its content', async () => {
    const { merchant, gateway, errors } = createScene(name, {
      handler: () => createJsonResponse(200, { code: canary, msg: canary }),
    })
    await gateway(toWebRequest(await sealCall(merchant, 'pullWithdrawals')))
    const [error] = errors
    expect(String(error)).toContain('pullWithdrawals')
    expect(String(error)).not.toContain(canary)
  })

  test('a sealed response contains no readable personal data', async () => {
    const { merchant, gateway } = createScene(name)
    const request = await sealCall(merchant, 'pullWithdrawals')
    const [first] = Object(readResponse('pullWithdrawals')).data
    expect(await describeResponse(await gateway(toWebRequest(request)))).not.toContain(first.address_to)
  })
})

describe.each(profileNames)('under %s', (name) => {
  describe('an authentic request that does not fit', () => {
    const renamed: Profile['names'] = {
      findUser: { email: 'e_mail' },
      getAccount: { symbol: canary, uid: 'n'.repeat(40) },
      cancelWithdrawal: { msg: 'why' },
    }
    const makeCall = async (id: SealedId, given: unknown) => {
      const scene = createScene(name, { settings: { unknownFields: 'reject' } })
      const { merchant } = createSides(name, { names: renamed })
      const request = await sealCall(merchant, id, given)
      return { ...scene, request, response: await scene.gateway(toWebRequest(request)) }
    }

    test('gets the code of the family and the issues without values', async () => {
      const { merchant, request, response, seen } = await makeCall('findUser', { email: canary })
      const { response: plain } = await openReply(merchant, request, response)
      expect(plain).toMatchObject({ code: '100004' })
      expect(JSON.stringify(plain)).toMatch(/\/e_mail is not a field of this call/)
      expect(JSON.stringify(plain)).not.toContain(canary)
      expect(seen).toEqual([])
    })

    test('hides names of fields that are content', async () => {
      const { merchant, request, response } = await makeCall('getAccount', { uid: 1, symbol: 'BTC' })
      const { response: plain } = await openReply(merchant, request, response)
      expect(JSON.stringify(plain)).toContain('/symbol is missing')
      expect(JSON.stringify(plain)).toContain('/* is not a field')
      expect(JSON.stringify(plain)).not.toMatch(/canary|nnnn/)
    })

    test('gets an envelope for an envelope, which modern can verify', async () => {
      const { merchant, request, response } = await makeCall('cancelWithdrawal', {
        symbol: 'BTC',
        trans_id: 1,
        msg: canary,
      })
      const text = await response.clone().text()
      expect(JSON.parse(text)).toMatchObject({
        code: 100001,
        msg: expect.stringContaining('/why is not a field'),
      })
      expect(text).not.toContain(canary)
      const outcome = await openReply(merchant, request, response).catch((error: unknown) => error)
      expect(outcome).toMatchObject(
        {
          modern: { response: { code: 100_001 }, assurance: 'signature' },
          classic: { code: 'FAILURE_UNPROVED' },
        }[name],
      )
    })
  })
})

describe('a reason', () => {
  test('is one line of at most 300 characters without lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700, size: 'max' }), fc.string(), (one, two) => {
        const reason = toOneLine(one + two)
        expect(Array.from(reason).length).toBeLessThanOrEqual(300)
        expect(reason).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u)
      }),
    )
  })

  test('shows the names of the contract and hides all others', () => {
    const createIssue = (pointer: string) => ({ pointer, rule: 'unknown', message: 'is wrong' }) as const
    const pointers = ['', '/ids/12', '/address_to', '/Symbol', '/a@b.c', '/15550100', '/a~1b', '/ids/123456']
    expect(describeIssues(pointers.map(createIssue))).toBe(
      'is wrong; /ids/12 is wrong; /address_to is wrong; /* is wrong; /* is wrong; /* is wrong; /* is wrong; /ids/* is wrong',
    )
  })
})
