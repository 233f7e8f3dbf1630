// onMessage reports each message once, without its content.
import type { MessageReport } from '@custody-wallet/receiver'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'
import { expect, test } from 'vitest'

import { createReceiverWith } from '../src/receiver.ts'
import { createManualTimers, createShop, platform } from './support/shop.ts'

function createReported(options: Parameters<typeof createShop>[0] = {}) {
  const reports: MessageReport[] = []
  const { receiver } = createShop({ onMessage: (report) => void reports.push(report), ...options })
  return { receiver, reports }
}

/** Runs after the hooks of earlier messages. */
const waitForHooks = () => new Promise((resolve) => setImmediate(resolve))

const canary = 'canary-7f3a'

const deposits: Readonly<Record<string, readonly [Partial<DepositNotification>, string]>> = {
  'a new deposit': [{ request_id: canary, txid: canary }, 'credit'],
  'its duplicate': [{ request_id: canary, txid: canary }, 'duplicate'],
  'a failed deposit': [{ request_id: 'failed', txid: 'failed', status: 0 }, 'record'],
  'a smaller amount': [{ request_id: canary, txid: canary, amount: '0.1' }, 'conflict'],
  'a deposit with NUL': [{ memo: '\u0000' }, 'conflict'],
}

const transfers: Readonly<Record<string, readonly [Partial<InternalNotification>, string]>> = {
  'a new transfer': [{ txid: canary }, 'deduct'],
  'its duplicate': [{ txid: canary }, 'duplicate'],
  'another fee': [{ txid: canary, fee: '0.2' }, 'conflict'],
}

test('each message has one report with its effect', async () => {
  const { receiver, reports } = createReported()
  for (const [changes] of Object.values(deposits)) await platform.send(receiver.fetch, platform.signDeposit(changes))
  for (const [changes] of Object.values(transfers)) await platform.send(receiver.fetch, platform.signInternal(changes))
  await waitForHooks()
  const duration = expect.any(Number)
  expect(reports).toEqual([
    ...Object.values(deposits).map(([, effect]) => ({
      operation: 'notifyDeposit',
      app_id: 'demo-shop',
      effect,
      duration,
    })),
    ...Object.values(transfers).map(([, effect]) => ({
      operation: 'notifyInternal',
      app_id: 'demo-shop',
      effect,
      duration,
    })),
  ])
  expect(JSON.stringify(reports)).not.toContain(canary)
})

test('copies that arrive together have a report each, with one credit', async () => {
  const { receiver, reports } = createReported()
  await platform.send(receiver.fetch, platform.signDeposit(), { copies: 20 })
  await waitForHooks()
  expect(reports.map(({ effect }) => effect).toSorted()).toEqual(['credit', ...Array(19).fill('duplicate')])
})

const post = (body: string, path = '/api/v1/deposit/notify') =>
  new Request(`http://shop${path}`, { method: 'POST', body })

test('a message that is not genuine has a report without the app_id that it claims', async () => {
  const { receiver, reports } = createReported()
  const { body = '' } = await platform.signDeposit()
  for (const bad of [
    '',
    '{}',
    body.replace('"demo-shop"', `"${canary}"`),
    body.replace(/"sign":"..../, '"sign":"AAAA'),
  ])
    await receiver.fetch(post(bad))
  await waitForHooks()
  const rejected = { operation: 'notifyDeposit', effect: 'rejected', duration: expect.any(Number) }
  expect(reports).toEqual([rejected, rejected, rejected, rejected])
})

test('a request that is no message has no report', async () => {
  const { receiver, reports } = createReported()
  await receiver.fetch(new Request('http://shop/api/v1/deposit/notify'))
  await receiver.fetch(post('', '/api/v1/deposit'))
  await waitForHooks()
  expect(reports).toEqual([])
})

test.each([
  ['a function that throws', { onDeposit: async () => Promise.reject(new Error(canary)) }],
  ['a function that is late', { onDeposit: () => new Promise(() => {}), deadline: 20 }],
  [
    'a store that fails',
    { store: { dialect: 'sqlite', transaction: () => Promise.reject(new Error(canary)), query: async () => [] } },
  ],
] as const)('%s has a report of a failure', async (_name, options) => {
  const { receiver, reports } = createReported(options)
  await platform.send(receiver.fetch, platform.signDeposit())
  await waitForHooks()
  expect(reports).toMatchObject([{ app_id: 'demo-shop', effect: 'failed' }])
  expect(JSON.stringify(reports)).not.toContain(canary)
})

test('a genuine message without a function has a report of a failure', async () => {
  const { receiver, reports } = createReported({ onInternal: undefined })
  await platform.send(receiver.fetch, platform.signInternal())
  await waitForHooks()
  expect(reports).toMatchObject([{ operation: 'notifyInternal', app_id: 'demo-shop', effect: 'failed' }])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('The log is full.')
    },
  ],
  ['rejects', async () => Promise.reject(new Error('The log is full.'))],
  ['never ends', () => new Promise(() => {})],
])('a hook that %s does not change the response', async (_name, onMessage) => {
  const { receiver } = createReported({ onMessage })
  expect(await platform.send(receiver.fetch, platform.signDeposit())).toMatchObject([{ status: 200, code: 0 }])
  await waitForHooks()
})

test('the hook is called after the response', async () => {
  const order: string[] = []
  const { receiver } = createReported({ onMessage: () => void order.push('hook') })
  await platform.send(receiver.fetch, platform.signDeposit()).then(() => order.push('response'))
  await receiver.fetch(post('')).then(() => order.push('response'))
  await waitForHooks()
  expect(order.slice(-2)).toEqual(['response', 'hook'])
})

test('the duration is the time between request and response', async () => {
  const durations: number[] = []
  let time = 1000
  const timed = createReceiverWith(
    {
      profile: platform.receiver,
      store: memoryForTests(),
      onDeposit: async () => void (time += 250),
      onConflict: async () => undefined,
      onMessage: ({ duration }) => void durations.push(duration),
    },
    createManualTimers().start,
    () => time,
  )
  await platform.send(timed.fetch, platform.signDeposit())
  await waitForHooks()
  expect(durations).toEqual([250])
})
