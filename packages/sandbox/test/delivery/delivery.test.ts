import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { SandboxOptions } from '../../src/index.ts'
import { createScratchFolder } from '../support/files.ts'
import { createNotifiedShop } from '../support/notified.ts'
import { createReceiver } from '../support/receiver.ts'
import { appIds, createClient, createTestSandbox, start } from '../support/sandbox.ts'

const url = 'http://127.0.0.1:9/shop'

describe.each(appIds)('the receiver of %s', (appId) => {
  test('is notified of a deposit once it is credited', async () => {
    const { control, receiver, payShop: pay } = await createNotifiedShop({ appId })
    const txid = await pay('0.5')
    await control.chain.mine(2)
    await control.time.advance(0)
    expect(receiver.notifications).toEqual([])
    await control.chain.mine()
    await control.time.advance(0)
    expect(receiver.notifications).toEqual([
      {
        request_id: `deposit-1-${txid.slice(0, 16)}`,
        address_from: expect.stringMatching(/./),
        address_to: `${appId}-BTC-1`,
        txid,
        amount: '0.5',
        confirm: 3,
        symbol: 'BTC',
        balance: '0.5',
        status: 1,
      },
    ])
    expect(await control.notifications.list()).toMatchObject([
      { id: 1, appId, kind: 'deposit', sender: 'platform', url, state: 'delivered', attempts: 1 },
    ])
    const { log } = await control.notifications.get({ id: 1 })
    expect(log).toMatchObject([{ time: start, status: 200, failure: '', detail: '' }])
    expect([log[0]?.sent, log[0]?.response]).toEqual([
      expect.stringContaining(appId),
      expect.not.stringContaining('request_id'),
    ])
  })

  test('is notified of a failed deposit, unless the merchant notified the failure', async () => {
    const { control, custody, receiver, payShop: pay, address } = await createNotifiedShop({ appId })
    const txid = await pay('0.5')
    await control.deposits.fail({ id: 1 })
    await control.time.runUntilIdle()
    const facts = { address_to: address, txid, amount: '0.5', symbol: 'BTC', balance: '0' }
    const request_id = `deposit-1-${txid.slice(0, 16)}`
    expect(receiver.notifications).toMatchObject([{ ...facts, request_id, status: 0 }])
    await custody.notifications.deposit({ ...facts, request_id, confirm: 3, status: 1 })
    await control.time.runUntilIdle()
    expect(receiver.notifications).toHaveLength(1)
  })

  test('is notified of each collection that cost a miner fee', async () => {
    const { control, custody, receiver, uid } = await createNotifiedShop({ appId })
    await control.merchants.update({ appId, autoCollection: true })
    await custody.addresses.register({ symbol: 'ETH', addresses: ['eth-1'], memo: false })
    const { deposit_address: to } = await custody.accounts.get({ uid, symbol: 'ETH' })
    await control.chain.pay({ symbol: 'ETH', to, amount: '2' })
    await control.time.runUntilIdle()
    expect(receiver.notifications).toMatchObject([
      { amount: '2', status: 1 },
      { address_from: 'eth-1', amount: '1.9995', fee: '0.0005', confirm: 12, balance: '1.9995' },
    ])
    const [last] = await control.notifications.list()
    expect(last).toMatchObject({ kind: 'internal', state: 'delivered' })
  })
})

test('a deposit that the merchant notified is not notified back', async () => {
  const { control, custody, receiver, address } = await createNotifiedShop()
  await custody.notifications.deposit({
    request_id: 'own-1',
    address_to: address,
    txid: 'abc',
    amount: '1',
    confirm: 3,
    symbol: 'BTC',
    balance: '1',
    status: 1,
  })
  await control.time.runUntilIdle()
  expect([receiver.notifications, await control.notifications.list()]).toEqual([[], []])
})

describe('a deposit that a reorganization undid', () => {
  test('is notified as failed, and as another one when it returns with another txid', async () => {
    const { control, custody, receiver, payShop: pay } = await createNotifiedShop()
    const txids = [await pay('0.5')]
    const formatRequestId = (txid = '') => `deposit-1-${txid.slice(0, 16)}`
    await control.chain.mine(3)
    for (let times = 1; times <= 2; times += 1) {
      await control.chain.reorg({ network: 'Bitcoin', depth: 3, shortage: 'shortage' })
      await control.time.advance(0)
      const [undone = '', facts] = [txids.at(-1), { amount: '0.5', symbol: 'BTC' }]
      const failure = { ...facts, request_id: formatRequestId(undone), txid: undone, confirm: 0, status: 0 }
      expect(receiver.notifications.at(-1)).toMatchObject(failure)
      const [returning] = await custody.deposits.sync({ max_id: '0' })
      const txid = returning?.txid ?? ''
      txids.push(txid)
      await control.chain.mine(3)
      await control.time.runUntilIdle()
      const success = { ...facts, request_id: formatRequestId(txid), txid, confirm: 3, status: 1 }
      expect(receiver.notifications.at(-1)).toMatchObject(success)
      expect(receiver.notifications).toHaveLength(1 + 2 * times)
    }
    expect(new Set(txids).size).toBe(3)
  })

  test('is not notified if it was not credited before', async () => {
    const { control, receiver, payShop: pay } = await createNotifiedShop()
    await pay('0.5')
    await control.chain.mine(2)
    await control.chain.reorg({ network: 'Bitcoin', depth: 2 })
    await control.time.advance(0)
    expect(receiver.notifications).toEqual([])
  })

  test('is not notified if the merchant notified it', async () => {
    const { control, custody, receiver, payShop: pay, address } = await createNotifiedShop()
    const facts = { txid: await pay('0.5'), amount: '0.5', symbol: 'BTC', balance: '0' }
    await custody.notifications.deposit({
      ...facts,
      request_id: 'own-1',
      address_to: address,
      confirm: 1,
      status: 1,
    })
    await control.chain.mine(3)
    await control.chain.reorg({ network: 'Bitcoin', depth: 3, shortage: 'shortage' })
    await control.time.runUntilIdle()
    expect(receiver.notifications).toEqual([])
  })
})

test('each receiver of a merchant gets its own notification', async () => {
  const { control, creditShop: credit, appId } = await createNotifiedShop()
  await control.merchants.update({
    appId,
    notificationUrls: ['http://127.0.0.1:9/shop', 'http://127.0.0.1:8/shop'],
  })
  await credit()
  await control.time.runUntilIdle()
  const all = await control.notifications.list()
  expect(all.map((each) => [each.url, each.state])).toEqual([
    ['http://127.0.0.1:8/shop', 'delivered'],
    ['http://127.0.0.1:9/shop', 'delivered'],
  ])
})

test('as the merchant, a sandbox notifies another one of a deposit', async () => {
  const other = await createTestSandbox()
  const custody = createClient(other)
  const {
    control,
    creditShop: credit,
    address,
  } = await createNotifiedShop({
    notificationFetch: async (location, init) => other.wire(new Request(location, init)),
  })
  await custody.addresses.register({ symbol: 'BTC', addresses: [address], memo: false })
  const { uid } = await other.control.users.create({ appId: 'demo-modern' })
  await custody.accounts.get({ uid, symbol: 'BTC' })
  await control.merchants.update({ appId: 'demo-modern', notificationUrls: ['http://platform.example'] })
  await control.notifications.configure({ sender: 'merchant' })
  await credit('0.25')
  await control.time.runUntilIdle()
  expect(await control.notifications.list()).toMatchObject([{ sender: 'merchant', state: 'delivered' }])
  expect((await custody.accounts.get({ uid, symbol: 'BTC' })).normal_balance).toBe('0.25')
})

const rejectFetch = () => Promise.reject(new TypeError('fetch failed'))

/** Time, failure and HTTP status of each attempt. */
const summarizeLog = (log: readonly { time: number; failure: string; status: number; detail: string }[]) =>
  log.map(({ time, failure, status, detail }) =>
    `${new Date(time).toISOString().slice(11, 19)} ${failure || 'delivered'} ${status} ${detail}`.trim(),
  )

test('a receiver that is down for an hour gets its notification with the next retry', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop()
  receiver.respond = rejectFetch
  await credit()
  await control.time.advance('1h')
  receiver.respond = undefined
  expect(receiver.notifications).toEqual([])
  await control.time.advance('2h')
  expect(receiver.notifications).toHaveLength(1)
  const { log } = await control.notifications.get({ id: 1 })
  expect(summarizeLog(log)).toMatchInlineSnapshot(`
    [
      "00:00:00 connection-failed 0 fetch failed",
      "00:00:01 connection-failed 0 fetch failed",
      "00:02:01 connection-failed 0 fetch failed",
      "00:10:01 connection-failed 0 fetch failed",
      "00:42:01 connection-failed 0 fetch failed",
      "02:50:01 delivered 200",
    ]
  `)
})

test('the sandbox gives up after the fifth retry, until a redelivery', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop()
  receiver.respond = rejectFetch
  await credit()
  const report = await control.time.runUntilIdle()
  expect(report.waiting).toEqual({ 'notification given up': 1 })
  expect(await control.notifications.list({ state: 'given up' })).toMatchObject([{ id: 1, attempts: 6 }])
  expect(control.time.now() - start).toBe(1000 + (2 + 8 + 32 + 128) * 60_000)
  receiver.respond = undefined
  expect(await control.notifications.redeliver({ id: 1 })).toMatchObject({ state: 'waiting', attempts: 0 })
  await control.time.advance(0)
  expect(await control.notifications.get({ id: 1 })).toMatchObject({ state: 'delivered', attempts: 1 })
  expect((await control.notifications.get({ id: 1 })).log).toHaveLength(7)
})

test('redeliverAll sends all failed notifications again', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop()
  await credit()
  await control.time.advance(0)
  receiver.respond = rejectFetch
  await credit('0.1')
  await control.time.runUntilIdle()
  await credit('0.2')
  await control.time.advance(0)
  receiver.respond = undefined
  expect(await control.notifications.redeliverAll()).toEqual({ count: 2 })
  await control.time.advance(0)
  expect((await control.notifications.list()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
})

test('a later notification with the same subject waits for the earlier one', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop()
  await control.notifications.configure({ enabled: false })
  await credit('0.1')
  await credit('0.2')
  receiver.respond = rejectFetch
  await control.notifications.send({ deposits: [1, 2] })
  await control.time.advance(0)
  expect((await control.notifications.list()).map(({ attempts }) => attempts)).toEqual([0, 1])
  receiver.respond = undefined
  await control.time.advance('1s')
  expect(receiver.notifications.map(({ amount }) => amount)).toEqual(['0.1', '0.2'])
})

test('a deposit that its merchant claims on the chain is not notified back', async () => {
  const { control, custody, receiver, payShop: pay, address } = await createNotifiedShop()
  const txid = await pay('0.5')
  const facts = { address_to: address, txid, amount: '0.5', symbol: 'BTC', balance: '0' }
  await custody.notifications.deposit({ ...facts, request_id: 'own-1', confirm: 3, status: 1 })
  await control.chain.mine(3)
  await control.time.runUntilIdle()
  expect(receiver.notifications).toEqual([])
})

test.each([0, 20_001, 1.5])('a timeout of %d ms is rejected', async (notificationTimeout) => {
  await expect(createTestSandbox({ notificationTimeout })).rejects.toThrow(
    `notificationTimeout must be an integer of milliseconds from 1 to 20000, not ${notificationTimeout}.`,
  )
})

test('events create no notifications while these are off', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop()
  expect(await control.notifications.configure()).toEqual({
    enabled: true,
    sender: 'platform',
    accept: 'signed',
  })
  await control.notifications.configure({ enabled: false })
  await credit()
  await control.notifications.configure({ enabled: true })
  await control.time.runUntilIdle()
  expect(receiver.notifications).toEqual([])
})

test('a notification survives a restart', async () => {
  const options: SandboxOptions = { data: join(createScratchFolder(), 'rows.db'), machineClock: () => start }
  const first = await createNotifiedShop(options)
  first.receiver.respond = rejectFetch
  await first.creditShop()
  await first.control.time.advance(0)
  await first.sandbox.close()
  const receiver = createReceiver(() => second, 'demo-modern')
  const second = await createTestSandbox({ ...options, notificationFetch: receiver.fetch })
  await second.control.time.advance('1s')
  expect(receiver.notifications).toMatchObject([{ status: 1 }])
})

test('closing the sandbox aborts running attempts, and a restart sends their notifications again', async () => {
  const options: SandboxOptions = { data: join(createScratchFolder(), 'rows.db'), machineClock: () => start }
  const first = await createNotifiedShop(options)
  let isSent = false
  const { sandbox } = first
  first.receiver.respond = () => {
    isSent = true
    return new Promise<Response>(() => {})
  }
  await first.creditShop()
  await expect.poll(() => isSent).toBe(true)
  await sandbox.close()
  const receiver = createReceiver(() => second, 'demo-modern')
  const second = await createTestSandbox({ ...options, notificationFetch: receiver.fetch })
  await second.control.time.advance(0)
  expect(receiver.notifications).toHaveLength(1)
})

test('on a running clock, a notification is sent and retried automatically', async () => {
  const { control, receiver, creditShop: credit } = await createNotifiedShop({ machineClock: Date.now })
  let calls = 0
  receiver.respond = () => {
    calls += 1
    if (calls === 1) receiver.respond = undefined
    throw new TypeError('fetch failed')
  }
  await credit()
  await expect.poll(() => receiver.notifications.length).toBe(1)
  await expect.poll(async () => (await control.notifications.list({ state: 'delivered' })).length).toBe(1)
  expect(await control.notifications.list()).toMatchObject([{ attempts: 2 }])
})
