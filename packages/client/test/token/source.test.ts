import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { type TokenSource, createTokenSource } from '../../src/token/source.ts'
import { createGrantedStage, catchOutcome, createStage, start, twoHours } from './stage.ts'

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

test('a source is two functions', () => {
  expectTypeOf(createTokenSource).returns.toEqualTypeOf<TokenSource>()
  expectTypeOf<TokenSource['token']>().returns.toEqualTypeOf<Promise<string>>()
  // @ts-expect-error a source needs fetchToken
  expectTypeOf(createTokenSource).toBeCallableWith({ clock: () => 0 })
})
