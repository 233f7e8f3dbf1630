import { getEventListeners } from 'node:events'

import { describe, expect, test } from 'vitest'

import { createCalls } from '../support/calls.ts'
import { catchFailure } from '../support/failures.ts'
import { address, apiKey, createClient, createProfile, createService, type Fetch } from '../support/service.ts'
import { lookup, createPlatform, start } from './platform.ts'

describe('the token', () => {
  test('is requested once for all waiting calls, and sent with each', async () => {
    const { custody, state } = createPlatform({ concurrency: 4 })
    await Promise.all(Array.from({ length: 40 }, () => custody.accounts.get(lookup)))
    expect(state.tokens).toBe(1)
    expect(state.headers.filter((headers) => headers.get('access-token') === 'token-1')).toHaveLength(40)
  })

  test('is sent only if the profile attaches it', async () => {
    const { custody, state } = createPlatform({ isAttached: false })
    await custody.accounts.get(lookup)
    expect(state.tokens).toBe(0)
    expect(state.headers[0]?.has('access-token')).toBe(false)
  })

  test('is shared with callers of accessToken', async () => {
    const { custody, state } = createPlatform()
    const [token] = await Promise.all([custody.accessToken(), custody.accounts.get(lookup)])
    expect([token, state.tokens]).toEqual(['token-1', 1])
  })

  test('is replaced when the service reports it as expired, and the call is retried once', async () => {
    const time = { now: start }
    const { custody, state } = createPlatform({ clock: () => time.now, isDated: false })
    await custody.accessToken()
    state.ended.add('token-1')
    time.now += 10_000
    await custody.accounts.get(lookup)
    expect([state.calls, state.tokens]).toEqual([2, 2])
    expect(await custody.accessToken()).toBe('token-2')
  })

  test('that keeps expiring is requested at most once a second', async () => {
    const { custody, state } = createPlatform({ isDated: false, clock: () => start })
    await custody.accessToken()
    state.ended.add('token-1')
    const error = await catchFailure(custody.accounts.get(lookup))
    expect(error).toMatchObject({ code: 'TOKEN_HELD_BACK', operation: 'getToken' })
    expect([state.calls, state.tokens]).toEqual([1, 1])
  })

  test('that has expired does not cause a retry of a call that is not safe to retry', async () => {
    const time = { now: start }
    const { custody, state } = createPlatform({ clock: () => time.now, isDated: false })
    await custody.accessToken()
    state.ended.add('token-1')
    time.now += 10_000
    const error = await catchFailure(createCalls(custody).notifyInternal())
    expect(error).toMatchObject({ code: 'HTTP_STATUS', context: { status: 401 } })
    expect(state.calls).toBe(1)
  })

  test('is never sent with the token call, nor the API key with another call', async () => {
    const { custody, state } = createPlatform()
    await custody.accounts.get(lookup)
    const [asked, called] = state.headers
    expect([asked?.get('api-key'), asked?.has('access-token')]).toEqual([apiKey, false])
    expect(called?.has('api-key')).toBe(false)
    expect(state.urls[0]).toBe(`${address}/open-api/v1/merchant/token`)
  })

  test('is discarded when an unproved response reports it as expired, and the call is not retried', async () => {
    const profile = createProfile('classic', 'shop', {
      token: { attach: 'Access-Token' },
    })
    const time = { now: start }
    const sent: string[] = []
    const fetch: Fetch = async (url, init) => {
      sent.push(new Headers(init.headers).get('access-token') ?? 'none')
      if (!url.includes('/token')) return Response.json({ code: '1007', msg: '' })
      const data = { access_token: `token-${sent.length}`, expired_time: time.now + 7_200_000 }
      return Response.json({ code: 0, msg: '', data })
    }
    const { accounts } = createClient('classic', { profile, fetch, clock: () => time.now })
    expect(await catchFailure(accounts.get(lookup))).toMatchObject({ code: 'FAILURE_UNPROVED' })
    expect(sent).toEqual(['none', 'token-1'])
    time.now += 10_000
    await catchFailure(accounts.get(lookup))
    expect(sent).toEqual(['none', 'token-1', 'none', 'token-3'])
  })

  test('needs an API key', async () => {
    await expect(createClient('modern', { apiKey: undefined }).token.get()).rejects.toThrow('apiKey')
  })

  test('accepts no parameters', async () => {
    // @ts-expect-error There are none.
    const call = createClient('modern').token.get({ symbol: 'BTC' })
    expect(await catchFailure(call)).toMatchObject({ code: 'PARAMETERS_INVALID', family: 'token' })
  })
})

describe('a caller that aborts', () => {
  /** A client whose token requests wait until they are released. */
  function createHeldPlatform() {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const service = createService('modern')
    const sent: string[] = []
    const fetch: Fetch = async (url, init) => {
      sent.push(url.includes('/token') ? 'token' : 'call')
      if (!url.includes('/token')) return service(url, init)
      await released
      const data = { access_token: 'token-1', expired_time: Date.now() + 7_200_000 }
      return Response.json({ code: 0, msg: '', data })
    }
    const profile = createProfile('modern', 'shop', { token: { attach: 'Access-Token' } })
    return { custody: createClient('modern', { profile, fetch }), release, sent }
  }

  test('leaves at once, and others get the token of the same request', async () => {
    const { custody, release, sent } = createHeldPlatform()
    const controller = new AbortController()
    const left = catchFailure(custody.accessToken({ signal: controller.signal }))
    const stays = custody.accessToken()
    controller.abort()
    expect(await left).toMatchObject({ code: 'ABORTED', operation: 'getToken' })
    const next = custody.accessToken()
    release()
    expect(await Promise.all([stays, next])).toEqual(['token-1', 'token-1'])
    expect(sent).toEqual(['token'])
  })

  test('leaves its request to later callers if it was alone', async () => {
    const { custody, release, sent } = createHeldPlatform()
    for (let caller = 0; caller < 50; caller += 1) {
      const controller = new AbortController()
      const left = catchFailure(custody.accessToken({ signal: controller.signal }))
      controller.abort()
      expect(await left).toMatchObject({ code: 'ABORTED' })
    }
    release()
    expect(await custody.accessToken()).toBe('token-1')
    expect(sent).toEqual(['token'])
  })

  test('while its call waits for the token does not send the call later', async () => {
    const { custody, release, sent } = createHeldPlatform()
    const controller = new AbortController()
    const left = catchFailure(custody.accounts.get(lookup, { signal: controller.signal }))
    const stays = custody.accounts.get(lookup)
    await expect.poll(() => sent).toEqual(['token'])
    controller.abort()
    expect(await left).toMatchObject({ code: 'ABORTED', operation: 'getAccount' })
    release()
    await stays
    expect(sent).toEqual(['token', 'call'])
  })

  test('before its call starts no request, and gets no cached token', async () => {
    const { custody, release, sent } = createHeldPlatform()
    const signal = AbortSignal.abort()
    expect(await catchFailure(custody.accessToken({ signal }))).toMatchObject({ code: 'ABORTED' })
    expect(sent).toEqual([])
    release()
    await custody.accessToken()
    expect(await catchFailure(custody.accessToken({ signal }))).toMatchObject({ code: 'ABORTED' })
  })

  test('has no listener after any result', async () => {
    const { signal } = new AbortController()
    await createPlatform().custody.accessToken({ signal })
    const failing = createClient('modern', { fetch: async () => new Response(null, { status: 404 }) })
    await catchFailure(failing.accessToken({ signal }))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
