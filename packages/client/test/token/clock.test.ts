import { describe, expect, test } from 'vitest'

import type { CustodyOptions } from '../../src/index.ts'
import { catchFailure } from '../support/failures.ts'
import { address, createClient, type Fetch } from '../support/service.ts'
import { lookup, createPlatform, start } from './platform.ts'

describe('a service with another clock', () => {
  test.each([-90_000, -61_000, -5000, -2001, -1999, 0, 1999, 57_999, 58_001, 61_000, 90_000])(
    'by %i ms returns a token within two attempts',
    async (ahead) => {
      const { custody, state } = createPlatform({ ahead })
      expect(await custody.accessToken()).toBe('token-1')
      expect(state.urls.length).toBeLessThanOrEqual(2)
    },
  )

  test('is not read from a cached response', async () => {
    const stamps: number[] = []
    const old = { date: new Date(start + 3_600_000).toUTCString(), age: '60' }
    const fetch: Fetch = async (_url, init) => {
      stamps.push(Number(new Headers(init.headers).get('timestamp')))
      return Response.json({ code: 1005, msg: '' }, { headers: old })
    }
    const { token } = createClient('modern', { fetch, clock: () => start })
    await catchFailure(token.get())
    await catchFailure(token.get())
    expect(stamps).toEqual([start - 2000, start - 2000])
  })

  test('that rejects every timestamp gets two calls', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return Response.json({ code: 1005, msg: '' }, { headers: { date: new Date().toUTCString() } })
    }
    const { token } = createClient('classic', { fetch })
    await catchFailure(token.get())
    await catchFailure(token.get())
    expect(asked).toBe(4)
  })

  test('gets one call if the rejection has another reason', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return Response.json({ code: 1003, msg: '' }, { headers: { date: new Date().toUTCString() } })
    }
    const error = await catchFailure(createClient('modern', { fetch }).token.get())
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', context: { serviceCode: '1003' } })
    expect(asked).toBe(1)
  })

  test.each([
    ['another server', 'http://127.0.0.1:4011'],
    ['the same server', address],
  ])('is not read from other calls to %s', async (_name, other) => {
    const { custody, state } = createPlatform({
      urls: { openPlatform: address, base: other, v1: other },
      others: 30_000,
      isAttached: false,
    })
    await custody.token.get()
    await custody.accounts.get(lookup)
    await custody.token.get()
    expect(state.urls.filter((url) => url.includes('/token'))).toHaveLength(2)
  })

  test('that was changed is read again, even if the profile has no code for timestamps', async () => {
    const time = { ahead: 0 }
    const { custody, state } = createPlatform({ isAttached: false, ahead: () => time.ahead })
    await custody.token.get()
    time.ahead = -30_000
    await custody.token.get()
    expect([state.tokens, state.urls.length]).toEqual([2, 3])
  })
})

test('a token call that fails with an HTTP status is made at most once a second', async () => {
  const waits: number[] = []
  const setTimer: CustodyOptions['setTimer'] = (run, ms) => {
    if (ms < 30_000) waits.push(ms)
    if (ms < 30_000) run()
    return () => undefined
  }
  const fetch: Fetch = async () => new Response(null, { status: 503 })
  await catchFailure(createClient('modern', { fetch, setTimer, random: () => 0.5 }).token.get())
  expect(waits).toEqual([1100, 1200])
})
