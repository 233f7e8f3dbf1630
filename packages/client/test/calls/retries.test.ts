import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { computeWait } from '../../src/calls/pipeline.ts'
import { parseRetryAfter } from '../../src/calls/send.ts'
import { TransportError } from '../../src/errors/errors.ts'
import type { CustodyOptions } from '../../src/index.ts'
import { createCalls } from '../support/calls.ts'
import { catchFailure } from '../support/failures.ts'
import { operationIds } from '../support/samples.ts'
import { createClient, type Fetch, createProfile, createService } from '../support/service.ts'
import { createTimers } from '../support/timers.ts'

const createBusyResponse = (headers: Record<string, string> = {}) => new Response(null, { status: 503, headers })
const cancellation = { symbol: 'BTC', trans_id: 1, msg: 'mistake' }
const lookup = { uid: 10_042, symbol: 'BTC' }

/** A service that fails a number of times, a client that does not wait, and the sent requests. */
function createFailingClient(times: number, fail: () => Response, options: Partial<CustodyOptions> = {}) {
  const service = createService('modern')
  const sent: string[] = []
  const waits: number[] = []
  const fetch: Fetch = async (url, init) => {
    const body = await new Response(init.body).text()
    sent.push(`${url} ${body}`)
    return sent.length > times ? service(url, { ...init, body: body || null }) : fail()
  }
  const timers = createTimers((milliseconds) => {
    waits.push(milliseconds)
    return milliseconds < 30_000
  })
  const custody = createClient('modern', { fetch, random: () => 0.5, setTimer: timers, ...options })
  return { custody, sent, waits }
}

describe('a call that is safe to retry', () => {
  test('is retried after a transport failure, with waits that double', async () => {
    const { custody, sent, waits } = createFailingClient(2, createBusyResponse)
    await custody.accounts.get(lookup)
    expect(sent).toHaveLength(3)
    expect(waits).toEqual([30_000, 100, 200])
  })

  test('is retried with the same bytes, so that receivers recognize the duplicate', async () => {
    const { custody, sent } = createFailingClient(2, createBusyResponse)
    await createCalls(custody).notifyDeposit()
    expect(sent).toHaveLength(3)
    expect(sent[0]).toContain('"app_id"')
    expect(new Set(sent).size).toBe(1)
  })

  test('fails after the last attempt', async () => {
    const { custody, sent } = createFailingClient(9, createBusyResponse)
    const error = await catchFailure(custody.accounts.get(lookup))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', retryable: true, context: { status: 503 } })
    expect(sent).toHaveLength(3)
  })

  test.each(['2', new Date(1_767_225_602_000).toUTCString()])(
    'waits for the time of Retry-After: %s',
    async (later) => {
      const clock = () => 1_767_225_600_000
      const { custody, waits } = createFailingClient(1, () => createBusyResponse({ 'retry-after': later }), {
        clock,
      })
      await custody.accounts.get(lookup)
      expect(waits).toEqual([30_000, 2000])
    },
  )

  test('fails immediately if Retry-After is later than the timeout', async () => {
    const { custody, sent } = createFailingClient(1, () => createBusyResponse({ 'retry-after': '60' }))
    const error = await catchFailure(custody.accounts.get(lookup))
    expect(error.context).toMatchObject({ status: 503, retryAfter: 60_000 })
    expect(sent).toHaveLength(1)
  })
})

describe('is never retried', () => {
  test.each(operationIds.filter((id) => id === 'notifyInternal' || id === 'registerAddresses'))('%s', async (id) => {
    const { custody, sent } = createFailingClient(1, createBusyResponse)
    expect(await catchFailure(createCalls(custody)[id]())).toMatchObject({ retryable: false })
    expect(sent).toHaveLength(1)
  })

  test('a cancellation is retried if the profile allows it', async () => {
    const [may, never] = (['idempotent', 'never'] as const).map((cancelWithdrawal) =>
      createFailingClient(1, createBusyResponse, {
        profile: createProfile('modern', 'shop', { retry: { cancelWithdrawal } }),
      }),
    )
    await may?.custody.withdrawals.cancel(cancellation)
    expect(may?.sent).toHaveLength(2)
    await expect(never?.custody.withdrawals.cancel(cancellation)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      retryable: false,
      context: { status: 503 },
    })
    expect(never?.sent).toHaveLength(1)
  })

  test.each([
    ['a rejection of HTTP', () => new Response(null, { status: 403 })],
    ['a response of the service', () => Response.json({ code: '100001', msg: '' })],
    ['something unreadable', () => new Response('<html>')],
  ])('a call that failed with %s', async (_name, fail) => {
    const { custody, sent } = createFailingClient(1, fail)
    await catchFailure(custody.accounts.get(lookup))
    expect(sent).toHaveLength(1)
  })
})

test('retries stay a small part of all calls', async () => {
  const { custody, sent } = createFailingClient(1e9, createBusyResponse, { attempts: 2 })
  for (let call = 0; call < 100; call += 1) await catchFailure(custody.accounts.get(lookup))
  expect(sent.length - 100).toBeGreaterThanOrEqual(10)
  expect(sent.length - 100).toBeLessThanOrEqual(20)
})

test('waits are random up to a limit that doubles to five seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, at) => {
      const policy = { attempts: 99, random: () => at, getRetry: (): 'safe' => 'safe' }
      const wait = computeWait(new TransportError('CONNECTION_FAILED', 'getAccount'), attempt, policy)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(Math.min(5000, 200 * 2 ** (attempt - 1)))
    }),
  )
})

test.each(['99999999999', '9'.repeat(30)])('a Retry-After of %s seconds ends the call immediately', async (later) => {
  const { custody, sent } = createFailingClient(1, () => createBusyResponse({ 'retry-after': later }))
  const error = await catchFailure(custody.accounts.get(lookup))
  expect(error.context).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
  expect([sent.length, Number.isSafeInteger(parseRetryAfter(later, 0))]).toEqual([1, true])
})

test.each(['', 'soon', '-1', '1.5x'])('a Retry-After of "%s" is ignored', (header) => {
  expect(parseRetryAfter(header, 0)).toBeUndefined()
})
