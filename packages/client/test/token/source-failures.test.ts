import { inspect } from 'node:util'

import type { AccessTokenGrant } from '@custody-wallet/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createTokenSource } from '../../src/token/source.ts'
import { failRequests, createGrantedStage, catchOutcome, rejection, createStage, start, twoHours } from './stage.ts'

describe('a failure', () => {
  test('reaches all callers, after one request', async () => {
    const stand = createStage()
    const callers = Array.from({ length: 1000 }, () => catchOutcome(stand.token()))
    await stand.fail()
    const told = await Promise.all(callers)
    expect(told.filter((each) => Object.is(Object(each).error, rejection))).toHaveLength(1000)
    expect(stand.state.asked).toBe(1)
  })

  test('is thrown to all callers for a second', async () => {
    const stand = createStage()
    await failRequests(stand)
    stand.state.now += 999
    expect(await catchOutcome(stand.token())).toEqual({ error: rejection })
    expect(stand.state.asked).toBe(1)
    stand.state.now += 1
    const next = stand.token()
    expect(await stand.grant()).toBe(await next)
  })

  test('doubles the wait with each consecutive rejection, up to a minute, until a token is granted', async () => {
    const stand = createStage()
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      expect(await failRequests(stand)).toEqual({ error: rejection })
      const { asked } = stand.state
      stand.state.now += pause - 1
      expect(await catchOutcome(stand.token())).toEqual({ error: rejection })
      expect(stand.state.asked).toBe(asked)
      stand.state.now += 1
    }
    const good = stand.token()
    stand.invalidate(await stand.grant())
    await good
    stand.state.now += 1000
    await failRequests(stand)
    stand.state.now += 1000
    const next = stand.token()
    expect(await stand.grant()).toBe(await next)
  })

  test('of the transport waits for a second each time', async () => {
    const stand = createStage()
    const broken = new Error('broken')
    for (let count = 0; count < 5; count += 1) {
      expect(await failRequests(stand, broken)).toEqual({ error: broken })
      stand.state.now += 1000
    }
    expect(stand.state.asked).toBe(5)
  })

  test('in the background does not affect callers while the old token lasts', async () => {
    const { token, state, fail, first, settle: settled } = await createGrantedStage()
    state.now += twoHours - 300_000
    await token()
    await fail()
    expect(await Promise.all([token(), token()])).toEqual([first, first])
    await settled()
    expect(state.asked).toBe(2)
    state.now += 1000
    await token()
    await fail()
    expect(state.asked).toBe(3)
    state.now += 1999
    expect([await token(), await settled(), state.asked]).toEqual([first, undefined, 3])
  })

  test('that is thrown synchronously also counts', async () => {
    const fetchToken = (): Promise<AccessTokenGrant> => {
      throw rejection
    }
    const { token } = createTokenSource({ clock: () => start, fetchToken })
    expect(await catchOutcome(token())).toEqual({ error: rejection })
    expect(await catchOutcome(token())).toEqual({ error: rejection })
  })

  test('does not wait longer when the clock is set back', async () => {
    const stand = createStage()
    await failRequests(stand)
    stand.state.now -= 3_600_000
    const next = stand.token()
    expect(await stand.grant()).toBe(await next)
  })
})

describe('a rejected token', () => {
  test('is replaced', async () => {
    const { token, state, grant, invalidate, first } = await createGrantedStage()
    state.now += 1000
    invalidate(first)
    const next = token()
    const second = await grant()
    expect(await next).toBe(second)
  })

  test('that was already replaced does not affect the new one', async () => {
    const { token, state, grant, invalidate, first } = await createGrantedStage()
    state.now += 1000
    invalidate(first)
    const next = token()
    await grant()
    invalidate(first)
    expect([await token(), state.asked]).toEqual([await next, 2])
  })

  test('does not cause a third request while its successor is requested', async () => {
    const { token, state, grant, invalidate, first, settle: settled } = await createGrantedStage()
    state.now += twoHours - 1000 * 60
    await token()
    invalidate(first)
    const callers = [token(), token()]
    await settled()
    expect(state.asked).toBe(2)
    const second = await grant()
    expect(await Promise.all(callers)).toEqual([second, second])
  })

  test('that is new and about to expire leaves its successor to waiting callers', async () => {
    const { token, state, grant, invalidate, first } = await createGrantedStage(1000)
    state.now += 900
    await token()
    invalidate(first)
    const next = token()
    const second = await grant()
    expect([await next, state.asked]).toEqual([second, 2])
  })

  test('that is new does not cause more than one request a second', async () => {
    const { token, state, invalidate, first, settle: settled } = await createGrantedStage()
    invalidate(first)
    const told = { error: { code: 'TOKEN_HELD_BACK', operation: 'getToken' } }
    expect(await catchOutcome(token())).toMatchObject(told)
    state.now += 999
    expect(await catchOutcome(token())).toMatchObject(told)
    expect(inspect(await catchOutcome(token()))).not.toContain('canary')
    await settled()
    expect(state.asked).toBe(1)
  })

  test('does not shorten the wait after a rejection', async () => {
    const { token, state, fail, invalidate, first } = await createGrantedStage()
    state.now += twoHours - 300_000
    await token()
    await fail()
    state.now += 1000
    await token()
    await fail()
    invalidate(first)
    state.now += 1999
    expect(await catchOutcome(token())).toEqual({ error: rejection })
    expect(state.asked).toBe(3)
  })
})

test('no caller gets an expired token, and no two requests overlap, in any sequence of events', async () => {
  const step = fc.record({
    wait: fc.oneof(fc.nat(2000), fc.nat(twoHours)),
    response: fc.constantFrom('grant', 'short grant', 'fail', 'reject', 'nothing'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const ends = new Map<string, number>()
      const open = new Set<(response: string) => void>()
      let now = start
      const fetchToken = (): Promise<AccessTokenGrant> =>
        new Promise((resolve, reject) => {
          const settle = (response: string): void => {
            open.delete(settle)
            const grant = {
              access_token: `t${ends.size}`,
              expired_time: now + (response === 'grant' ? twoHours : 3000),
            }
            ends.set(grant.access_token, grant.expired_time)
            if (response === 'fail') reject(rejection)
            else resolve(grant)
          }
          open.add(settle)
        })
      const source = createTokenSource({ clock: () => now, fetchToken })
      let held = ''
      const outcomes: Promise<boolean>[] = []
      for (const { wait, response } of steps) {
        now += wait
        const got = source.token().then(
          (token) => {
            held = token
            return now < (ends.get(token) ?? 0)
          },
          (error: unknown) => error instanceof Error,
        )
        outcomes.push(got)
        await new Promise((resolve) => setImmediate(resolve))
        expect(open.size).toBeLessThanOrEqual(1)
        if (response === 'reject') source.invalidate(held)
        else if (response !== 'nothing') for (const settle of open) settle(response)
        await new Promise((resolve) => setImmediate(resolve))
      }
      for (const settle of open) settle('fail')
      expect(await Promise.all(outcomes)).not.toContain(false)
    }),
    { numRuns: 60 },
  )
})
