import { describe, expect, test } from 'vitest'

import type { CustodyOptions } from '../src/index.ts'
import { everyCall } from './support/calls.ts'
import { failureOf } from './support/failures.ts'
import { address, apiKey, clientOf, type Fetch, profileOf, serviceOf } from './support/service.ts'

const start = 1_767_225_600_000
const lookup = { uid: 10_042, symbol: 'BTC' }

/** A service with a clock of its own, that hands out numbered tokens and refuses the ones that were taken back. */
function platform(
  options: Partial<CustodyOptions> & {
    readonly ahead?: number
    readonly attach?: boolean
    readonly dated?: boolean
  } = {},
) {
  const { ahead = 0, attach = true, dated = true, clock = () => start, ...given } = options
  const profile = profileOf('modern', 'shop', {
    token: { attach: attach ? 'Access-Token' : null, lifetime: 'expired_time' },
  })
  const service = serviceOf('modern')
  const state = {
    tokens: 0,
    calls: 0,
    ended: new Set<string>(),
    headers: [] as Headers[],
    urls: [] as string[],
  }
  const answer = (init: RequestInit): Response => {
    const stamp = Number(new Headers(init.headers).get('timestamp'))
    const now = clock() + ahead
    const date = dated ? { date: new Date(now).toUTCString() } : undefined
    if (stamp > now || stamp < now - 60_000)
      return Response.json({ code: 1005, msg: '' }, { headers: { ...date } })
    state.tokens += 1
    const data = { access_token: `token-${state.tokens}`, expired_time: now + 7_200_000 }
    return Response.json({ code: 0, msg: '', data }, { headers: { ...date } })
  }
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers)
    state.headers.push(headers)
    state.urls.push(url)
    if (url.includes('/token')) return answer(init)
    state.calls += 1
    const token = headers.get('access-token')
    return token !== null && state.ended.has(token) ? new Response(null, { status: 401 }) : service(url, init)
  }
  return { state, custody: clientOf('modern', { profile, fetch, clock, ...given }) }
}

describe('the token', () => {
  test('is asked for once, however many calls wait for it, and goes with each', async () => {
    const { custody, state } = platform({ concurrency: 4 })
    await Promise.all(Array.from({ length: 40 }, () => custody.accounts.get(lookup)))
    expect(state.tokens).toBe(1)
    expect(state.headers.filter((headers) => headers.get('access-token') === 'token-1')).toHaveLength(40)
  })

  test('goes with no call unless the profile attaches it', async () => {
    const { custody, state } = platform({ attach: false })
    await custody.accounts.get(lookup)
    expect(state.tokens).toBe(0)
    expect(state.headers[0]?.has('access-token')).toBe(false)
  })

  test('is shared with whoever asks for it by name', async () => {
    const { custody, state } = platform()
    const [token] = await Promise.all([custody.accessToken(), custody.accounts.get(lookup)])
    expect([token, state.tokens]).toEqual(['token-1', 1])
  })

  test('is replaced when the service says that it has ended, and the call goes once more', async () => {
    const time = { now: start }
    const { custody, state } = platform({ clock: () => time.now, dated: false })
    await custody.accessToken()
    state.ended.add('token-1')
    time.now += 10_000
    await custody.accounts.get(lookup)
    expect([state.calls, state.tokens]).toEqual([2, 2])
    expect(await custody.accessToken()).toBe('token-2')
  })

  test('that ends again and again is not asked for more than once a second', async () => {
    const { custody, state } = platform()
    await custody.accessToken()
    state.ended.add('token-1')
    const error = await failureOf(custody.accounts.get(lookup))
    expect(error).toMatchObject({ code: 'TOKEN_HELD_BACK', operation: 'getToken' })
    expect([state.calls, state.tokens]).toEqual([1, 1])
  })

  test('that has ended does not send a call twice that must not be repeated', async () => {
    const time = { now: start }
    const { custody, state } = platform({ clock: () => time.now, dated: false })
    await custody.accessToken()
    state.ended.add('token-1')
    time.now += 10_000
    const error = await failureOf(everyCall(custody).notifyInternal())
    expect(error).toMatchObject({ code: 'HTTP_STATUS', context: { status: 401 } })
    expect(state.calls).toBe(1)
  })

  test('never goes with the token call, nor the key with another', async () => {
    const { custody, state } = platform()
    await custody.accounts.get(lookup)
    const [asked, called] = state.headers
    expect([asked?.get('api-key'), asked?.has('access-token')]).toEqual([apiKey, false])
    expect(called?.has('api-key')).toBe(false)
    expect(state.urls[0]).toBe(`${address}/open-api/v1/merchant/token`)
  })

  test('is discarded when an answer that nobody proved says that it has ended, and no call is made again', async () => {
    const profile = profileOf('classic', 'shop', {
      token: { attach: 'Access-Token', lifetime: 'expired_time' },
    })
    const time = { now: start }
    const sent: string[] = []
    const fetch: Fetch = async (url, init) => {
      sent.push(new Headers(init.headers).get('access-token') ?? 'none')
      if (!url.includes('/token')) return Response.json({ code: '1007', msg: '' })
      const data = { access_token: `token-${sent.length}`, expired_time: time.now + 7_200_000 }
      return Response.json({ code: 0, msg: '', data })
    }
    const { accounts } = clientOf('classic', { profile, fetch, clock: () => time.now })
    expect(await failureOf(accounts.get(lookup))).toMatchObject({ code: 'FAILURE_UNPROVED' })
    expect(sent).toEqual(['none', 'token-1'])
    time.now += 10_000
    await failureOf(accounts.get(lookup))
    expect(sent).toEqual(['none', 'token-1', 'none', 'token-3'])
  })

  test('that nobody waits for any more ends like a call that was given up', async () => {
    const { custody } = platform()
    const call = custody.accessToken({ signal: AbortSignal.abort() })
    expect(await failureOf(call)).toMatchObject({ code: 'ABORTED', operation: 'getToken' })
  })

  test('needs a key, and says so', async () => {
    await expect(clientOf('modern', { apiKey: undefined }).token.get()).rejects.toThrow('apiKey')
  })

  test('takes no parameters', async () => {
    // @ts-expect-error There are none.
    const call = clientOf('modern').token.get({ symbol: 'BTC' })
    expect(await failureOf(call)).toMatchObject({ code: 'PARAMETERS_INVALID', family: 'token' })
  })
})

describe('a service whose clock differs', () => {
  test.each([-90_000, -61_000, -5000, 0, 5000, 61_000, 90_000])(
    'by %i ms gives a token within two attempts',
    async (ahead) => {
      const { custody, state } = platform({ ahead })
      expect(await custody.accessToken()).toBe('token-1')
      expect(state.urls.length).toBeLessThanOrEqual(2)
    },
  )

  test('is not learned from what a cache kept', async () => {
    const stamps: number[] = []
    const old = { date: new Date(start + 3_600_000).toUTCString(), age: '60' }
    const fetch: Fetch = async (_url, init) => {
      stamps.push(Number(new Headers(init.headers).get('timestamp')))
      return Response.json({ code: 1005, msg: '' }, { headers: old })
    }
    const { token } = clientOf('modern', { fetch, clock: () => start })
    await failureOf(token.get())
    await failureOf(token.get())
    expect(stamps).toEqual([start - 2000, start - 2000])
  })

  test('that refuses every timestamp is asked twice and not more', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return Response.json({ code: 1005, msg: '' }, { headers: { date: new Date().toUTCString() } })
    }
    const { token } = clientOf('classic', { fetch })
    await failureOf(token.get())
    await failureOf(token.get())
    expect(asked).toBe(4)
  })

  test('is asked twice and not more where the refusal has another reason', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return Response.json({ code: 1003, msg: '' }, { headers: { date: new Date().toUTCString() } })
    }
    const { token } = clientOf('modern', { fetch })
    expect(await failureOf(token.get())).toMatchObject({
      code: 'SERVICE_FAILED',
      context: { serviceCode: '1003' },
    })
    expect(asked).toBe(2)
    await failureOf(token.get())
    expect(asked).toBe(3)
  })
})
