import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { semaphoreOf } from '../../src/calls/semaphore.ts'
import { plain } from '../../src/plain.ts'
import { failureOf } from '../support/failures.ts'
import { answerOf } from '../support/samples.ts'
import { address } from '../support/service.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }

/** A service that answers when the test says so, and how many requests it has at a time. */
function slow() {
  const waiting: (() => void)[] = []
  let [now, most] = [0, 0]
  const fetch = async () => {
    most = Math.max(most, (now += 1))
    await new Promise<void>((resolve) => waiting.push(resolve))
    now -= 1
    return Response.json(answerOf('getAccount', 'typical'))
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const finish = async () => {
    for (await turn(); waiting.length > 0; await turn()) for (const answer of waiting.splice(0)) answer()
  }
  return { fetch, finish, turn, most: () => most }
}

describe('calls at a time', () => {
  test('never exceed the limit, and all are made', async () => {
    const service = slow()
    const { accounts } = plain({ url: address, fetch: service.fetch, concurrency: 3 })
    const calls = Array.from({ length: 20 }, () => accounts.get(lookup))
    await service.finish()
    expect(await Promise.all(calls)).toHaveLength(20)
    expect(service.most()).toBe(3)
  })

  test('beyond the queue fail at once', async () => {
    const service = slow()
    const { accounts } = plain({ url: address, fetch: service.fetch, concurrency: 1, queue: 1 })
    const calls = [accounts.get(lookup), accounts.get(lookup)]
    expect(await failureOf(accounts.get(lookup))).toMatchObject({ code: 'OVERLOADED', retryable: true })
    await service.finish()
    await Promise.all(calls)
  })

  test('that were aborted in the queue delay no other call', async () => {
    const service = slow()
    const { accounts } = plain({ url: address, fetch: service.fetch, concurrency: 1 })
    const controller = new AbortController()
    const [first, second, third] = [
      accounts.get(lookup),
      failureOf(accounts.get(lookup, { signal: controller.signal })),
      accounts.get(lookup),
    ]
    await service.turn()
    controller.abort()
    expect(await second).toMatchObject({ code: 'ABORTED' })
    await service.finish()
    expect(await Promise.all([first, third])).toHaveLength(2)
  })

  test('release their place when they fail', async () => {
    const { accounts } = plain({
      url: address,
      fetch: async () => new Response('<'),
      concurrency: 1,
      queue: 0,
    })
    await failureOf(accounts.get(lookup))
    expect(await failureOf(accounts.get(lookup))).toMatchObject({ code: 'ANSWER_UNREADABLE' })
  })
})

test('the places are never exceeded or lost, in whatever order calls come, leave and end', async () => {
  const scripts = fc.array(fc.constantFrom('take', 'leave', 'free'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), scripts, async (places, steps) => {
      const semaphore = semaphoreOf(places, 1000)
      const line = new Set<Promise<void>>()
      let inside = 0
      const enter = (turn: Promise<void>): void => {
        if (line.delete(turn)) inside += 1
      }
      const actions = {
        take() {
          const turn = semaphore.acquire()
          if (turn === undefined) inside += 1
          if (!(turn instanceof Promise)) return
          line.add(turn)
          void turn.then(() => enter(turn))
        },
        leave() {
          const [turn] = line
          if (!turn) return
          line.delete(turn)
          semaphore.cancel(turn)
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
        expect(inside).toBeLessThanOrEqual(places)
        expect(line.size === 0 || inside === places).toBe(true)
      }
    }),
  )
})
