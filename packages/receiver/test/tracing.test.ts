// `custody:message` publishes what `onMessage` reports, with status, code, reason and sizes, and without content.
import { inspect } from 'node:util'

import type { MessageReport, ReceiverOptions } from '@custody-wallet/receiver'
import { createSender, createTestPlatform, type TestPlatform } from '@custody-wallet/receiver/testing'
import type { SqliteTransaction } from '@custody-wallet/store/sqlite'
import { describe, expect, test } from 'vitest'

import { recordChannels } from '../../types/test/support/channels.ts'
import { createMessageLog } from '../src/messages.ts'
import { createShop } from './support/shop.ts'

const canary = 'canary-7f3a'
const duration = expect.any(Number)
const sent = expect.any(Number)
const app_id = 'demo-shop'
const deposit = { operation: 'notifyDeposit', family: 'v1' } as const
const transfer = { operation: 'notifyInternal', family: 'v1' } as const
const facts = { request_id: canary, txid: canary, address_to: canary, address_from: canary, memo: canary }

/** Messages in the order in which they arrive, and what they publish. */
const messages: Readonly<
  Record<
    string,
    (
      platform: TestPlatform,
    ) => readonly [ReturnType<TestPlatform['signDeposit']> | ReturnType<TestPlatform['signInternal']>, object]
  >
> = {
  'a new deposit': ({ signDeposit }) => [signDeposit(facts), { ...deposit, effect: 'credit', code: '0' }],
  'its duplicate': ({ signDeposit }) => [signDeposit(facts), { ...deposit, effect: 'duplicate', code: '0' }],
  'a smaller amount': ({ signDeposit }) => [
    signDeposit({ ...facts, amount: '0.1' }),
    { ...deposit, effect: 'conflict', code: '1000011' },
  ],
  'a failed deposit': ({ signDeposit }) => [
    signDeposit({ request_id: 'failed', txid: 'failed', status: 0 }),
    { ...deposit, effect: 'record', code: '0' },
  ],
  'a transfer': ({ signInternal }) => [signInternal({ txid: canary }), { ...transfer, effect: 'deduct', code: '0' }],
}

describe.each(['modern', 'classic'] as const)('under %s', (profile) => {
  const platform = createTestPlatform({ profile })
  const createTracedShop = (options: Partial<ReceiverOptions<SqliteTransaction>> = {}) =>
    createShop({ profile: platform.receiver, ...options })

  test('each message publishes its effect', async () => {
    const { receiver } = createTracedShop()
    for (const create of Object.values(messages)) {
      using recorded = recordChannels('custody:message')
      const [message, published] = create(platform)
      await platform.send(receiver.fetch, message)
      const [start] = recorded.list('start')
      expect([deposit, transfer]).toContainEqual(start)
      expect(recorded.list('asyncEnd')).toEqual([{ ...published, app_id, status: 200, received: 0, sent, duration }])
      expect(recorded.list('error')).toEqual([])
      expect(inspect(recorded.events, { depth: 9 })).not.toContain(canary)
    }
  })

  test('a message that is not genuine publishes an error with the reason', async () => {
    const { receiver, rejections } = createTracedShop()
    const { path, body = '' } = await platform.signDeposit(facts)
    using recorded = recordChannels('custody:message')
    for (const bad of ['{}', body.replace('"demo-shop"', `"${canary}"`), body.replace(/"sign":"..../, '"sign":"AAAA')])
      await receiver.fetch(new Request(`http://shop${path}`, { method: 'POST', body: bad }))
    const rejected = {
      ...deposit,
      effect: 'rejected',
      code: 'ENVELOPE_REJECTED',
      status: 200,
      received: 0,
      sent,
      duration,
    }
    const reasons = recorded.list('error').map(({ reason }) => reason)
    expect(recorded.list('error')).toEqual(reasons.map((reason) => ({ ...rejected, reason })))
    expect(reasons).toEqual(rejections)
    expect(new Set(reasons).size).toBe(3)
    expect(inspect(recorded.events, { depth: 9 })).not.toContain(canary)
  })

  test.each<readonly [string, Partial<ReceiverOptions<SqliteTransaction>>, object]>([
    ['that throws', { onDeposit: async () => Promise.reject(new Error(canary)) }, { code: 'threw', status: 500 }],
    [
      'that is late',
      { onDeposit: () => new Promise(() => {}), deadline: 20 },
      { code: 'DEADLINE_EXCEEDED', status: 500 },
    ],
  ])('a function %s publishes an error with its code', async (_name, options, error) => {
    const { receiver } = createTracedShop(options)
    using recorded = recordChannels('custody:message')
    await platform.send(receiver.fetch, platform.signDeposit(facts))
    expect(recorded.list('error')).toEqual([
      { ...deposit, app_id, effect: 'failed', received: 0, sent: 0, duration, ...error },
    ])
    expect(inspect(recorded.events, { depth: 9 })).not.toContain(canary)
  })

  test('a message without a function publishes an error', async () => {
    const { receiver } = createTracedShop({ onInternal: undefined })
    using recorded = recordChannels('custody:message')
    await platform.send(receiver.fetch, platform.signInternal())
    expect(recorded.list('error')).toMatchObject([
      { ...transfer, effect: 'failed', code: 'NOT_SUPPORTED', status: 501 },
    ])
  })
})

const post = (body: string, path: string = '/api/v1/deposit/notify', headers: Record<string, string> = {}) =>
  new Request(`http://shop${path}`, { method: 'POST', body, headers })

test('a valid traceparent is published from the start', async () => {
  const { receiver } = createShop()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  using recorded = recordChannels('custody:message')
  for (const header of [traceparent, canary]) await receiver.fetch(post('{}', undefined, { traceparent: header }))
  expect(recorded.list('start')).toEqual([{ ...deposit, traceparent }, deposit])
})

test('a message that is rejected by HTTP publishes its status and size', async () => {
  const { receiver } = createShop()
  using recorded = recordChannels('custody:message')
  await receiver.fetch(post('{}', undefined, { 'content-length': '9999999' }))
  expect(recorded.list('error')).toEqual([
    { ...deposit, effect: 'rejected', code: 'HTTP_STATUS', status: 413, received: 9_999_999, sent, duration },
  ])
})

test('a genuine notification that breaks the contract publishes an error', async () => {
  const { receiver: profile, sender, send } = createTestPlatform()
  const { envelope } = sender.suite
  const removeId = (plaintext: Uint8Array) =>
    Buffer.from(
      Buffer.from(plaintext)
        .toString()
        .replace(/"request_id":"[^"]*",?/, ''),
    )
  const changed: typeof envelope = {
    ...envelope,
    seal: (plaintext, ...more) => envelope.seal(removeId(plaintext), ...more),
    sign: (plaintext, ...more) => envelope.sign(removeId(plaintext), ...more),
  }
  const { signDeposit } = createSender({ ...sender, suite: { ...sender.suite, envelope: changed } })
  const { receiver } = createShop({ profile })
  using recorded = recordChannels('custody:message')
  await send(receiver.fetch, signDeposit())
  expect(recorded.list('error')).toEqual([
    { ...deposit, effect: 'rejected', code: 'PARAMETERS_INVALID', status: 200, received: 0, sent, duration },
  ])
})

test('a request that is no message publishes nothing', async () => {
  const { receiver } = createShop()
  using recorded = recordChannels('custody:message')
  await receiver.fetch(new Request('http://shop/api/v1/deposit/notify'))
  await receiver.fetch(post('', '/api/v1/deposit'))
  expect(recorded.events).toEqual([])
})

test('the hook and the channel have the same facts', async () => {
  const platform = createTestPlatform()
  const reports: MessageReport[] = []
  const { receiver } = createShop({ profile: platform.receiver, onMessage: (report) => void reports.push(report) })
  using recorded = recordChannels('custody:message')
  await platform.send(receiver.fetch, platform.signDeposit())
  await new Promise((resolve) => setImmediate(resolve))
  expect(recorded.list('asyncEnd')).toMatchObject(reports)
})

test('without subscribers, no context is built', async () => {
  const response = {
    status: 200,
    get length(): number {
      throw new Error('built')
    },
  }
  const respond = createMessageLog(undefined, () => 0).watch(async () => response)
  expect(await respond(post(''))).toBe(response)
  using _recorded = recordChannels('custody:message')
  await expect(respond(post(''))).rejects.toThrow('built')
})
