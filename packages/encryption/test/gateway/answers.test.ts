import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { oneLine, reasonOf } from '../../src/gateway/answers.ts'
import type { Handler } from '../../src/gateway/index.ts'
import type { Profile, SealedId } from '../../src/profile/profile.ts'
import { anyCharacter } from '../support/characters.ts'
import { answerOf } from '../support/samples.ts'
import { profileNames, sidesOf } from '../support/sides.ts'
import { canary, countedBody, opened, outside, sceneOf, sealed, webRequest } from './fixtures.ts'

const json = (status: number, body: unknown, type: string = 'application/json'): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })

// One call of each family.
const calls = ['findUser', 'listNetworks', 'cancelWithdrawal'] as const
const invalid: Readonly<Record<(typeof calls)[number], object>> = {
  findUser: { code: '100004' },
  listNetworks: { code: '100004' },
  cancelWithdrawal: { code: 100001 },
}

describe.each(profileNames)('under %s', (name) => {
  // Under classic, the code of a v1 failure is outside the signature, so a caller rejects it and the test reads the text.
  const unsealed = (id: SealedId): boolean => name === 'classic' && operations[id].family === 'v1'

  async function reasonAfter(id: SealedId, handler: Handler): Promise<object> {
    const { merchant, gateway, errors } = sceneOf(name, { handler })
    const request = await sealed(merchant, id)
    const answer = await gateway(webRequest(request))
    expect([answer.status, errors]).toEqual([200, []])
    if (unsealed(id)) return Object(await answer.json())
    return Object((await opened(merchant, request, answer)).answer)
  }

  describe.each(calls)('a 4xx of the handler of %s', (id) => {
    test.each([
      ['a reason of the contract', () => json(404, { code: 5, msg: 'unknown user' }), 'unknown user'],
      [
        'problem details',
        () => json(422, { title: 'Unfit', detail: 'unknown user' }, 'application/problem+json'),
        'unknown user',
      ],
      [
        'a message of a framework',
        () => json(400, { statusCode: 400, message: 'unknown user' }),
        'unknown user',
      ],
      [
        'a blank reason and another one',
        () => json(400, { msg: '', detail: 'unknown user' }),
        'unknown user',
      ],
      ['a text', () => new Response('unknown user', { status: 409 }), 'unknown user'],
      ['lines', () => new Response('unknown\r\n\u0000user\u2028!', { status: 400 }), 'unknown user !'],
      ['nothing', () => new Response(null, { status: 404 }), 'Not Found'],
      ['a blank reason', () => json(404, { msg: ' ' }), 'Not Found'],
      [
        'a page',
        () => new Response(`<pre>${canary}</pre>`, { status: 400, headers: { 'content-type': 'text/html' } }),
        'Bad Request',
      ],
      ['a stack', () => json(400, { stack: canary }), 'Bad Request'],
      ['a list', () => json(400, [canary]), 'Bad Request'],
      ['invalid UTF-8', () => new Response(new Uint8Array([0xff]), { status: 400 }), 'Bad Request'],
      ['a body over the limit', () => new Response('a'.repeat(2 ** 20 + 1), { status: 400 }), 'Bad Request'],
      ['a status without a name', () => new Response(null, { status: 499 }), 'Refused'],
      [
        'a surrogate pair at the limit',
        () => json(400, { msg: `${'a'.repeat(299)}\u{1F600}` }),
        `${'a'.repeat(299)}\u{1F600}`,
      ],
      ['a lone surrogate', () => json(400, { msg: 'a\ud800b' }), 'a\ufffdb'],
      ['a long reason', () => json(400, { msg: 'é'.repeat(400) }), 'é'.repeat(300)],
    ])('with %s becomes an answer with the code of its family', async (_name, handler, msg) => {
      expect(await reasonAfter(id, handler)).toMatchObject({ ...invalid[id], msg })
    })
  })

  test.each(calls)('a failure of the contract from the handler of %s is sealed unchanged', async (id) => {
    const code = { v1: 110_065, v2: '110065', mpc: 110_065, token: 0 }[operations[id].family]
    expect(await reasonAfter(id, () => json(200, { code, msg: 'no such user' }))).toMatchObject({
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
    ['answers 500', () => json(500, { code: 1, msg: canary })],
    ['answers 503', () => new Response(canary, { status: 503 })],
    ['redirects', () => Response.redirect('http://elsewhere.example/', 302)],
    ['is an error response', () => Response.error()],
    ['answers without a body', () => new Response()],
    ['answers 204', () => new Response(null, { status: 204 })],
    ['answers invalid JSON', () => new Response(`{"msg":"${canary}`)],
    ['answers invalid UTF-8', () => new Response(new Uint8Array([0xff]))],
    ['answers like another call', () => json(200, { code: 0, msg: canary, data: { nickname: canary } })],
    [
      'answers an unsafe integer',
      () => new Response('{"code":0,"msg":"success","data":{"normal_address_count":9007199254740993}}'),
    ],
    ['answers over the limit', () => new Response(countedBody(new Uint8Array(2 ** 19), 100).body)],
    [
      'answers a stream of texts',
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
      'answers a stream that fails',
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              controller.error(new Error(canary))
            },
          }),
        ),
    ],
  ])('a handler that %s leads to a 500 without a body', async (_name, handler) => {
    const { merchant, gateway, errors } = sceneOf(name, { handler })
    const answer = await gateway(webRequest(await sealed(merchant, 'countAvailableAddresses')))
    expect(await outside(answer)).toBe('500\n\n')
    expect(errors).toHaveLength(1)
  })

  test('an answer of the handler over the limit is not read to its end', async () => {
    const { facts, body } = countedBody(new Uint8Array(100), 100)
    const { merchant, gateway } = sceneOf(name, {
      handler: () => new Response(body),
      limits: { answer: 250 },
    })
    await gateway(webRequest(await sealed(merchant, 'countAvailableAddresses')))
    expect(facts).toEqual({ pulled: 3, cancelled: true })
  })

  test('the error about an answer against the contract does not repeat its content', async () => {
    const { merchant, gateway, errors } = sceneOf(name, {
      handler: () => json(200, { code: canary, msg: canary }),
    })
    await gateway(webRequest(await sealed(merchant, 'pullWithdrawals')))
    const [error] = errors
    expect(String(error)).toContain('pullWithdrawals')
    expect(String(error)).not.toContain(canary)
  })

  test('a sealed answer shows no personal data', async () => {
    const { merchant, gateway } = sceneOf(name)
    const request = await sealed(merchant, 'pullWithdrawals')
    const [first] = Object(answerOf('pullWithdrawals')).data
    expect(await outside(await gateway(webRequest(request)))).not.toContain(first.address_to)
  })
})

describe.each(profileNames)('under %s', (name) => {
  describe('an authentic request that does not fit', () => {
    const renamed: Profile['names'] = {
      findUser: { email: 'e_mail' },
      getAccount: { symbol: canary, uid: 'n'.repeat(40) },
      cancelWithdrawal: { msg: 'why' },
    }
    const callOf = async (id: SealedId, given: unknown) => {
      const scene = sceneOf(name, { knobs: { unknownMembers: 'refuse' } })
      const { merchant } = sidesOf(name, { names: renamed })
      const request = await sealed(merchant, id, given)
      return { ...scene, request, answer: await scene.gateway(webRequest(request)) }
    }

    test('gets the code of the family and the issues without values', async () => {
      const { merchant, request, answer, seen } = await callOf('findUser', { email: canary })
      const { answer: plain } = await opened(merchant, request, answer)
      expect(plain).toMatchObject({ code: '100004' })
      expect(JSON.stringify(plain)).toMatch(/\/e_mail is not a member that this call knows/)
      expect(JSON.stringify(plain)).not.toContain(canary)
      expect(seen).toEqual([])
    })

    test('hides names of members that are content', async () => {
      const { merchant, request, answer } = await callOf('getAccount', { uid: 1, symbol: 'BTC' })
      const { answer: plain } = await opened(merchant, request, answer)
      expect(JSON.stringify(plain)).toContain('/symbol is missing')
      expect(JSON.stringify(plain)).toContain('/* is not a member')
      expect(JSON.stringify(plain)).not.toMatch(/canary|nnnn/)
    })

    test('gets an envelope for an envelope, which modern can verify', async () => {
      const { merchant, request, answer } = await callOf('cancelWithdrawal', {
        symbol: 'BTC',
        trans_id: 1,
        msg: canary,
      })
      const text = await answer.clone().text()
      expect(JSON.parse(text)).toMatchObject({
        code: 100001,
        msg: expect.stringContaining('/why is not a member'),
      })
      expect(text).not.toContain(canary)
      const outcome = await opened(merchant, request, answer).catch((error: unknown) => error)
      expect(outcome).toMatchObject(
        {
          modern: { answer: { code: 100_001 }, assurance: 'signature' },
          classic: { code: 'ANSWER_UNAUTHENTICATED' },
        }[name],
      )
    })
  })
})

describe('a reason', () => {
  test('is one line of well-formed text with at most 300 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700, size: 'max' }), fc.string(), (one, two) => {
        const reason = oneLine(one + two)
        expect(Array.from(reason).length).toBeLessThanOrEqual(300)
        expect(reason).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u)
      }),
    )
  })

  test('shows the names of the contract and hides all others', () => {
    const issue = (pointer: string) => ({ pointer, rule: 'unknown', message: 'is wrong' }) as const
    const places = ['', '/ids/12', '/address_to', '/Symbol', '/a@b.c', '/15550100', '/a~1b', '/ids/123456']
    expect(reasonOf(places.map(issue))).toBe(
      'is wrong; /ids/12 is wrong; /address_to is wrong; /* is wrong; /* is wrong; /* is wrong; /* is wrong; /ids/* is wrong',
    )
  })
})
