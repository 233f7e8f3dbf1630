import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { listAttention } from '../../src/overview/attention.ts'
import { appId, createEngineFixture } from '../support/engine.ts'
import { createBusySandbox } from '../support/records.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const symbol = 'BTC'

/** Pays a new user. Returns the uid. */
async function payUser({ control }: Sandbox, amount: string): Promise<number> {
  const { uid } = await control.users.create({})
  await control.addresses.generate({ symbol, count: 6 })
  const { address: to } = await control.addresses.assign({ uid, symbol })
  await control.chain.pay({ symbol, to, amount })
  await control.chain.mine(3)
  return uid
}

describe('totals of users', () => {
  test('are the sums of their balances', async () => {
    const { control } = await createBusySandbox()
    const accounts = await control.records.list({ kind: 'account', limit: 1000 })
    const { totals } = await control.overview.get()
    expect(totals.map((total) => total.symbol)).toEqual(['BTC', 'ETH', 'USDT'])
    for (const total of totals) {
      const own = accounts.filter(
        ({ values }) => values['symbol'] === total.symbol && `${values['owner']}`.startsWith('user '),
      )
      const sum = (name: string) => own.reduce((all, { values }) => all + toUnits(`${values[name]}`), 0n)
      expect([total.symbol, toUnits(total.available), toUnits(total.locked), total.users]).toEqual([
        total.symbol,
        sum('available'),
        sum('locked'),
        own.length,
      ])
    }
  })

  test('leave out coins without funds, and other merchants', async () => {
    const sandbox = await createTestSandbox()
    await payUser(sandbox, '1')
    const { control } = sandbox
    expect((await control.overview.get()).totals).toEqual([{ symbol, available: '1', locked: '0', users: 1 }])
    expect((await control.overview.get({ appId: 'demo-classic' })).totals).toEqual([])
  })
})

// Amounts of the tests have at most 18 decimal places.
const toUnits = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

const undecided = (kind: string, state: string) => ({
  type: 'undecided',
  call: 'records.list',
  parameters: { kind, state },
  count: 1,
})
const lowPool = { type: 'low-pool', call: 'addresses.pools', parameters: {}, count: 1 }
const createHeld = (kind: string) => ({
  type: 'held',
  call: 'records.list',
  parameters: { kind, held: true },
  count: 1,
})
const notification = {
  symbol,
  txid: 't1',
  address_from: 'f1',
  confirm: 1,
  status: 1,
  request_id: 'r1',
  balance: '0.5',
}

/** Causes of an entry by a name. Each runs with a user who has 1 BTC. */
const causes: Readonly<
  Record<string, readonly [cause: (sandbox: Sandbox, uid: number) => Promise<unknown>, entry: unknown]>
> = {
  'a held deposit': [
    async ({ control }, uid) => {
      await payAgain(control, uid)
      await control.deposits.hold({ id: 2 })
    },
    createHeld('deposit'),
  ],
  'a paused deposit': [
    async ({ control }, uid) => {
      await payAgain(control, uid)
      await control.deposits.pause({ id: 2 })
    },
    undecided('deposit', 'paused'),
  ],
  'a held withdrawal': [
    async ({ control }, uid) => {
      const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
      await control.withdrawals.hold({ id })
    },
    createHeld('withdrawal'),
  ],
  'an escalated withdrawal': [
    async ({ control }, uid) => {
      const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
      await control.withdrawals.check({ id })
      await control.withdrawals.escalate({ id })
    },
    undecided('withdrawal', 'escalated'),
  ],
  'a withdrawal of a manual coin': [
    async ({ control }, uid) => {
      await control.coins.update({ symbol, mode: 'manual' })
      await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
    },
    undecided('withdrawal', 'reviewing'),
  ],
  'a withdrawal whose coin became manual': [
    async ({ control }, uid) => {
      await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
      await control.coins.update({ symbol, mode: 'manual' })
    },
    undecided('withdrawal', 'reviewing'),
  ],
  'a pool of few addresses': [
    async ({ control }) => {
      const { uid } = await control.users.create({})
      await control.addresses.assign({ uid, symbol })
    },
    lowPool,
  ],
  'a delivery that was given up': [
    async ({ control }) => {
      await control.merchants.update({ appId: 'demo-modern', notificationUrls: ['http://127.0.0.1:9'] })
      await control.notifications.send({ kind: 'deposit', content: { ...notification, address_to: 'a1', amount: '1' } })
      await control.time.runUntilIdle()
    },
    { type: 'given-up', call: 'notifications.list', parameters: { state: 'given up' }, count: 1 },
  ],
  'a delivery that failed and is retried': [
    async ({ control }) => {
      await control.merchants.update({ appId: 'demo-modern', notificationUrls: ['http://127.0.0.1:9'] })
      await control.notifications.send({ kind: 'deposit', content: { ...notification, address_to: 'a1', amount: '1' } })
      await control.time.advance(0)
    },
    { type: 'retry', parameters: {}, count: 1 },
  ],
  'a fault': [
    ({ control }) => control.faults.add({ kind: 'latency', milliseconds: 1, times: 1 }),
    { type: 'fault', call: 'faults.list', parameters: {}, count: 1 },
  ],
  'a rejected duplicate with other content': [
    async (sandbox, uid) => {
      const { address } = await sandbox.control.addresses.assign({ uid, symbol })
      await notify(sandbox, address, '0.5')
      await notify(sandbox, address, '0.4')
    },
    { type: 'conflict', call: 'requests.list', parameters: { repeat: 'conflict' }, count: 1 },
  ],
}

const createPost = (path: string, body: object) =>
  new Request(`http://sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const notify = ({ plain }: Sandbox, to: string, amount: string) =>
  plain(createPost('/api/v1/deposit/notify', { ...notification, address_to: to, amount }))

async function payAgain({ addresses, chain }: Sandbox['control'], uid: number): Promise<void> {
  const { address: to } = await addresses.assign({ uid, symbol })
  await chain.pay({ symbol, to, amount: '1' })
}

describe('what needs attention', () => {
  test('is nothing at first, and while timers act', async () => {
    const sandbox = await createTestSandbox()
    expect((await sandbox.control.overview.get()).attention).toEqual([])
    const uid = await payUser(sandbox, '1')
    await sandbox.control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
    expect((await sandbox.control.overview.get()).attention).toEqual([])
  })

  test('is nothing once a held withdrawal is rejected, in a coin whose users share an address, or for another merchant', async () => {
    const sandbox = await createTestSandbox()
    const { control, plain } = sandbox
    const uid = await payUser(sandbox, '1')
    const { address: to } = await control.addresses.assign({ uid, symbol })
    const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
    await control.withdrawals.hold({ id })
    await control.withdrawals.audit({ id, by: 'platform', decision: 'reject' })
    await plain(createPost('/api/v1/address/register', { symbol: 'XRP', addresses: ['r1'], memo: true }))
    expect((await control.overview.get()).attention).toEqual([])
    for (const amount of ['0.5', '0.4']) await notify(sandbox, to, amount)
    expect((await control.overview.get({ appId: 'demo-classic' })).attention).toEqual([])
  })

  test.each(Object.entries(causes))('contains %s', async (_name, [cause, entry]) => {
    const notificationFetch = () => Promise.reject(new TypeError('fetch failed'))
    const sandbox = await createTestSandbox({ notificationFetch })
    await cause(sandbox, await payUser(sandbox, '1'))
    expect((await sandbox.control.overview.get()).attention).toEqual([entry])
  })
})

test('a failed timer needs attention, for each merchant', async () => {
  const { store } = await createEngineFixture()
  const timer = { due: 0, kind: 'step', subject: 'withdrawal 1', error: '' }
  await store.transaction((db) => db.insertInto('timers').values(timer).execute())
  expect(await listAttention(store.db, appId)).toEqual([lowPool])
  await store.transaction((db) => db.updateTable('timers').set({ error: 'failed' }).execute())
  expect(await listAttention(store.db, 'demo-classic')).toEqual([{ type: 'failed-timer', parameters: {}, count: 1 }])
})

describe('latest changes', () => {
  test('name the record, its states and the cause, the newest first', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    await payUser(sandbox, '1.5')
    const { changes } = await control.overview.get()
    const record = { kind: 'deposit', id: 1, symbol, amount: '1.5', request: '', time: control.time.now() }
    expect(changes).toEqual([
      { ...record, state: 'credited', previous: 'confirming', cause: 'chain.mine' },
      { ...record, state: 'confirming', cause: 'chain.pay' },
    ])
    expect((await control.overview.get({ appId: 'demo-classic' })).changes).toEqual([])
  })

  test('name the state before, and are found behind 100 changes of another merchant', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    const uid = await payUser(sandbox, '1')
    const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
    await control.withdrawals.check({ id })
    await control.withdrawals.escalate({ id })
    const other = { appId: 'demo-classic', wallet: 9, symbol }
    await control.networks.open({ appId: other.appId, network: 'Bitcoin' })
    await control.mpc.fund({ ...other, amount: '1' })
    for (let at = 0; at < 50; at += 1) {
      const request = { ...other, requestId: `r${at}`, to: 'outside', amount: '0.1' }
      const { id: denied } = await control.mpcWithdrawals.request(request)
      await control.mpcWithdrawals.deny({ id: denied })
    }
    const { changes } = await control.overview.get()
    expect(changes.map(({ state, previous }) => [state, previous])).toEqual([
      ['escalated', 'checking'],
      ['checking', 'reviewing'],
      ['reviewing', undefined],
      ['credited', 'confirming'],
      ['confirming', undefined],
    ])
  })

  test('are at most 20', async () => {
    const { control } = await createBusySandbox()
    const { changes } = await control.overview.get()
    expect(changes).toHaveLength(20)
    expect(changes.map(({ time }) => time)).toEqual(changes.map(({ time }) => time).toSorted((a, b) => b - a))
  })
})

test('an unknown merchant is an error', async () => {
  const { control } = await createTestSandbox()
  await expect(control.overview.get({ appId: 'unknown-1' })).rejects.toThrow('There is no merchant unknown-1')
})
