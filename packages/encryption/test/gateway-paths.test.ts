import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { countedBody, origin, outside, refused, sceneOf, streamed, webRequest } from './gateway-fixtures.ts'
import { bytesOf, profileNames } from './sides.ts'

describe('paths and methods', () => {
  test.each([
    '/',
    '/api/v2/user/info/',
    '/api/v2/user',
    '/API/v2/user/info',
    '/api//v2/user/info',
    '/api/v2/user/%69nfo',
    '/api/mpc/{staking_protocol}/details',
    '/api/mpc//details',
    '/api/mpc/other/details',
    '/api/mpc/a/b/details',
  ])('%s is unknown', async (path) => {
    expect(await outside(await sceneOf('modern').gateway(new Request(origin + path)))).toBe('404\n\n')
  })

  test.each(profileNames)(
    'a segment that is not the text of the profile is unknown, for strangers as well (%s)',
    async (name) => {
      const { merchant, gateway, seen } = sceneOf(name)
      const request = await merchant.sealRequest(
        'listDelegations',
        { ids: ['a'] },
        { segments: { resource_chain: 'other' } },
      )
      const stranger = { ...request, query: request.query.replace('demo-shop', 'demo-other') }
      expect(await outside(await gateway(webRequest(request)))).toBe('404\n\n')
      expect(await outside(await gateway(webRequest(stranger)))).toBe('404\n\n')
      expect(seen).toEqual([])
    },
  )

  const sealedCalls = Object.values(operations).filter(({ id }) => id !== 'getToken')
  const pathOf = (path: string): string =>
    path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')

  test.each(sealedCalls)('$id says which methods it takes', async ({ path, method }) => {
    const { gateway } = sceneOf('modern')
    const allow = method === 'GET' ? 'GET, POST' : 'POST'
    for (const other of ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])
      expect(await outside(await gateway(new Request(origin + pathOf(path), { method: other })))).toBe(
        `405\nallow: ${allow}\n\n`,
      )
  })

  test('a POST is a wrong method for a query where the gateway takes no forms, and its body is not read', async () => {
    const { gateway } = sceneOf('modern', { transport: 'query' })
    const { facts, body } = countedBody(bytesOf('app_id=demo-shop'), 1)
    expect(await outside(await gateway(streamed('/api/v2/user/info', body)))).toBe('405\nallow: GET\n\n')
    expect(facts.pulled).toBe(0)
  })

  test('a GET is a wrong method for an envelope', async () => {
    const answer = await sceneOf('modern').gateway(new Request(`${origin}/api/v1/withdraw/consume`))
    expect(await outside(answer)).toBe('405\nallow: POST\n\n')
  })
})

describe('what is too large', () => {
  const chunk = new Uint8Array(64 * 1024)

  test.each([
    ['an envelope', '/api/v1/withdraw/consume', {}],
    ['a form', '/api/v2/user/info', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('%s is read no further than the limit', async (_name, path, headers) => {
    const { facts, body } = countedBody(chunk, 1000)
    expect(await outside(await sceneOf('classic').gateway(streamed(path, body, headers)))).toBe('413\n\n')
    expect(facts).toEqual({ pulled: 5, cancelled: true })
  })

  test('a body that announces too much is not read at all', async () => {
    const { facts, body } = countedBody(chunk, 1000)
    const request = streamed('/api/v1/withdraw/consume', body, { 'content-length': String(256 * 1024 + 1) })
    expect(await outside(await sceneOf('modern').gateway(request))).toBe('413\n\n')
    expect(facts.pulled).toBe(0)
  })

  test('a body of the limit is read, and one more byte is not', async () => {
    const { gateway } = sceneOf('modern', { limits: { request: 100 } })
    const post = async (length: number) =>
      outside(
        await gateway(
          new Request(`${origin}/api/v1/withdraw/consume`, { method: 'POST', body: 'a'.repeat(length) }),
        ),
      )
    expect([await post(100), await post(101)]).toEqual([refused.v1, '413\n\n'])
  })

  test('so is a query', async () => {
    const answer = await sceneOf('modern').gateway(
      new Request(`${origin}/api/v2/user/info?data=${'A'.repeat(256 * 1024)}`),
    )
    expect(await outside(answer)).toBe('413\n\n')
  })
})
