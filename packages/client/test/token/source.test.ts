import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'

import type { AccessTokenGrant } from '@custody-wallet/types'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { type TokenSource, createTokenSource } from '../../src/token/source.ts'
import { createGrantedStage, catchOutcome, rejection, createStage, start, twoHours } from './stage.ts'

describe('a token', () => {
  test('is requested once for 1,000 concurrent callers', async () => {
    const stand = createStage()
    const callers = Array.from({ length: 1000 }, () => stand.token())
    const token = await stand.grant()
    expect(new Set(await Promise.all(callers))).toEqual(new Set([token]))
    expect(stand.state.asked).toBe(1)
  })

  test('is cached until shortly before it expires, and still used while a new one is requested', async () => {
    const { token, state, grant, first, settle: settled } = await createGrantedStage()
    state.now += twoHours - 300_001
    expect(await token()).toBe(first)
    await settled()
    expect(state.asked).toBe(1)
    state.now += 1
    expect(await Promise.all([token(), token()])).toEqual([first, first])
    await settled()
    expect(state.asked).toBe(2)
    const second = await grant()
    expect(await token()).toBe(second)
  })

  test('with a short life is renewed early', async () => {
    const { token, state, first, settle: settled } = await createGrantedStage(10_000)
    state.now += 7999
    expect([await token(), await settled(), state.asked]).toEqual([first, undefined, 1])
    state.now += 1
    expect([await token(), await settled(), state.asked]).toEqual([first, undefined, 2])
  })

  test('that has expired, or would expire on its way, is not used', async () => {
    const { token, state, grant, first } = await createGrantedStage()
    state.now += twoHours - 5001
    expect(await token()).toBe(first)
    state.now += 1
    const next = token()
    const second = await grant()
    expect(await next).toBe(second)
  })

  test.each([0, -1, -twoHours, Number.NaN])('with %i ms of life is rejected', async (life) => {
    const stand = createStage()
    const told = catchOutcome(stand.token())
    await stand.grant(life)
    expect(await told).toMatchObject({ error: { code: 'RESPONSE_INVALID', operation: 'getToken' } })
    expect(inspect(await told)).not.toContain('canary')
    expect(await catchOutcome(stand.token())).toEqual(await told)
    expect(stand.state.asked).toBe(1)
  })

  test.each(['', ' ', 'a\r\nX: canary', 'canary\n', 'ключ'])(
    'that is invalid in a header is rejected: %j',
    async (text) => {
      const fetchToken = async () => ({ access_token: text, expired_time: start + twoHours })
      const told = await catchOutcome(createTokenSource({ clock: () => start, fetchToken }).token())
      const context = { issues: [expect.objectContaining({ pointer: '/data/access_token' })] }
      expect(told).toMatchObject({ error: { code: 'RESPONSE_INVALID', context } })
      expect(inspect(told)).not.toContain('canary')
    },
  )

  test('is not visible in its source', async () => {
    const { first, token, invalidate } = await createGrantedStage()
    const source: TokenSource = { token, invalidate }
    expect(await source.token()).toBe(first)
    expect(inspect(source, { depth: 9, showHidden: true })).not.toContain('canary')
    expect(JSON.stringify(source)).not.toContain('canary')
  })
})

describe('an aborted signal', () => {
  test('does not end the request of other callers', async () => {
    const stand = createStage()
    const controller = new AbortController()
    const [gone, stays] = [catchOutcome(stand.token({ signal: controller.signal })), stand.token()]
    await stand.settle()
    controller.abort(rejection)
    expect(await gone).toEqual({ error: rejection })
    const token = await stand.grant()
    expect(await stays).toBe(token)
    expect(stand.signals[0]?.aborted).toBe(false)
  })

  test('with a short timeout leaves the request to the next caller', async () => {
    const stand = createStage()
    for (let caller = 0; caller < 50; caller += 1) {
      const controller = new AbortController()
      const gone = catchOutcome(stand.token({ signal: controller.signal }))
      await stand.settle()
      controller.abort()
      await gone
    }
    const next = stand.token()
    expect([await stand.grant(), stand.state.asked]).toEqual([await next, 1])
    expect(stand.timers.size).toBe(0)
  })

  test('of the last caller ends the request a second later, and the next caller starts another one immediately', async () => {
    const stand = createStage()
    const [one, other] = [new AbortController(), new AbortController()]
    const gone = [one, other].map(({ signal }) => catchOutcome(stand.token({ signal })))
    await stand.settle()
    one.abort()
    expect(stand.signals[0]?.aborted).toBe(false)
    other.abort()
    expect([stand.signals[0]?.aborted, stand.timers.size]).toEqual([false, 1])
    stand.lapse()
    expect(stand.signals[0]?.aborted).toBe(true)
    await Promise.all(gone)
    const next = stand.token()
    await stand.settle()
    expect(stand.state.asked).toBe(2)
    await stand.fail()
    expect(await stand.grant()).toBe(await next)
  })

  test('leaves no listener after any result', async () => {
    const stand = createStage()
    const { signal } = new AbortController()
    const told = catchOutcome(stand.token({ signal }))
    await stand.fail()
    expect(await told).toEqual({ error: rejection })
    await stand.settle()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('of a request that ignores its signal does not store an older token', async () => {
    const responders: ((token: string) => void)[] = []
    const fetchToken = () =>
      new Promise<AccessTokenGrant>((resolve) => {
        responders.push((access_token) => resolve({ access_token, expired_time: start + twoHours }))
      })
    const giveUps: (() => void)[] = []
    const setTimer = (callback: () => void) => {
      giveUps.push(callback)
      return () => undefined
    }
    const { token } = createTokenSource({ clock: () => start, fetchToken, setTimer })
    const controller = new AbortController()
    const gone = catchOutcome(token({ signal: controller.signal }))
    controller.abort()
    await gone
    for (const giveUp of giveUps) giveUp()
    const next = token()
    await createStage().settle()
    responders[1]?.('new')
    expect(await next).toBe('new')
    responders[0]?.('old')
    await createStage().settle()
    expect(await token()).toBe('new')
  })

  test('before the call starts no request', async () => {
    const stand = createStage()
    expect(await catchOutcome(stand.token({ signal: AbortSignal.abort(rejection) }))).toEqual({
      error: rejection,
    })
    await stand.settle()
    expect(stand.state.asked).toBe(0)
  })

  test('does not end a renewal in the background', async () => {
    const { token, state, signals, settle: settled, grant } = await createGrantedStage()
    state.now += twoHours - 10_000
    await token()
    state.now += 9000
    const controller = new AbortController()
    const gone = catchOutcome(token({ signal: controller.signal }))
    await settled()
    controller.abort()
    await gone
    expect(signals[1]?.aborted).toBe(false)
    const second = await grant()
    expect([await token(), state.asked]).toEqual([second, 2])
  })

  test('after the token arrived changes nothing', async () => {
    const stand = createStage()
    const controller = new AbortController()
    const got = stand.token({ signal: controller.signal })
    const token = await stand.grant()
    controller.abort()
    expect([await got, await stand.token()]).toEqual([token, token])
  })
})

test('a source is two functions', () => {
  expectTypeOf(createTokenSource).returns.toEqualTypeOf<TokenSource>()
  expectTypeOf<TokenSource['token']>().returns.toEqualTypeOf<Promise<string>>()
  // @ts-expect-error a source needs fetchToken
  expectTypeOf(createTokenSource).toBeCallableWith({ clock: () => 0 })
})
