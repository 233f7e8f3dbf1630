// A service that responds on demand, and a clock that the test moves.
import type { AccessTokenGrant } from '@custody-wallet/types'
import { expect } from 'vitest'

import { ServiceError } from '../../src/errors/errors.ts'
import { createTokenSource } from '../../src/token/source.ts'

export const start = 1_767_225_600_000
export const twoHours = 7_200_000
export const rejection = new ServiceError('getToken', { serviceCode: '1003' }, 'transport')

export function createStage() {
  const state = { now: start, asked: 0, given: 0 }
  const open: { resolve: (grant: AccessTokenGrant) => void; reject: (error: unknown) => void }[] = []
  const source = createTokenSource({
    clock: () => state.now,
    fetchToken: () => {
      state.asked += 1
      return new Promise((resolve, reject) => open.push({ resolve, reject }))
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...source,
    state,
    settle,
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
