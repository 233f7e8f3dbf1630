// A service that responds on demand, and a clock that the test moves.
import type { AccessTokenGrant } from '@custody-wallet/types'
import { expect } from 'vitest'

import { createTokenSource } from '../../src/token/source.ts'

export const start = 1_767_225_600_000
export const twoHours = 7_200_000
export const rejection = new Error('rejected')

export function createStage(isRejection?: (error: unknown) => boolean) {
  const state = { now: start, asked: 0, given: 0 }
  const open: { resolve: (grant: AccessTokenGrant) => void; reject: (error: unknown) => void }[] = []
  const signals: (AbortSignal | undefined)[] = []
  const timers = new Set<() => void>()
  const source = createTokenSource({
    clock: () => state.now,
    fetchToken: (signal) => {
      state.asked += 1
      signals.push(signal)
      return new Promise((resolve, reject) => {
        open.push({ resolve, reject })
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    },
    setTimer: (callback) => {
      timers.add(callback)
      return () => timers.delete(callback)
    },
    ...(isRejection && { isRejection }),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...source,
    state,
    signals,
    settle,
    /** Runs every timer. */
    lapse: () => timers.forEach((callback) => timers.delete(callback) && callback()),
    timers,
    grant: async (life = twoHours): Promise<string> => {
      await settle()
      state.given += 1
      const access_token = `canary-${state.given}`
      open.shift()?.resolve({ access_token, expired_time: state.now + life })
      await settle()
      return access_token
    },
    fail: async (error: unknown = rejection): Promise<void> => {
      await settle()
      open.shift()?.reject(error)
      await settle()
    },
  }
}

/** Catches the outcome of a promise now, so that a rejection is handled before the test reads it. */
export const catchOutcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => ({ error }))

export async function createGrantedStage(life = twoHours) {
  const stand = createStage()
  const first = stand.token()
  const token = await stand.grant(life)
  expect(await first).toBe(token)
  return { ...stand, first: token }
}

/** Lets one caller fail, and returns its error. */
export async function failRequests(
  stand: ReturnType<typeof createStage>,
  error: unknown = rejection,
): Promise<unknown> {
  const told = catchOutcome(stand.token())
  await stand.fail(error)
  return told
}
