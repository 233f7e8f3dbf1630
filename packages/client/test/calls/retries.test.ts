import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { waitAfter } from '../../src/calls/pipeline.ts'
import { retryAfterOf } from '../../src/calls/send.ts'
import { TransportError } from '../../src/errors/errors.ts'
import type { CustodyOptions } from '../../src/index.ts'
import { everyCall } from '../support/calls.ts'
import { failureOf } from '../support/failures.ts'
import { operationIds } from '../support/samples.ts'
import { clientOf, type Fetch, profileOf, serviceOf } from '../support/service.ts'
import { handTimers } from '../support/timers.ts'

const busy = (headers: Record<string, string> = {}) => new Response(null, { status: 503, headers })
const cancellation = { symbol: 'BTC', trans_id: 1, msg: 'mistake' }
const lookup = { uid: 10_042, symbol: 'BTC' }

/** A service that fails so often before it answers, a client that does not wait, and what was sent. */
function failing(times: number, fail: () => Response, options: Partial<CustodyOptions> = {}) {
  const service = serviceOf('modern')
  const sent: string[] = []
  const waits: number[] = []
  const fetch: Fetch = async (url, init) => {
    const body = await new Response(init.body).text()
    sent.push(`${url} ${body}`)
    return sent.length > times ? service(url, { ...init, body: body || null }) : fail()
  }
  const timers = handTimers((milliseconds) => {
    waits.push(milliseconds)
    return milliseconds < 30_000
  })
  const custody = clientOf('modern', { fetch, random: () => 0.5, setTimer: timers, ...options })
  return { custody, sent, waits }
}

describe('a repeatable call', () => {
  test('is repeated after a transport failure, with waits that double', async () => {
    const { custody, sent, waits } = failing(2, busy)
    await custody.accounts.get(lookup)
    expect(sent).toHaveLength(3)
    expect(waits).toEqual([30_000, 100, 200])
  })

  test('is repeated with the same bytes, so that its receiver recognises it', async () => {
    const { custody, sent } = failing(2, busy)
    await everyCall(custody).notifyDeposit()
    expect(sent).toHaveLength(3)
    expect(sent[0]).toContain('"app_id"')
    expect(new Set(sent).size).toBe(1)
  })

  test('fails after the last attempt', async () => {
    const { custody, sent } = failing(9, busy)
    const error = await failureOf(custody.accounts.get(lookup))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', retryable: true, context: { status: 503 } })
    expect(sent).toHaveLength(3)
  })

  test.each(['2', new Date(1_767_225_602_000).toUTCString()])(
    'waits as Retry-After says: %s',
    async (later) => {
      const clock = () => 1_767_225_600_000
      const { custody, waits } = failing(1, () => busy({ 'retry-after': later }), { clock })
      await custody.accounts.get(lookup)
      expect(waits).toEqual([30_000, 2000])
    },
  )

  test('fails at once if Retry-After is later than the timeout', async () => {
    const { custody, sent } = failing(1, () => busy({ 'retry-after': '60' }))
    const error = await failureOf(custody.accounts.get(lookup))
    expect(error.context).toMatchObject({ status: 503, retryAfter: 60_000 })
    expect(sent).toHaveLength(1)
  })
})

describe('is never repeated', () => {
  test.each(operationIds.filter((id) => id === 'notifyInternal' || id === 'registerAddresses'))(
    '%s',
    async (id) => {
      const { custody, sent } = failing(1, busy)
      expect(await failureOf(everyCall(custody)[id]())).toMatchObject({ retryable: false })
      expect(sent).toHaveLength(1)
    },
  )

  test('a cancellation is repeated if the profile says so', async () => {
    const [may, never] = (['idempotent', 'never'] as const).map((cancelWithdrawal) =>
      failing(1, busy, { profile: profileOf('modern', 'shop', { retry: { cancelWithdrawal } }) }),
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
    ['a refusal of HTTP', () => new Response(null, { status: 403 })],
    ['an answer of the service', () => Response.json({ code: '100001', msg: '' })],
    ['something unreadable', () => new Response('<html>')],
  ])('what met %s', async (_name, fail) => {
    const { custody, sent } = failing(1, fail)
    await failureOf(custody.accounts.get(lookup))
    expect(sent).toHaveLength(1)
  })
})

test('retries stay a small part of all calls', async () => {
  const { custody, sent } = failing(1e9, busy, { attempts: 2 })
  for (let call = 0; call < 100; call += 1) await failureOf(custody.accounts.get(lookup))
  expect(sent.length - 100).toBeGreaterThanOrEqual(10)
  expect(sent.length - 100).toBeLessThanOrEqual(20)
})

test('waits are random up to a limit that doubles to five seconds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, at) => {
        const policy = { attempts: 99, random: () => at, retryOf: (): 'safe' => 'safe' }
        const wait = waitAfter(new TransportError('CONNECTION_FAILED', 'getAccount'), attempt, policy)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(Math.min(5000, 200 * 2 ** (attempt - 1)))
      },
    ),
  )
})

test.each(['99999999999', '9'.repeat(30)])(
  'a Retry-After of %s seconds is waited for by nobody',
  async (later) => {
    const { custody, sent } = failing(1, () => busy({ 'retry-after': later }))
    const error = await failureOf(custody.accounts.get(lookup))
    expect(error.context).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    expect([sent.length, Number.isSafeInteger(retryAfterOf(later, 0))]).toEqual([1, true])
  },
)

test.each(['', 'soon', '-1', '1.5x'])('a Retry-After of "%s" says nothing', (header) => {
  expect(retryAfterOf(header, 0)).toBeUndefined()
})
