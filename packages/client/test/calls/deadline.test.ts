import { describe, expect, test } from 'vitest'

import type { CallReport } from '../../src/index.ts'
import { plain } from '../../src/plain.ts'
import { failureOf } from '../support/failures.ts'
import { address, clientOf, type Fetch } from '../support/service.ts'
import { endingOnceSent, handTimers } from '../support/timers.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }
const never: Fetch = () => new Promise(() => undefined)
const trickling = async () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        controller.enqueue(new Uint8Array([32]))
      },
    }),
  )
const stalled = async () => new Response(new ReadableStream())

describe('a call ends in time', () => {
  test.each<[string, Fetch]>([
    ['what sends takes no notice of a signal', never],
    ['the body stops in its midst', stalled],
    ['the body comes byte by byte', trickling],
  ])('even if %s', async (_name, fetch) => {
    const error = await failureOf(clientOf('modern', endingOnceSent(fetch)).accounts.get(lookup))
    expect(error).toMatchObject({ name: 'TransportError', code: 'TIMEOUT', operation: 'getAccount' })
  })

  test('and the timeout of the call overrides that of the client', async () => {
    const asked: number[] = []
    const setTimer = handTimers((milliseconds) => asked.push(milliseconds) > 0)
    const { accounts } = clientOf('modern', { fetch: never, setTimer, timeout: 7 })
    await failureOf(accounts.get(lookup))
    await failureOf(accounts.get(lookup, { timeout: 5 }))
    expect(asked).toEqual([7, 5])
  })

  test.each([0, -1, Number.NaN, 2 ** 31])('and %d is not a timeout', async (timeout) => {
    expect(() => plain({ url: address, timeout })).toThrow('timeout must be')
    await expect(plain({ url: address }).accounts.get(lookup, { timeout })).rejects.toThrow(TypeError)
  })

  test('while it waits for a place', async () => {
    const { accounts } = clientOf('modern', {
      fetch: never,
      concurrency: 1,
      setTimer: handTimers((ms) => ms === 1),
    })
    const first = accounts.get(lookup)
    expect(await failureOf(accounts.get(lookup, { timeout: 1 }))).toMatchObject({ code: 'TIMEOUT' })
    void first.catch(() => undefined)
  })

  test('while it waits for its next attempt', async () => {
    const setTimer = handTimers((milliseconds) => milliseconds === 30_000)
    const fetch = async () => new Response(null, { status: 503 })
    const { accounts } = clientOf('modern', { fetch, setTimer, random: () => 1 })
    expect(await failureOf(accounts.get(lookup))).toMatchObject({ code: 'TIMEOUT' })
  })
})

test('an answer that arrives after the timeout is not read', async () => {
  let cancelled = false
  let answer: (response: Response) => void = () => undefined
  const fetch: Fetch = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  await failureOf(clientOf('modern', endingOnceSent(fetch)).accounts.get(lookup))
  const cancel = () => {
    cancelled = true
  }
  answer(new Response(new ReadableStream({ cancel })))
  await new Promise((resolve) => setImmediate(resolve))
  expect(cancelled).toBe(true)
})

describe('an aborted signal', () => {
  test('before the call sends nothing', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return new Response()
    }
    const signal = AbortSignal.abort()
    expect(await failureOf(clientOf('modern', { fetch }).accounts.get(lookup, { signal }))).toMatchObject({
      code: 'ABORTED',
    })
    expect(await failureOf(plain({ url: address, fetch }).accounts.get(lookup, { signal }))).toMatchObject({
      code: 'ABORTED',
    })
    expect(asked).toBe(0)
  })

  test('during the call ends the attempt, and no other follows', async () => {
    const controller = new AbortController()
    const reports: CallReport[] = []
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        controller.abort()
      })
    const { accounts } = clientOf('modern', { fetch, onCall: (report) => reports.push(report) })
    const error = await failureOf(accounts.get(lookup, { signal: controller.signal }))
    expect(error).toMatchObject({ code: 'ABORTED', retryable: false })
    expect(reports).toMatchObject([{ operation: 'getAccount', attempt: 1, outcome: 'ABORTED' }])
  })

  test('leaves no listener behind', async () => {
    const { signal } = new AbortController()
    let listening = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    const counted = Object.assign(signal, {
      addEventListener: (...given: Parameters<typeof add>) => {
        listening += 1
        add(...given)
      },
      removeEventListener: (...given: Parameters<typeof remove>) => {
        listening -= 1
        remove(...given)
      },
    })
    await clientOf('modern').accounts.get(lookup, { signal: counted })
    expect(listening).toBe(0)
  })
})
