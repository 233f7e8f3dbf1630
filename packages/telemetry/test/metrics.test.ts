// The metrics of the busy merchant, by the names that the dashboard and the alert rules use.
import { readFileSync } from 'node:fs'

import { createCustody } from '@custody-wallet/client'
import { follow, memoryCheckpoint, watchPool, withWorkflows } from '@custody-wallet/client/workflows'
import { createReceiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { createRecorder } from '../src/metrics.ts'
import { appId, createMerchant } from './support/merchant.ts'
import { createSeries, type Series } from './support/prometheus.ts'
import { startSdk } from './support/sdk.ts'

const readFile = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}
const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(readFile('grafana/custody.json'))
const {
  groups,
}: { readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[] } =
  parse(readFile('prometheus/alerts.yaml'))

const queries = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
]
const selectors = queries.flatMap(([name, expr]) =>
  [...expr.replaceAll(/by \([^)]*\)/g, '').matchAll(/((?:custody|http)_\w+)(?:\{([^}]*)\})?(?=[[)\s]|$)/g)].map(
    ([, metric = '', labels = '']) => [name, metric, labels] as const,
  ),
)

let before: readonly Series[]
let after: readonly Series[]
let ageLater: readonly Series[]
let time = Date.UTC(2026, 0)

/** Makes messages with each effect that no sandbox sends. */
async function receiveOddMessages(): Promise<void> {
  const { receiver: profile, signDeposit, send } = createTestPlatform()
  const createShop = (onDeposit: () => Promise<void>) =>
    createReceiver({ profile, store: memoryForTests(), onDeposit, onConflict: async () => undefined })
  const { fetch } = createShop(async () => undefined)
  await send(fetch, signDeposit({ request_id: 'one', txid: 'one' }))
  await send(fetch, signDeposit({ request_id: 'one', txid: 'one', amount: '0.1' }))
  const { path } = await signDeposit()
  await fetch(new Request(`http://shop${path}`, { method: 'POST', body: '{}' }))
  await send(createShop(async () => Promise.reject(new Error('full disk'))).fetch, signDeposit({ txid: 'two' }))
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _event of events) continue
}

beforeAll(async () => {
  using sdk = startSdk(() => time)
  await using merchant = await createMerchant({ concurrency: 1 })
  const { sandbox, custody } = merchant
  before = createSeries(await sdk.collect())
  await sandbox.control.scenarios.run({ name: 'busy-merchant' })
  await sandbox.control.time.runUntilIdle()
  const { deposits } = withWorkflows(custody)
  await drain(follow(deposits, { checkpoint: memoryCheckpoint(), once: true }))
  const broken = { load: async () => undefined, save: async () => Promise.reject(new Error('read-only')) }
  await drain(follow(deposits, { checkpoint: broken, once: true })).catch(() => undefined)
  await drain(watchPool(custody, { symbols: ['BTC', 'USDT'], below: 5, once: true }))
  await Promise.all([1, 2, 3].map(() => custody.accounts.get({ uid: 10_001, symbol: 'BTC' })))
  const { client } = sandbox.merchant(appId)
  const failing = createCustody({ ...client, fetch: async () => new Response(null, { status: 500 }), attempts: 1 })
  await failing.accounts.get({ uid: 10_001, symbol: 'BTC' }).catch(() => undefined)
  await receiveOddMessages()
  after = createSeries(await sdk.collect())
  time += 60_000
  ageLater = createSeries(await sdk.collect())
})

const find = (series: readonly Series[], metric: string, labels: Series['labels'] = {}): readonly number[] =>
  series
    .filter(
      (each) => each.metric === metric && Object.entries(labels).every(([name, text]) => each.labels[name] === text),
    )
    .map(({ value }) => value)

test('nothing is recorded before the work', () => {
  expect(before).toEqual([])
})

test.each(selectors)('%s: %s{%s} has a value after the busy merchant', (_name, metric, labels) => {
  const rules = [...labels.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(([, name = '', operator = '', text = '']) => ({
    name,
    operator,
    text,
  }))
  const found = after.filter(
    (each) =>
      each.metric === metric &&
      rules.every(({ name, operator, text }) => {
        const label = each.labels[name] ?? ''
        if (operator === '=~') return new RegExp(`^(?:${text})$`).test(label)
        return (label === text) === (operator === '=')
      }),
  )
  expect(found.some(({ value }) => value > 0 || metric === 'custody_checkpoint_age_seconds')).toBe(true)
})

test('queries group only by labels that exist', () => {
  const names = new Set([...after.flatMap(({ labels }) => Object.keys(labels)), 'le'])
  const grouped = queries.flatMap(([, expr]) =>
    [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
  )
  expect(grouped.filter((name) => !names.has(name))).toEqual([])
  expect(selectors.length).toBeGreaterThan(queries.length - 1)
})

describe('the metrics', () => {
  test('have only labels with few values', () => {
    expect([...new Set(after.flatMap(({ labels }) => Object.keys(labels)))].toSorted()).toEqual([
      'custody_effect',
      'custody_gate',
      'custody_step',
      'error_type',
      'http_request_method',
      'http_response_status_code',
      'server_address',
      'server_port',
      'url_template',
    ])
  })

  test('count the messages of the receiver by effect', () => {
    expect(find(after, 'custody_receiver_messages_total', { custody_effect: 'credit' })).toEqual([41])
    expect(find(after, 'custody_receiver_messages_total', { custody_effect: 'conflict' })).toEqual([1])
    expect(
      find(after, 'custody_receiver_messages_total', { custody_effect: 'rejected', error_type: 'ENVELOPE_REJECTED' }),
    ).toEqual([1])
    expect(find(after, 'custody_receiver_messages_total', { custody_effect: 'failed', error_type: 'threw' })).toEqual([
      1,
    ])
  })

  test('show the coin with the fewest available addresses, also when nothing was checked since', () => {
    expect(find(after, 'custody_addresses_available')).toEqual([20])
    expect(find(ageLater, 'custody_addresses_available')).toEqual([20])
  })

  test('show the time since the last checkpoint was saved', () => {
    expect(find(after, 'custody_checkpoint_age_seconds')).toEqual([0])
    expect(find(ageLater, 'custody_checkpoint_age_seconds')).toEqual([60])
  })

  test('measure the waits of calls and keys', () => {
    for (const custody_gate of ['call', 'key'])
      expect(find(after, 'custody_gate_duration_seconds_count', { custody_gate })[0]).toBeGreaterThan(0)
  })

  test('also count what ends after a late start of the SDK', async () => {
    const record = createRecorder(() => 0)
    record('gate', { duration: 1 }, {})
    using sdk = startSdk()
    record('gate', { duration: 1 }, {})
    expect(find(createSeries(await sdk.collect()), 'custody_gate_duration_seconds_count')).toEqual([1])
  })
})
