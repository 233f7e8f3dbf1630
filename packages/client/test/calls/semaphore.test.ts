import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createSemaphore } from '../../src/calls/semaphore.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { getSampleResponse } from '../support/samples.ts'
import { address } from '../support/service.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }

/** A service that responds on demand, and counts its concurrent requests. */
function createSlowService() {
  const pending: (() => void)[] = []
  let [now, most] = [0, 0]
  const fetch = async () => {
    most = Math.max(most, (now += 1))
    await new Promise<void>((resolve) => pending.push(resolve))
    now -= 1
    return Response.json(getSampleResponse('getAccount', 'typical'))
  }
  const waitTurn = () => new Promise((resolve) => setImmediate(resolve))
  const finish = async () => {
    for (await waitTurn(); pending.length > 0; await waitTurn()) for (const respond of pending.splice(0)) respond()
  }
  return { fetch, finish, waitTurn, countMost: () => most }
}

describe('concurrent calls', () => {
  test('never exceed the limit, and all succeed', async () => {
    const service = createSlowService()
    const { accounts } = createPlainClient({ url: address, fetch: service.fetch, concurrency: 3 })
    const calls = Array.from({ length: 20 }, () => accounts.get(lookup))
    await service.finish()
    expect(await Promise.all(calls)).toHaveLength(20)
    expect(service.countMost()).toBe(3)
  })

  test('fail immediately when the queue is full', async () => {
    const service = createSlowService()
    const { accounts } = createPlainClient({ url: address, fetch: service.fetch, concurrency: 1, queue: 1 })
    const calls = [accounts.get(lookup), accounts.get(lookup)]
    expect(await catchFailure(accounts.get(lookup))).toMatchObject({ code: 'OVERLOADED', retryable: true })
    await service.finish()
    await Promise.all(calls)
  })

  test('that are aborted in the queue do not delay others', async () => {
    const service = createSlowService()
    const { accounts } = createPlainClient({ url: address, fetch: service.fetch, concurrency: 1 })
    const controller = new AbortController()
    const [first, second, third] = [
      accounts.get(lookup),
      catchFailure(accounts.get(lookup, { signal: controller.signal })),
      accounts.get(lookup),
    ]
    await service.waitTurn()
    controller.abort()
    expect(await second).toMatchObject({ code: 'ABORTED' })
    await service.finish()
    expect(await Promise.all([first, third])).toHaveLength(2)
  })

  test('release their slot when they fail', async () => {
    const { accounts } = createPlainClient({
      url: address,
      fetch: async () => new Response('<'),
      concurrency: 1,
      queue: 0,
    })
    await catchFailure(accounts.get(lookup))
    expect(await catchFailure(accounts.get(lookup))).toMatchObject({ code: 'RESPONSE_UNREADABLE' })
  })
})

test('slots are never exceeded or lost, in any order of arrivals, aborts and ends', async () => {
  const scripts = fc.array(fc.constantFrom('take', 'leave', 'free'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), scripts, async (concurrency, steps) => {
      const semaphore = createSemaphore(concurrency, 1000)
      const line = new Set<Promise<void>>()
      let inside = 0
      const enter = (waitTurn: Promise<void>): void => {
        if (line.delete(waitTurn)) inside += 1
      }
      const actions = {
        take() {
          const waitTurn = semaphore.acquire()
          if (waitTurn === undefined) inside += 1
          if (!(waitTurn instanceof Promise)) return
          line.add(waitTurn)
          void waitTurn.then(() => enter(waitTurn))
        },
        leave() {
          const [waitTurn] = line
          if (!waitTurn) return
          line.delete(waitTurn)
          semaphore.cancel(waitTurn)
        },
        free() {
          if (inside === 0) return
          inside -= 1
          semaphore.release()
        },
      }
      for (const step of steps) {
        actions[step]()
        await Promise.resolve()
        await Promise.resolve()
        expect(inside).toBeLessThanOrEqual(concurrency)
        expect(line.size === 0 || inside === concurrency).toBe(true)
      }
    }),
  )
})
