// One call has one spelling: a rule or a log in front of the gateway reads the target as it came.
import { describe, expect, test } from 'vitest'

import { origin, outside, refused, sceneOf, sealed } from './gateway-fixtures.ts'
import { plainly, raw, serving } from './gateway-server.ts'
import { bytesOf } from './sides.ts'

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

describe('a raw target', () => {
  const spellings: readonly (readonly [string, (path: string, query: string) => string])[] = [
    ['a backslash', (path, query) => `/${path.slice(1).replaceAll('/', '\\')}?${query}`],
    ['a backslash in its query', (path, query) => `${path}?${query}\\`],
    ['a step to where it is', (path, query) => `/.${path}?${query}`],
    ['a step back', (path, query) => `/open/..${path}?${query}`],
    ['a step back behind a backslash', (path, query) => `/open\\..${path}?${query}`],
    ['a step back in percent-encoding', (path, query) => `/open/%2e%2E${path}?${query}`],
    ['a hash', (path, query) => `${path}?${query}#?app_id=other&data=A`],
    ['a hash and nothing behind it', (path, query) => `${path}?${query}#`],
    ['a step back behind a host', (path, query) => `http://a/open/..${path}?${query}`],
  ]

  test.each(spellings)('with %s is unknown, whatever it would stand for', async (_name, targetOf) => {
    const { merchant, gateway, seen } = sceneOf('modern')
    const { port } = await serving(plainly(gateway))
    const { path, query } = await sealed(merchant, 'listWithdrawals')
    expect(await raw(port, get(targetOf(path, query)), '\r\n\r\n')).toContain('HTTP/1.1 404 Not Found')
    expect(seen).toEqual([])
  })

  test.each([
    ['as it is', ''],
    ['behind its host', 'https://service.example:8443'],
  ])('%s is a call', async (_name, before) => {
    const { merchant, gateway, seen } = sceneOf('modern')
    const { port } = await serving(plainly(gateway))
    const { path, query } = await sealed(merchant, 'listWithdrawals')
    expect(await raw(port, get(`${before}${path}?${query}`), 'success')).toContain('HTTP/1.1 200 OK')
    expect(seen).toHaveLength(1)
  })
})

describe.each(['#', '#more'])('a request whose address ends with %s', (hash) => {
  test.each([
    ['a query', 'listWithdrawals', refused.query],
    ['an envelope', 'pullWithdrawals', refused.v1],
  ] as const)('is refused as every other spoilt message where it is %s', async (_what, id, refusal) => {
    const { merchant, gateway, seen, rejections } = sceneOf('modern')
    const { method, path, query, body = null } = await sealed(merchant, id)
    const url = `${origin}${path}${query === '' ? '' : `?${query}`}${hash}`
    expect(await outside(await gateway(new Request(url, { method, body })))).toBe(refusal)
    expect([seen, rejections.map(({ reason }) => reason)]).toEqual([[], ['framing']])
  })

  test('asks for no token', async () => {
    const { gateway } = sceneOf('modern', { token: () => new Response('token') })
    const answer = await gateway(new Request(`${origin}/open-api/v1/merchant/token${hash}`))
    expect(await outside(answer)).toBe('404\n\n')
  })
})

describe('the name of a merchant', () => {
  /** Whom a gateway looks up, and what it answers. */
  function lookup() {
    const asked: string[] = []
    const { gateway, rejections } = sceneOf('modern', { partyFor: (appId) => void asked.push(appId) })
    return { asked, gateway, rejections }
  }
  const request = { method: 'POST', path: '/api/v2/user/info' } as const

  test.each(['%zz', '%', '%ff', '%c0%80', '%ed%a0%80', '%00', 'shop%00'])(
    'that a query spells %s is looked up by nobody',
    async (name) => {
      const { asked, gateway, rejections } = lookup()
      const query = `app_id=${name}&data=A`
      const url = `${origin}${request.path}?${query}`
      const form = new Request(`${origin}${request.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query,
      })
      expect(await outside(await gateway(new Request(url)))).toBe(refused.query)
      expect(await outside(await gateway(form))).toBe(refused.query)
      expect(asked).toEqual([])
      expect(rejections.map(({ reason }) => reason)).toEqual(['framing', 'framing'])
    },
  )

  test('is looked up by nobody if an envelope has a zero in it', async () => {
    const { asked, gateway, rejections } = lookup()
    const body = bytesOf(JSON.stringify({ app_id: 'shop\0', time: 1, sign: 's', data: 'd' }))
    const answer = await gateway(new Request(`${origin}/api/v1/withdraw/consume`, { method: 'POST', body }))
    expect(await outside(answer)).toBe(refused.v1)
    expect([asked, rejections.map(({ reason }) => reason)]).toEqual([[], ['framing']])
  })

  test.each([
    ['demo+shop', 'demo shop'],
    ['%64emo%2Dshop', 'demo-shop'],
    ['caf%C3%A9', 'café'],
    ['%EF%BF%BD', '\u{FFFD}'],
  ])('that a query spells %s is looked up as %s', async (spelled, name) => {
    const { asked, gateway } = lookup()
    await gateway(new Request(`${origin}${request.path}?app_id=${spelled}&data=A`))
    expect(asked).toEqual([name])
  })
})
