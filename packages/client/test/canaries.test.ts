import { inspect } from 'node:util'

import { beforeAll, expect, test } from 'vitest'

import { channelNames, recordChannels } from '../../types/test/support/channels.ts'
import { type CustodyOptions, isCustodyError } from '../src/index.ts'
import { createCalls } from './support/calls.ts'
import { planted, wrongResponses } from './support/responses.ts'
import { operationIds } from './support/samples.ts'
import {
  apiKey,
  createClient,
  type Fetch,
  profileNames,
  createProfile,
  createService,
  createSampleHandler,
} from './support/service.ts'

const token = 'token-canary'
const [email, mobile] = ['email-canary@custody.example', '1380000canary']
const canaries = new RegExp([apiKey, token, email, '1380000canary', planted, 'PRIVATE KEY', 'app_id='].join('|'))

/** Everything that a client reports: errors, reports and log entries, printed at any depth. */
const said: string[] = []
const say = (value: unknown) => said.push(inspect(value, { depth: 12, showHidden: true }), String(value))
const listeners: Partial<CustodyOptions> = {
  onCall: say,
  logger: { debug: say, warn: say },
  onRejected: say,
  setTimer: (run, ms) => (ms < 30_000 && run(), () => undefined),
}

const grantToken: Fetch = async () =>
  Response.json({
    code: 0,
    msg: planted,
    data: { access_token: token, expired_time: Date.now() + 7_200_000 },
  })

const failing: readonly Fetch[] = [
  ...wrongResponses
    .filter((_each, index) => index % 3 === 0)
    .map(
      ([, response]): Fetch =>
        async () =>
          response(),
    ),
  async (url, init) => Promise.reject(new Error(`${planted} ${url} ${JSON.stringify(init)}`, { cause: url })),
  async (url) => Promise.reject(Object.assign(new Error(url), { code: `${planted} ${url}` })),
]

const published = new Set<string>()

beforeAll(async () => {
  using recorded = recordChannels(...channelNames)
  for (const name of profileNames) {
    const profile = createProfile(name, 'shop', { token: { attach: 'Access-Token' } })
    const services = [createService(name), createService(name, createSampleHandler('failure')), ...failing]
    for (const service of services) {
      const fetch: Fetch = async (url, init) => (url.includes('/token') ? grantToken(url, init) : service(url, init))
      const custody = createClient(name, { profile, fetch, ...listeners })
      const calls = operationIds.map((id) => createCalls(custody)[id]().catch(say))
      const find = custody.users.find({ email, mobile, country: '86' }).catch(say)
      // @ts-expect-error A misspelt field with personal data.
      const misspelt = custody.users.find({ emial: email }).catch(say)
      await Promise.all([...calls, find, misspelt])
      say(custody)
    }
    await createClient(name, { fetch: failing[1] ?? grantToken, ...listeners })
      .token.get()
      .catch(say)
  }
  for (const { channel, context } of recorded.events) {
    published.add(channel)
    say(context)
  }
})

test('errors, logs, contexts of channels and printed clients contain no keys, tokens, credentials, personal data or messages of the service', () => {
  expect(said.length).toBeGreaterThan(500)
  expect([...published].toSorted()).toEqual([
    'custody:attempt',
    'custody:call',
    'custody:gate',
    'custody:key',
    'custody:token',
  ])
  expect(said.filter((text) => canaries.test(text))).toEqual([])
})

test('the search finds canaries that leak', () => {
  say({ apiKey, deep: [{ email, mobile }] })
  expect(said.slice(-2).some((text) => canaries.test(text))).toBe(true)
  expect(isCustodyError(new Error(planted))).toBe(false)
})
