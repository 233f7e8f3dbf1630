import { text as textOf } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { type Gateway, nodeListener } from '../src/gateway/index.ts'
import { answerOf } from './caller-samples.ts'
import { formRequest, opened, sceneOf, sealed, webRequest } from './gateway-fixtures.ts'
import { exchange, parsing, plainly, type Serve, serving } from './gateway-server.ts'
import { profileNames } from './sides.ts'

describe.each(profileNames)('under %s, node:http', (name) => {
  test.each(['getAccount', 'notifyDeposit', 'cancelWithdrawal'] as const)('carries %s', async (id) => {
    const { merchant, gateway, seen } = sceneOf(name)
    const { at } = await serving(plainly(gateway))
    const request = await sealed(merchant, id)
    const answer = await fetch(webRequest(request, at))
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect((await opened(merchant, request, answer)).answer).toEqual(answerOf(id))
    expect(seen[0]?.request.url.startsWith(at)).toBe(true)
  })

  test.each<readonly [string, (text: string) => unknown]>([
    ['an object', (text) => JSON.parse(text)],
    ['a text', (text) => text],
    ['bytes', (text) => Buffer.from(text)],
    ['nothing', () => undefined],
  ])('takes an envelope of which a parser has made %s', async (kind, parse) => {
    const { merchant, gateway } = sceneOf(name)
    const { at } = await serving(kind === 'nothing' ? plainly(gateway) : parsing(gateway, parse))
    const request = await sealed(merchant, 'pullWithdrawals')
    const { answer } = await opened(merchant, request, await fetch(webRequest(request, at)))
    expect(answer).toEqual(answerOf('pullWithdrawals'))
  })

  test('reads the body itself where a parser has passed it over and left an empty object', async () => {
    const { merchant, gateway } = sceneOf(name)
    const listen = nodeListener(gateway)
    const { at } = await serving((request, response) =>
      listen(Object.assign(request, { body: {} }), response),
    )
    const request = await sealed(merchant, 'pullWithdrawals')
    const { answer } = await opened(merchant, request, await fetch(webRequest(request, at)))
    expect(answer).toEqual(answerOf('pullWithdrawals'))
  })

  test('says that the body was read before it, by whoever kept nothing of it', async () => {
    const { merchant, gateway, errors } = sceneOf(name)
    const listen = nodeListener(gateway)
    const { at } = await serving(async (request, response) => {
      await textOf(request)
      await listen(request, response)
    })
    const answer = await fetch(webRequest(await sealed(merchant, 'pullWithdrawals'), at))
    expect([answer.status, await answer.text()]).toEqual([500, ''])
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^The body was read before the gateway: /) }),
    ])
  })

  test.each(['{}', 'null'])('refuses %s behind a parser as it does without one', async (body) => {
    const { gateway, errors } = sceneOf(name)
    const { at } = await serving(parsing(gateway, (text) => JSON.parse(text)))
    const answer = await fetch(`${at}/api/v1/withdraw/consume`, { method: 'POST', body })
    const direct = await serving(plainly(gateway))
    const same = await fetch(`${direct.at}/api/v1/withdraw/consume`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([same.status, await same.text()])
    expect(errors).toEqual([])
  })

  test('takes no notice of what a parser has made of a GET', async () => {
    const { merchant, gateway } = sceneOf(name)
    const { at } = await serving(parsing(gateway, () => ({})))
    const request = await sealed(merchant, 'getAccount')
    const { answer } = await opened(merchant, request, await fetch(webRequest(request, at)))
    expect(answer).toEqual(answerOf('getAccount'))
  })

  test('is a Fastify route as well, whose own answer is held back', async () => {
    const { merchant, gateway } = sceneOf(name)
    const listen = nodeListener(gateway)
    const hijacked: string[] = []
    const { at } = await serving(async (request, response) => {
      const body: unknown = JSON.parse(await textOf(request))
      await listen({ raw: request, body }, { raw: response, hijack: () => hijacked.push(request.url ?? '') })
    })
    const request = await sealed(merchant, 'pullWithdrawals')
    const { answer } = await opened(merchant, request, await fetch(webRequest(request, at)))
    expect(answer).toEqual(answerOf('pullWithdrawals'))
    expect(hijacked).toEqual(['/api/v1/withdraw/consume'])
  })

  test('a spoilt envelope gets the same bytes behind every parser', async () => {
    const { gateway } = sceneOf(name)
    const spoilt = JSON.stringify({ app_id: 'demo-shop', time: 1, sign: 'A', data: 'A' })
    const serves = [
      plainly(gateway),
      parsing(gateway, JSON.parse),
      parsing(gateway, () => null),
      parsing(gateway, () => 7),
      parsing(gateway, () => [{}]),
    ]
    const answers = await Promise.all(
      serves.map(async (serve) => {
        const { at } = await serving(serve)
        const { headers, ...rest } = await exchange(
          `${at}/api/v1/withdraw/consume`,
          { method: 'POST' },
          spoilt,
        )
        return JSON.stringify([rest, { ...headers, date: '' }])
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('ENVELOPE_REJECTED')
  })
})

describe('a form', () => {
  const members = (text: string): object => Object.fromEntries(new URLSearchParams(text))

  test.each<readonly [string, (gateway: Gateway) => Serve]>([
    ['read from the stream', plainly],
    ['made an object by a parser', (gateway) => parsing(gateway, members)],
    [
      'made an object without a prototype',
      (gateway) => parsing(gateway, (text) => Object.assign(Object.create(null), members(text))),
    ],
    ['left as a text', (gateway) => parsing(gateway, (text) => text)],
  ])('is opened when it is %s', async (_name, serve) => {
    const { merchant, gateway } = sceneOf('classic')
    const { at } = await serving(serve(gateway))
    const request = await sealed(merchant, 'listWithdrawals')
    const { answer } = await opened(merchant, request, await fetch(formRequest(request, at)))
    expect(answer).toEqual(answerOf('listWithdrawals'))
  })

  test.each<readonly [string, (all: Readonly<Record<string, string>>) => object]>([
    ['a member that was sent twice', ({ app_id, data }) => ({ app_id: [app_id, app_id], data })],
    ['a nested member', ({ app_id, data }) => ({ app_id, data: { data } })],
    ['a list of lists', ({ app_id, data }) => ({ app_id, data: [[data]] })],
    ['a member more', ({ app_id, data }) => ({ app_id, data, time: '1' })],
    ['no members', () => ({})],
  ])('with %s is refused as it would be unparsed', async (_name, spoil) => {
    const { merchant, gateway, seen } = sceneOf('classic')
    const { at } = await serving(
      parsing(gateway, (text) => spoil(Object.fromEntries(new URLSearchParams(text)))),
    )
    const answer = await fetch(formRequest(await sealed(merchant, 'listWithdrawals'), at))
    expect(await answer.json()).toEqual({ code: '100005', msg: 'ENVELOPE_REJECTED' })
    expect(seen).toEqual([])
  })
})
