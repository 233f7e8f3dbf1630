// Errors of calls that are not safe to retry.
import { describe, expect, test } from 'vitest'

import type { Custody, CustodyOptions } from '../../src/index.ts'
import { consume, memoryDedupe } from '../../src/workflows/index.ts'
import { catchFailure } from '../support/failures.ts'
import { createClient, type Fetch, createProfile, createService } from '../support/service.ts'
import { endOnceSent } from '../support/timers.ts'

const profile = createProfile('modern', 'shop', {
  consume: 'destructive',
  retry: { cancelWithdrawal: 'never' },
})

/** A client whose first response is lost, and the number of its requests. */
function createLosingClient(respond: Fetch, options: Partial<CustodyOptions> = {}) {
  const service = createService('modern')
  const state = { asked: 0 }
  const custody = createClient('modern', {
    profile,
    fetch: async (url, init) => {
      state.asked += 1
      return state.asked > 1 ? service(url, init) : respond(url, init)
    },
    random: () => 0,
    ...options,
  })
  return { custody, state }
}

const failToConnect = async () => Promise.reject(new TypeError('fetch failed'))
const pull = ({ withdrawals }: Custody) => withdrawals.pull({ symbol: 'BTC' })

describe('a destructive pull', () => {
  test.each([
    ['a lost response', 'CONNECTION_FAILED', failToConnect],
    ['a busy server', 'HTTP_STATUS', async () => new Response(null, { status: 503 })],
    ['a page of HTML', 'RESPONSE_UNREADABLE', async () => new Response('<html>')],
    ['a response that does not open', 'ENVELOPE_REJECTED', async () => Response.json({ code: 0 })],
    ['an endless wait', 'TIMEOUT', async () => new Promise<never>(() => undefined)],
  ])('is not retried after %s, and the error says what to do', async (_name, code, respond) => {
    const { fetch, setTimer } = endOnceSent(respond)
    const { custody, state } =
      code === 'TIMEOUT' ? createLosingClient(fetch, { setTimer }) : createLosingClient(respond)
    const error = await catchFailure(pull(custody))
    expect(error).toMatchObject({ code, retryable: false })
    expect(error.message).toMatch(/another pull does not return them.*before you pull again\. /)
    expect(error.message.endsWith(` ${error.next}`)).toBe(true)
    expect(state.asked).toBe(1)
  })

  test('that was not sent is not retryable, and its error mentions no doubt', async () => {
    const { custody } = createLosingClient(async () => new Promise<never>(() => undefined), {
      concurrency: 1,
      queue: 0,
    })
    pull(custody).catch(() => undefined)
    const error = await catchFailure(pull(custody))
    expect(error).toMatchObject({ code: 'OVERLOADED', retryable: false })
    expect(error.message).not.toContain('pull again')
  })
})

test('consume reads from the client that a pull is destructive, and never pulls', async () => {
  const { custody, state } = createLosingClient(failToConnect)
  const options = { symbol: 'BTC', store: memoryDedupe(), handOff: () => undefined, once: true }
  await expect(consume(custody, options)).rejects.toMatchObject({ code: 'PULL_DESTRUCTIVE' })
  expect(state.asked).toBe(0)
})

test('a pull that changes nothing is retried', async () => {
  const { custody, state } = createLosingClient(failToConnect, { profile: createProfile('modern') })
  expect(await pull(custody)).toHaveLength(2)
  expect(state.asked).toBe(2)
})

const notification = {
  address_from: '',
  address_to: 'bc1q',
  txid: '4d1f',
  amount: '1',
  fee: '0.1',
  confirm: 1,
  symbol: 'BTC',
  balance: '1',
  memo: '',
} as const

test.each([
  ['addresses.register', /Compare addresses\.available/],
  ['notifications.internal', /Ask the service before you send it again/],
  ['withdrawals.cancel', /Read its status/],
])('the error of %s says what to do before a retry', async (name, advice) => {
  const { custody, state } = createLosingClient(failToConnect)
  const { addresses, notifications, withdrawals } = custody
  const call = {
    'addresses.register': () => addresses.register({ symbol: 'BTC', addresses: ['bc1q'], memo: false }),
    'notifications.internal': () => notifications.internal(notification),
    'withdrawals.cancel': () => withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'mistake' }),
  }[name]
  const error = await catchFailure(call?.() ?? Promise.resolve())
  expect(error).toMatchObject({ code: 'CONNECTION_FAILED', retryable: false })
  expect(error.message).toMatch(advice)
  expect(state.asked).toBe(1)
})

test.each([
  ['a failed token call', async () => new Response(null, { status: 503 }), 'HTTP_STATUS'],
  ['a lost token', failToConnect, 'CONNECTION_FAILED'],
])('%s leaves no call in doubt, so its error is unchanged', async (_name, respond, code) => {
  const attaching = createProfile('modern', 'shop', {
    consume: 'destructive',
    token: { attach: 'Access-Token' },
  })
  const { custody } = createLosingClient(respond, { profile: attaching, apiKey: 'key', attempts: 1 })
  const error = await catchFailure(pull(custody))
  expect(error).toMatchObject({ code, operation: 'getToken', retryable: true })
})
