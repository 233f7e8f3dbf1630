// Options of one call, and of a client with other defaults.
import { describe, expect, test } from 'vitest'

import type { CallOptions, CustodyOptions } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { withWorkflows } from '../../src/workflows/index.ts'
import { createCalls } from '../support/calls.ts'
import { catchFailure } from '../support/failures.ts'
import { address, createClient, type Fetch } from '../support/service.ts'
import { lookup, createPlatform } from '../token/platform.ts'

const account = '/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC'

/** Clients of a service that is down, and what they send. */
function createDown(options: Pick<CustodyOptions, 'headers'> = {}) {
  const sent: Record<string, string>[] = []
  const fetch: Fetch = async (_url, { headers }) => {
    sent.push(Object.fromEntries(new Headers(headers)))
    return new Response(null, { status: 503 })
  }
  const setTimer = (run: () => void, ms: number) => (ms < 30_000 && run(), () => undefined)
  const all = { ...options, fetch, setTimer }
  return { sent, sealed: createClient('modern', all), plain: createPlainClient({ url: address, ...all }) }
}

describe.each(['sealed', 'plain'] as const)('a call of a %s client', (name) => {
  test('sends the headers of client and call, and its own replace those of the client in any case', async () => {
    const { [name]: client, sent } = createDown({ headers: { Traceparent: 'client', 'X-App': 'app' } })
    await client.accounts.get(lookup, { headers: { traceParent: 'call' }, attempts: 1 }).catch(() => undefined)
    expect(sent).toEqual([{ accept: 'application/json', traceparent: 'call', 'x-app': 'app' }])
  })

  test('sends the headers that a function returns for each attempt, and its own replace them', async () => {
    let count = 0
    const { [name]: client, sent } = createDown({
      headers: () => ({ Traceparent: String((count += 1)), 'X-App': 'app' }),
    })
    await catchFailure(client.accounts.get(lookup, { headers: { 'x-app': 'call' }, attempts: 2 }))
    const common = { accept: 'application/json', 'x-app': 'call' }
    expect(sent).toEqual(['1', '2'].map((traceparent) => ({ ...common, traceparent })))
  })

  test.each(['Host', 'Access-Token', 'x canary'])('is not sent with the header %s of a function', async (header) => {
    const { [name]: client, sent } = createDown({ headers: () => ({ [header]: 'canary' }) })
    await expect(client.accounts.get(lookup)).rejects.toThrow(/^headers must(?!.*canary$)/)
    expect(sent).toEqual([])
  })

  test.each([1, 2, 4])('is attempted at most %d times', async (attempts) => {
    const { [name]: client, sent } = createDown()
    await catchFailure(client.accounts.get(lookup, { attempts }))
    expect(sent).toHaveLength(attempts)
  })

  test('is attempted once if it is not safe to retry', async () => {
    const { [name]: client, sent } = createDown()
    await catchFailure(createCalls(client).registerAddresses({ attempts: 5 }))
    await catchFailure(createCalls(client.with({ attempts: 5 })).notifyInternal())
    expect(sent).toHaveLength(2)
  })

  test.each<[string, CallOptions, string]>([
    ['no attempt', { attempts: 0 }, 'attempts must be an integer of at least 1'],
    ['half an attempt', { attempts: 1.5 }, 'attempts must be an integer'],
    ['a line break in a header', { headers: { traceparent: 'a\r\nx: canary' } }, 'headers.traceparent must be visible'],
    ['an empty header', { headers: { traceparent: '' } }, 'headers.traceparent must be visible ASCII'],
    // @ts-expect-error A caller in JavaScript may pass anything.
    ['a header without a value', { headers: { traceparent: undefined } }, 'headers.traceparent must be visible ASCII'],
    ['a name with a space', { headers: { 'trace canary': '1' } }, 'headers must be an object whose names have only'],
    // @ts-expect-error A caller in JavaScript may pass anything.
    ['a list of headers', { headers: [['traceparent', '1']] }, 'headers must be an object whose names have only'],
    // @ts-expect-error A caller in JavaScript may pass anything.
    ['a string', { headers: 'traceparent' }, 'headers must be an object whose names have only'],
    ['the host', { headers: { Host: 'canary' } }, 'headers must not contain host'],
    ['the body', { headers: { 'Content-Encoding': 'gzip' } }, 'headers must not contain content-encoding'],
  ])('is rejected before it is sent with %s', async (_what, options, sentence) => {
    const { [name]: client, sent } = createDown()
    const failure = new RegExp(`^${sentence}(?!.*canary)`)
    await expect(client.accounts.get(lookup, options)).rejects.toThrow(failure)
    const { signal: _none, ...defaults } = options
    expect(() => client.with(defaults)).toThrow(failure)
    expect(sent).toEqual([])
  })
})

test.each([{ 'Api-Key': 'canary' }, { timestamp: 'canary' }])(
  'only a plain client sends %j, because a sealed one sets it',
  async (headers) => {
    const { sealed, plain, sent } = createDown()
    const [name = ''] = Object.keys(headers)
    await catchFailure(plain.with({ headers }).token.get({}, { attempts: 1 }))
    expect(sent).toMatchObject([{ [name.toLowerCase()]: 'canary' }])
    await expect(sealed.token.get({}, { headers })).rejects.toThrow(`headers must not contain ${name.toLowerCase()}`)
    expect(() => sealed.with({ headers })).toThrow(`headers must not contain ${name.toLowerCase()}`)
  },
)

test('headers of a client are checked when it is created', () => {
  expect(() => createDown({ headers: { 'Api-Key': 'canary' } })).toThrow(
    /^headers must not contain api-key(?!.*canary)/,
  )
})

describe.each(['sealed', 'plain'] as const)('with returns a %s client', (name) => {
  test('with other defaults, which options of a call replace', async () => {
    const { [name]: client, sent } = createDown({ headers: { 'x-app': 'app', traceparent: 'client' } })
    const other = client.with({ attempts: 2, headers: { traceparent: 'other' } })
    await catchFailure(other.accounts.get(lookup))
    await other.fetch(account)
    await catchFailure(other.accounts.get(lookup, { attempts: 1, headers: { traceparent: 'call' } }))
    await catchFailure(other.with({ attempts: 1, headers: { 'x-more': 'more' } }).accounts.get(lookup))
    const common = { accept: 'application/json', 'x-app': 'app' }
    const [twice, call, more] = [
      { ...common, traceparent: 'other' },
      { ...common, traceparent: 'call' },
      { ...common, traceparent: 'other', 'x-more': 'more' },
    ]
    expect(sent).toEqual([twice, twice, twice, twice, call, more])
  })

  test('with another timeout', async () => {
    const timeouts: number[] = []
    const setTimer = (run: () => void, ms: number) => (timeouts.push(ms), run(), () => undefined)
    const clients = {
      sealed: createClient('modern', { setTimer }),
      plain: createPlainClient({ url: address, setTimer }),
    }
    const other = clients[name].with({ timeout: 70 })
    expect(await catchFailure(other.accounts.get(lookup))).toMatchObject({ code: 'TIMEOUT' })
    expect(await catchFailure(other.accounts.get(lookup, { timeout: 80 }))).toMatchObject({ code: 'TIMEOUT' })
    expect(timeouts).toEqual([70, 80])
    expect(() => other.with({ timeout: 0 })).toThrow('timeout must be')
  })

  test('that shares the queue of the first', async () => {
    const fetch = () => new Promise<Response>(() => undefined)
    const options = { fetch, concurrency: 1, queue: 0 }
    const clients = { sealed: createClient('modern', options), plain: createPlainClient({ url: address, ...options }) }
    const controller = new AbortController()
    const first = catchFailure(clients[name].accounts.get(lookup, { signal: controller.signal }))
    const second = catchFailure(clients[name].with({ timeout: 9000 }).accounts.get(lookup))
    expect(await second).toMatchObject({ code: 'OVERLOADED' })
    controller.abort()
    await first
  })

  test('that shares the retry budget of the first', async () => {
    const { [name]: client, sent } = createDown()
    for (let call = 0; call < 10; call += 1) await catchFailure(client.accounts.get(lookup))
    const before = sent.length
    await catchFailure(client.with({ attempts: 9 }).accounts.get(lookup))
    expect(sent.length - before).toBeLessThan(3)
  })

  test('that workflows accept', () => {
    const { [name]: client } = createDown()
    expect(withWorkflows(client.with({ timeout: 9000 })).withdrawals.list).toBeTypeOf('function')
  })
})

describe('the access token', () => {
  test('is shared with clients of other defaults', async () => {
    const { custody, state } = createPlatform()
    await custody.accounts.get(lookup)
    const other = custody.with({ attempts: 1 })
    await other.accounts.get(lookup)
    expect([state.tokens, await other.accessToken()]).toEqual([1, 'token-1'])
  })

  test('in the headers of a call replaces that of the client', async () => {
    const { custody, state } = createPlatform()
    await custody.accounts.get(lookup, { headers: { 'Access-Token': 'own' } })
    expect([state.tokens, state.headers.map((headers) => headers.get('access-token'))]).toEqual([0, ['own']])
  })
})
