import type { Fetch } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { buildPath } from '../../src/codec/requests.ts'
import { createSealingFetch } from '../../src/exchange/fetch.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { readResponseTo, type Fields, listRequests, sealedIds } from '../support/samples.ts'
import { createTestService, urls } from '../support/service.ts'
import { now, profileNames, createSides } from '../support/sides.ts'

type Style = 'joined' | 'repeated'

const pull = '/api/v1/withdraw/consume'
const post: RequestInit = { method: 'POST', body: '{"symbol":"BTC"}' }
const segments = { staking_protocol: 'babylon', resource_chain: 'tron' }

/** Writes a plain call by hand. */
function createPlainCall(id: SealedId, parameters: Fields, style: Style): readonly [url: string, init: RequestInit] {
  const url = `https://shop.example${buildPath(id, segments)}`
  if (operations[id].method === 'POST') return [url, { method: 'POST', body: JSON.stringify(parameters) }]
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const texts = Array.isArray(value) ? value.map(String) : [String(value)]
    for (const text of style === 'joined' ? [texts.join()] : texts) query.append(name, text)
  }
  return [`${url}?${query}`, {}]
}

/** Assurance of responses, by profile and family. `none` is for v1 responses without content. */
const assurances = {
  modern: { v2: 'transport', mpc: 'transport', v1: 'signature', token: '', none: 'signature' },
  classic: { v2: 'blocks', mpc: 'blocks', v1: 'signature', token: '', none: 'transport' },
} as const

describe.each(profileNames)('a sealing fetch under %s', (name) => {
  const { merchant, platform } = createSides(name)

  describe.each(sealedIds)('%s', (id) => {
    const { family, server, response: expected } = operations[id]

    test.each(['joined', 'repeated'] as const)(
      'arrives with its types, lists %s, and returns a plain response',
      async (style) => {
        const service = createTestService(platform)
        const plainFetch = createSealingFetch(merchant, { urls, fetch: service.fetch })
        const requests = listRequests(id)
        for (const parameters of requests) {
          const response = await plainFetch(...createPlainCall(id, parameters, style))
          expect(await response.json()).toEqual(readResponseTo(id, parameters))
          expect(Object.fromEntries(response.headers)).toEqual({
            'content-type': 'application/json',
            'custody-assurance': assurances[name][expected.content === 'none' ? 'none' : family],
          })
        }
        expect(service.seen.map(({ operation }) => operation)).toEqual(requests.map(() => id))
        expect(service.seen.map(({ parameters }) => parameters)).toEqual(requests)
      },
    )

    test('goes to the address of its family', async () => {
      const service = createTestService(platform)
      const [parameters = {}] = listRequests(id)
      await createSealingFetch(merchant, { urls, fetch: service.fetch })(...createPlainCall(id, parameters, 'joined'))
      const host = server === 'v1_url' ? 'https://v1.custody.example/api/' : 'https://api.custody.example/gateway/api/'
      expect(service.seen[0]?.request.url.startsWith(host)).toBe(true)
    })
  })

  test('sends only the sealed fields, and no referrer or credentials', async () => {
    const service = createTestService(platform)
    const init = {
      method: 'POST',
      body: '{"symbol":"BTC"}',
      headers: { 'X-Trace': 'trace-1', 'Content-Length': '16', 'Api-Key': 'key-1', Timestamp: '1' },
    }
    await createSealingFetch(merchant, { urls, fetch: service.fetch })('/api/v1/withdraw/consume?', {
      ...init,
      redirect: 'follow',
    })
    const request = service.seen[0]?.request
    expect(request).toMatchObject({
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
      referrer: '',
      referrerPolicy: 'no-referrer',
    })
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-length': expect.stringMatching(/^[0-9]{3,4}$/),
      'content-type': 'application/json',
    })
    expect(Object.keys(await request?.json()).toSorted()).toEqual(['app_id', 'data', 'sign', 'time'])
  })

  test.each([
    ['a path', pull, post],
    ['a text', `https://shop.example${pull}`, post],
    ['a URL', new URL(`https://shop.example${pull}`), post],
    ['a request', new Request(`https://shop.example${pull}`, post), undefined],
    ['a request that is changed on the way', new Request(`https://shop.example${pull}`), post],
  ])('accepts %s', async (_what, input, init) => {
    const service = createTestService(platform)
    await createSealingFetch(merchant, { urls, fetch: service.fetch })(
      input instanceof Request ? input.clone() : input,
      init,
    )
    expect(service.seen).toMatchObject([{ operation: 'pullWithdrawals', parameters: { symbol: 'BTC' } }])
  })

  test('reads segments from the path, and rejects invalid ones', async () => {
    const service = createTestService(platform)
    const plainFetch = createSealingFetch(merchant, { urls, fetch: service.fetch })
    await plainFetch('/api/mpc/ethereum/delegate/trans_list?ids=d-1')
    expect(new URL(service.seen[0]?.request.url ?? '').pathname).toBe('/gateway/api/mpc/ethereum/delegate/trans_list')
    await expect(plainFetch('/api/mpc/{resource_chain}/delegate/trans_list?ids=d-1')).rejects.toThrow(TypeError)
    await expect(plainFetch('/api/mpc/a%2Fb/delegate/trans_list?ids=d-1')).rejects.toThrow(TypeError)
  })
})

describe('the token call', () => {
  const sent: Request[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push(new Request(url, init))
    return Response.json({ code: 0, msg: 'success' }, { headers: { 'Custody-Assurance': 'signature' } })
  }
  const plainFetch = createSealingFetch(createSides('modern').merchant, { urls, fetch, clock: () => now })

  test('is sent unsealed with its timestamp, and returned without its own assurance header', async () => {
    const response = await plainFetch('/open-api/v1/merchant/token', { headers: { 'Api-Key': 'key-1' } })
    expect(sent.at(-1)?.url).toBe('https://open-platform.custody.example/open-api/v1/merchant/token')
    expect(sent.at(-1)?.redirect).toBe('error')
    expect(Object.fromEntries(sent.at(-1)?.headers ?? [])).toEqual({
      'api-key': 'key-1',
      timestamp: String(now),
    })
    expect(await response.json()).toEqual({ code: 0, msg: 'success' })
    expect(response.headers.get('custody-assurance')).toBeNull()
  })

  test.each([Number.NaN, -1, 1.5])('is not made if the clock returns %d', async (time) => {
    const untimed = createSealingFetch(createSides('modern').merchant, { urls, fetch, clock: () => time })
    const before = sent.length
    await expect(untimed('/open-api/v1/merchant/token')).rejects.toThrow('clock() must return a non-negative integer')
    expect(sent).toHaveLength(before)
  })

  test('keeps the timestamp of the caller', async () => {
    await plainFetch('/open-api/v1/merchant/token', { headers: { Timestamp: '1' } })
    expect(sent.at(-1)?.headers.get('timestamp')).toBe('1')
  })
})
