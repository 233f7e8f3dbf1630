import { describe, expect, test } from 'vitest'

import type { CallReport } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { address, createClient, createProfile, type Fetch } from '../support/service.ts'
import { endOnceSent, createTimers } from '../support/timers.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }
const attached = { token: { attach: 'Access-Token' } } as const
const hang: Fetch = () => new Promise(() => undefined)
const createTricklingResponse = async () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        controller.enqueue(new Uint8Array([32]))
      },
    }),
  )
const createStalledResponse = async () => new Response(new ReadableStream())

describe('a call ends in time', () => {
  test.each<[string, Fetch]>([
    ['what sends takes no notice of a signal', hang],
    ['the body stops in its midst', createStalledResponse],
    ['the body comes byte by byte', createTricklingResponse],
  ])('even if %s', async (_name, fetch) => {
    const error = await catchFailure(createClient('modern', endOnceSent(fetch)).accounts.get(lookup))
    expect(error).toMatchObject({ name: 'TransportError', code: 'TIMEOUT', operation: 'getAccount' })
  })

  test('and the timeout of the call overrides that of the client', async () => {
    const asked: number[] = []
    const setTimer = createTimers((milliseconds) => asked.push(milliseconds) > 0)
    const { accounts } = createClient('modern', { fetch: hang, setTimer, timeout: 7 })
    await catchFailure(accounts.get(lookup))
    await catchFailure(accounts.get(lookup, { timeout: 5 }))
    expect(asked).toEqual([7, 5])
  })

  test.each([0, -1, Number.NaN, 2 ** 31])('and %d is not a timeout', async (timeout) => {
    expect(() => createPlainClient({ url: address, timeout })).toThrow('timeout must be')
    await expect(createPlainClient({ url: address }).accounts.get(lookup, { timeout })).rejects.toThrow(TypeError)
  })

  test('while it waits for a place', async () => {
    const { accounts } = createClient('modern', {
      fetch: hang,
      concurrency: 1,
      setTimer: createTimers((ms) => ms === 1),
    })
    const first = accounts.get(lookup)
    expect(await catchFailure(accounts.get(lookup, { timeout: 1 }))).toMatchObject({ code: 'TIMEOUT' })
    void first.catch(() => undefined)
  })

  test.each([
    ['safe to retry', createProfile('modern', 'shop', attached), true],
    ['not safe to retry', createProfile('modern', 'shop', { ...attached, consume: 'destructive' }), false],
  ])(
    'while it waits for the token call, which the error of a call that is %s names',
    async (_name, profile, isRetryable) => {
      const { withdrawals } = createClient('modern', { profile, ...endOnceSent(hang) })
      const error = await catchFailure(withdrawals.pull({ symbol: 'BTC' }))
      expect(error).toMatchObject({ code: 'TIMEOUT', operation: 'pullWithdrawals', retryable: isRetryable })
      expect(error.message).toMatch(/: it was not sent, because .* token call \(getToken\) took too long\. Check/)
    },
  )

  test('while it waits for its next attempt', async () => {
    const setTimer = createTimers((milliseconds) => milliseconds === 30_000)
    const fetch = async () => new Response(null, { status: 503 })
    const { accounts } = createClient('modern', { fetch, setTimer, random: () => 1 })
    expect(await catchFailure(accounts.get(lookup))).toMatchObject({ code: 'TIMEOUT' })
  })
})

test('a response that arrives after the timeout is not read', async () => {
  let isCancelled = false
  let respond: (response: Response) => void = () => undefined
  const fetch: Fetch = () =>
    new Promise((resolve) => {
      respond = resolve
    })
  await catchFailure(createClient('modern', endOnceSent(fetch)).accounts.get(lookup))
  const cancel = () => {
    isCancelled = true
  }
  respond(new Response(new ReadableStream({ cancel })))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isCancelled).toBe(true)
})

describe('an aborted signal', () => {
  test('before the call sends nothing', async () => {
    let asked = 0
    const fetch: Fetch = async () => {
      asked += 1
      return new Response()
    }
    const signal = AbortSignal.abort()
    expect(await catchFailure(createClient('modern', { fetch }).accounts.get(lookup, { signal }))).toMatchObject({
      code: 'ABORTED',
    })
    expect(
      await catchFailure(createPlainClient({ url: address, fetch }).accounts.get(lookup, { signal })),
    ).toMatchObject({
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
    const { accounts } = createClient('modern', { fetch, onCall: (report) => reports.push(report) })
    const error = await catchFailure(accounts.get(lookup, { signal: controller.signal }))
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
    await createClient('modern').accounts.get(lookup, { signal: counted })
    expect(listening).toBe(0)
  })
})
