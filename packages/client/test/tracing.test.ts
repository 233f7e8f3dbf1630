// The channels of a client publish what its hooks report, without content.
import { setImmediate } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { channelNames, recordChannels } from '../../types/test/support/channels.ts'
import { createPipeline, getRetry } from '../src/calls/pipeline.ts'
import { createSettings } from '../src/calls/settings.ts'
import { type CallReport, type Custody, type CustodyOptions } from '../src/index.ts'
import { createPlainClient } from '../src/plain.ts'
import { createPlainProtocol } from '../src/protocols/plain.ts'
import { createTokenSource } from '../src/token/source.ts'
import { createTracing } from '../src/tracing.ts'
import { catchFailure } from './support/failures.ts'
import { getSampleResponse } from './support/samples.ts'
import {
  address,
  createClient,
  createProfile,
  profileNames,
  createSampleHandler,
  createService,
  type Fetch,
} from './support/service.ts'
import { createTimers, endOnceSent } from './support/timers.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }
const [duration, size] = [expect.any(Number), expect.any(Number)]
const account = { operation: 'getAccount', family: 'v2', app_id: 'demo-shop' } as const
const token = { operation: 'getToken', family: 'token', app_id: 'demo-shop' } as const
const retryTimers = { setTimer: createTimers((milliseconds) => milliseconds < 30_000) }

const server = { host: '127.0.0.1', port: 4010 } as const

type Facts = Readonly<Record<string, unknown>>

/** A call of each family, with the facts of its response under each profile. */
const calls: readonly (readonly [name: string, call: (custody: Custody) => Promise<unknown>, facts: Facts])[] = [
  ['of v2', ({ accounts }) => accounts.get(lookup), { ...account, code: '0' }],
  [
    'of v1',
    ({ withdrawals }) => withdrawals.pull({ symbol: 'BTC' }),
    { operation: 'pullWithdrawals', family: 'v1', code: '0' },
  ],
  ['of MPC', ({ networks }) => networks.list(), { operation: 'listNetworks', family: 'mpc' }],
]

const assurances = {
  modern: { v2: 'transport', v1: 'signature', mpc: 'transport' },
  classic: { v2: 'blocks', v1: 'signature', mpc: 'blocks' },
} as const

describe.each(profileNames)('under %s', (name) => {
  const service = createService(name)

  test.each(calls)('a call %s publishes the facts of its response', async (_name, call, facts) => {
    using recorded = recordChannels('custody:call')
    await call(createClient(name))
    expect(recorded.list('start')).toEqual([{ ...facts, app_id: 'demo-shop', code: undefined }])
    expect(recorded.list('error')).toEqual([])
    const assurance = new Map<unknown, string>(Object.entries(assurances[name])).get(facts['family'])
    expect(recorded.list('asyncEnd')).toEqual([{ ...facts, app_id: 'demo-shop', status: 200, assurance, duration }])
  })

  test('a failure of the service is a response with its code, and no error', async () => {
    using calls = recordChannels('custody:call', 'custody:attempt')
    const { accounts } = createClient(name, { fetch: createService(name, createSampleHandler('failure')) })
    await catchFailure(accounts.get(lookup))
    expect(calls.list('error')).toEqual([])
    const codes = calls.list('asyncEnd').map(({ code }) => code)
    expect(codes).toEqual([expect.stringMatching(/^1\d{5}$/), codes[0]])
  })

  test('each attempt publishes the report of onCall, with status, code and assurance', async () => {
    using attempts = recordChannels('custody:attempt')
    const reports: CallReport[] = []
    await createClient(name, {
      ...retryTimers,
      onCall: (report) => void reports.push(report),
      fetch: async (url, init) => (reports.length === 0 ? new Response(null, { status: 502 }) : service(url, init)),
    }).accounts.get(lookup)
    expect(attempts.list('start')).toEqual([
      { ...account, ...server, attempt: 1 },
      { ...account, ...server, attempt: 2 },
    ])
    const failed = { ...account, ...server, ...reports[0], status: 502, code: 'HTTP_STATUS' }
    expect(attempts.list('error')).toEqual([failed])
    expect(attempts.list('asyncEnd')).toEqual([
      failed,
      { ...account, ...server, ...reports[1], status: 200, code: '0', assurance: expect.any(String) },
    ])
    expect(reports[1]).toMatchObject({ attempt: 2, outcome: 'responded', sent: size, received: size, duration })
  })

  test('a shared token publishes its request once, around its own call', async () => {
    using recorded = recordChannels('custody:token', 'custody:call')
    const profile = createProfile(name, 'shop', { token: { attach: 'Access-Token' } })
    const grant = { access_token: 'granted', expired_time: Date.now() + 7_200_000 }
    const fetch: Fetch = async (url, init) =>
      url.includes('/token') ? Response.json({ code: 0, msg: 'success', data: grant }) : service(url, init)
    const { accounts } = createClient(name, { profile, fetch })
    await Promise.all([accounts.get(lookup), accounts.get(lookup)])
    const ends = recorded.events.filter(({ event }) => event === 'asyncEnd')
    expect(ends.map(({ channel, context }) => [channel, context['operation']])).toEqual([
      ['custody:call', 'getToken'],
      ['custody:token', 'getToken'],
      ['custody:call', 'getAccount'],
      ['custody:call', 'getAccount'],
    ])
    expect(ends[1]?.context).toEqual({ ...token, duration })
  })
})

/** Makes two calls at the same time, of which only one may run. */
async function callTwice(options: Partial<CustodyOptions>): Promise<readonly PromiseSettledResult<unknown>[]> {
  const service = createService('modern')
  const fetch: Fetch = async (url, init) => {
    await setImmediate()
    return service(url, init)
  }
  const { accounts } = createClient('modern', { concurrency: 1, fetch, ...options })
  return Promise.allSettled([accounts.get(lookup), accounts.get(lookup)])
}

describe('the gate of calls', () => {
  test('publishes the wait of a call, and nothing for a call that need not wait', async () => {
    using gate = recordChannels('custody:gate')
    await callTwice({})
    expect(gate.list('asyncEnd')).toEqual([{ ...account, duration }])
    expect(gate.list('error')).toEqual([])
  })

  test('publishes an error for a call too many', async () => {
    using gate = recordChannels('custody:gate')
    await callTwice({ queue: 0 })
    expect(gate.list('error')).toEqual([{ ...account, code: 'OVERLOADED', duration }])
  })
})

const throwingKey = {
  reveal(): string {
    throw new Error('the vault is closed')
  },
}

describe('rejections', () => {
  test.each<readonly [string, Partial<CustodyOptions>, object]>([
    [
      'an HTTP status',
      { fetch: async () => new Response(null, { status: 404 }) },
      { code: 'HTTP_STATUS', status: 404 },
    ],
    ['a lost connection', { fetch: async () => Promise.reject(new TypeError('lost')) }, { code: 'CONNECTION_FAILED' }],
    ['an unreadable response', { fetch: async () => new Response('<html>') }, { code: 'RESPONSE_UNREADABLE' }],
    [
      'a foreign envelope',
      { fetch: async () => Response.json({ code: '0', data: 'x' }) },
      { code: 'ENVELOPE_REJECTED' },
    ],
    ['the timeout', endOnceSent(() => new Promise(() => {})), { code: 'TIMEOUT' }],
  ])('%s ends a call and its attempt with an error', async (_name, options, facts) => {
    const profile = createProfile('classic')
    using calls = recordChannels('custody:call')
    using attempts = recordChannels('custody:attempt')
    await catchFailure(
      createClient('classic', { profile, attempts: 1, ...options }).withdrawals.pull({ symbol: 'BTC' }),
    )
    const call = { operation: 'pullWithdrawals', family: 'v1', app_id: 'demo-shop', duration, ...facts }
    expect(calls.list('error')).toEqual([call])
    expect(calls.list('asyncEnd')).toEqual([call])
    expect(attempts.list('error')).toMatchObject([{ ...facts, attempt: 1 }])
  })

  test.each(profileNames)('a rejected response publishes the reason that onRejected gets, under %s', async (name) => {
    const reasons: string[] = []
    const fetch = async () => Response.json({ code: 0, msg: 'success', data: 'x', sign: 'x' })
    const client = createClient(name, { fetch, onRejected: ({ reason }) => void reasons.push(reason) })
    using attempts = recordChannels('custody:attempt')
    await catchFailure(client.withdrawals.pull({ symbol: 'BTC' }))
    expect(reasons).toHaveLength(1)
    expect(attempts.list('error')).toMatchObject([{ code: 'ENVELOPE_REJECTED', reason: reasons[0] }])
  })

  test('invalid parameters end a call without an attempt', async () => {
    using recorded = recordChannels('custody:call', 'custody:attempt')
    // @ts-expect-error The interface needs a coin.
    await catchFailure(createClient('modern').accounts.get({ uid: 10_042 }))
    expect(recorded.list('error')).toEqual([{ ...account, code: 'PARAMETERS_INVALID', duration }])
  })

  test('an error in the own code of the caller is published without it', async () => {
    using recorded = recordChannels('custody:call', 'custody:attempt', 'custody:token')
    const { accessToken } = createClient('modern', { apiKey: throwingKey })
    await expect(accessToken()).rejects.toThrow('the vault is closed')
    expect(recorded.list('error').map(({ operation, code }) => [operation, code])).toEqual([
      ['getToken', 'threw'],
      ['getToken', 'threw'],
      ['getToken', 'threw'],
    ])
  })

  test('a token that is held back publishes an error without a call', async () => {
    const { accessToken } = createClient('modern', {
      fetch: async () => new Response(null, { status: 503 }),
      attempts: 1,
    })
    await catchFailure(accessToken())
    using recorded = recordChannels('custody:token', 'custody:call')
    await catchFailure(accessToken())
    expect(recorded.list('error')).toEqual([{ ...token, code: 'HTTP_STATUS', status: 503, duration }])
  })
})

test.each([
  ['http://custody.example', 'custody.example', 80],
  ['https://custody.example', 'custody.example', 443],
  ['https://custody.example:8443/path', 'custody.example', 8443],
] as const)('an attempt at %s publishes its host and port', async (base, host, port) => {
  using attempts = recordChannels('custody:attempt')
  const profile = createProfile('modern', 'shop')
  const urls = { openPlatform: address, base, v1: address }
  await createClient('modern', { profile, urls, insecureHosts: ['custody.example'], fetch: createService('modern') })
    .accounts.get(lookup)
    .catch(() => undefined)
  expect(attempts.list('start')).toMatchObject([{ host, port }])
})

test('a plain client has no channels', async () => {
  using recorded = recordChannels(...channelNames)
  const fetch = async () => Response.json(getSampleResponse('getAccount', 'typical'))
  await createPlainClient({ url: address, fetch }).accounts.get(lookup)
  expect(recorded.events).toEqual([])
})

describe('no context is built', () => {
  // Every context reads the app_id.
  const tracing = createTracing({
    get appId(): string {
      throw new Error('built')
    },
    urls: { openPlatform: address, base: address, v1: address },
  })
  const account = getSampleResponse('getAccount', 'typical')
  const fetch = async () => Response.json(account)
  const settings = createSettings({ fetch, concurrency: 1 }, { getRetry, isReserved: () => false })
  const protocol = createPlainProtocol({ address, segments: {} })
  const call = createPipeline({ ...settings, protocol, tracing })
  const makeCall = async () => call({ operation: 'getAccount', parameters: lookup })
  const getToken = async () =>
    createTokenSource({
      clock: () => 0,
      fetchToken: async () => ({ access_token: 'granted', expired_time: 1000 }),
      tracing,
    }).token()

  test.each([
    ['custody:call', makeCall],
    ['custody:attempt', makeCall],
    ['custody:gate', () => Promise.all([makeCall(), makeCall()])],
    ['custody:token', getToken],
  ] as const)('for %s without subscribers', async (name, work) => {
    await expect(work()).resolves.toBeDefined()
    using _recorded = recordChannels(name)
    await expect(work()).rejects.toThrow('built')
  })
})
