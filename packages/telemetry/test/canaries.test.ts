// Spans and metrics contain no keys, tokens, contents, personal data or addresses of deposits.
import { inspect } from 'node:util'

import { createReceiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { beforeAll, expect, test } from 'vitest'

import { createCalls } from '../../client/test/support/calls.ts'
import { planted, wrongResponses } from '../../client/test/support/responses.ts'
import { operationIds } from '../../client/test/support/samples.ts'
import {
  apiKey,
  createClient,
  createProfile,
  createSampleHandler,
  createService,
  type Fetch,
  profileNames,
} from '../../client/test/support/service.ts'
import { createTraceHeaders } from '../src/index.ts'
import { createMerchant } from './support/merchant.ts'
import { startSdk } from './support/sdk.ts'

const token = 'token-canary'
const [email, mobile, address] = ['email-canary@custody.example', '1380000canary', 'address-canary']
const canaries = new RegExp([apiKey, token, email, mobile, address, planted, 'PRIVATE KEY', 'app_id='].join('|'))

/** All spans and metrics, printed at any depth. */
let exported: readonly string[]
let names: ReadonlySet<string>

const grantToken: Fetch = async () =>
  Response.json({ code: 0, msg: planted, data: { access_token: token, expired_time: Date.now() + 7_200_000 } })

const failures: readonly Fetch[] = [
  ...wrongResponses.slice(0, 6).map(
    ([, respond]): Fetch =>
      async () =>
        respond(),
  ),
  async (url) => Promise.reject(Object.assign(new Error(url), { code: `${planted} ${url}` })),
]

/** Makes all calls under each profile, with successes, failures of the service, and wrong responses. */
async function makeCalls(): Promise<void> {
  const timers = { setTimer: (run: () => void, ms: number) => (ms < 30_000 && run(), () => undefined) }
  for (const name of profileNames) {
    const profile = createProfile(name, 'shop', { token: { attach: 'Access-Token' } })
    for (const service of [createService(name), createService(name, createSampleHandler('failure')), ...failures]) {
      const fetch: Fetch = async (url, init) => (url.includes('/token') ? grantToken(url, init) : service(url, init))
      const custody = createClient(name, { profile, fetch, headers: createTraceHeaders, ...timers })
      const calls = operationIds.map((id) => createCalls(custody)[id]())
      await Promise.allSettled([...calls, custody.users.find({ email, mobile, country: '86' })])
    }
  }
}

async function receiveMessages(profile: (typeof profileNames)[number]): Promise<void> {
  const platform = createTestPlatform({ profile })
  const facts = { request_id: planted, txid: planted, address_to: address, memo: planted }
  for (const error of [undefined, new Error(planted)]) {
    const credit = async () => (error ? Promise.reject(error) : undefined)
    const receiver = createReceiver({
      profile: platform.receiver,
      store: memoryForTests(),
      onDeposit: credit,
      onConflict: credit,
    })
    await platform.send(receiver.fetch, platform.signDeposit(facts))
    await platform.send(receiver.fetch, platform.signDeposit({ ...facts, amount: '0.1' }))
    const { path } = await platform.signDeposit(facts)
    await receiver.fetch(new Request(`http://shop${path}?x=${planted}`, { method: 'POST', body: planted }))
  }
}

async function useSandbox(): Promise<void> {
  await using merchant = await createMerchant()
  const { sandbox, custody } = merchant
  await custody.addresses.register({ symbol: 'BTC', addresses: [address], memo: false })
  const { uid } = await sandbox.control.users.create({ email })
  await custody.accounts.get({ uid, symbol: 'BTC' })
  await sandbox.control.chain.pay({ symbol: 'BTC', to: address, amount: '0.5' })
  await sandbox.control.time.runUntilIdle()
  const requests = [`/api/v2/user/info?email=${email}`, `/${planted}`]
  for (const path of requests) {
    const headers = { traceparent: planted, 'x-request-id': planted, 'app-id': planted }
    await sandbox.plain(new Request(`http://127.0.0.1${path}`, { headers }))
    await sandbox.wire(new Request(`http://127.0.0.1${path}`, { headers }))
  }
}

beforeAll(async () => {
  using sdk = startSdk()
  await makeCalls()
  for (const profile of profileNames) await receiveMessages(profile)
  await useSandbox()
  const metrics = await sdk.collect()
  const spans = sdk
    .listSpans()
    .map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links }))
  names = new Set(spans.map(({ name }) => name))
  exported = [...spans, ...metrics].map((value) => inspect(value, { depth: 12 }))
})

test('spans and metrics have no keys, tokens, contents, personal data or addresses', () => {
  expect(exported.length).toBeGreaterThan(1000)
  expect([...names]).toEqual(
    expect.arrayContaining([
      'custody handler',
      'custody sign',
      'custody unwrap',
      'getAccount',
      'process notifyDeposit',
    ]),
  )
  expect(exported.filter((text) => canaries.test(text))).toEqual([])
})

test('the search finds canaries that leak', () => {
  const leaks = [apiKey, token, email, mobile, address, planted].map((each) =>
    inspect({ attributes: { 'custody.code': each } }),
  )
  expect(leaks.filter((text) => canaries.test(text))).toHaveLength(6)
})
