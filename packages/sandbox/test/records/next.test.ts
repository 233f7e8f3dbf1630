import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { requestMpcWithdrawal } from '../../src/life/mpc-withdrawals.ts'
import { openNetwork } from '../../src/merchants/networks.ts'
import { fundWallet } from '../../src/merchants/wallets.ts'
import { listAttention } from '../../src/overview/attention.ts'
import { describeRecord } from '../../src/records/detail.ts'
import { type RecordKindName, recordKinds } from '../../src/records/kinds.ts'
import { listNames } from '../../src/states/table.ts'
import { appId, createEngineFixture } from '../support/engine.ts'
import { createBusySandbox } from '../support/records.ts'
import { createTestSandbox, start } from '../support/sandbox.ts'

const symbol = 'BTC'

/** A sandbox with a user who has an address, and a payment of 1 BTC that no block contains. */
async function createPaidSandbox() {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const { uid } = await control.users.create({})
  await control.addresses.generate({ symbol, count: 1 })
  const { address: to } = await control.addresses.assign({ uid, symbol })
  await control.chain.pay({ symbol, to, amount: '1' })
  return { control, uid }
}

/** The same with a withdrawal of 0.1 BTC. */
async function createWithdrawal() {
  const { control, uid } = await createPaidSandbox()
  await control.merchants.update({ appId: 'demo-modern', payer: 'platform' })
  await control.chain.mine(3)
  const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.1', to: 'outside' })
  return { control, id }
}

type Control = Sandbox['control']
const readNext = async ({ records }: Control, kind: 'deposit' | 'withdrawal', id = 1) =>
  (await records.get({ kind, id })).next

const block = 600_000

/** Adds records of an MPC wallet that wait for blocks or for a timer. */
async function addMoving({ coins, delegations, mpcWithdrawals, stakes }: Control): Promise<void> {
  const wallet = 9
  await stakes.unbond({ id: 4 })
  await stakes.stake({ wallet, symbol, requestId: 'moving', amount: '1' })
  const request = { wallet, symbol, to: 'outside', amount: '0.1' }
  const { id } = await mpcWithdrawals.request({ ...request, requestId: 'moving' })
  await mpcWithdrawals.approve({ id })
  await mpcWithdrawals.pay({ id })
  for (const each of [symbol, 'TRX']) await coins.update({ symbol: each, mode: 'timed' })
  await mpcWithdrawals.request({ ...request, requestId: 'timed' })
  await delegations.create({ wallet, symbol: 'TRX', to: 'TReceiver', net: 345, requestId: 'timed' })
}

interface Subject {
  readonly kind: RecordKindName
  readonly id: number
}

/** Lists the records that have a state. */
async function listSubjects({ records }: Control): Promise<readonly Subject[]> {
  const kinds = listNames(recordKinds).filter((kind) => recordKinds[kind].states)
  const lists = await Promise.all(kinds.map((kind) => records.list({ kind })))
  return lists.flat().map(({ kind, id }) => ({ kind, id }))
}

describe('the next change', () => {
  test('of a deposit is its credit, after the missing blocks', async () => {
    const { control } = await createPaidSandbox()
    const credit = { event: 'confirm', state: 'credited', due: start + 3 * block, network: 'Bitcoin' }
    expect(await readNext(control, 'deposit')).toEqual({ ...credit, blocks: 3 })
    await control.time.advance(block)
    expect(await readNext(control, 'deposit')).toEqual({ ...credit, blocks: 2 })
  })

  test('of a deposit has no time if only chain.mine makes blocks', async () => {
    const { control } = await createPaidSandbox()
    await control.networks.update({ name: 'Bitcoin', interval: 0 })
    await control.chain.mine(1, 'Bitcoin')
    expect(await readNext(control, 'deposit')).toMatchObject({ state: 'credited', due: null, blocks: 2 })
  })

  test.each(['hold', 'check'] as const)('is null for a deposit after %s', async (action) => {
    const { control } = await createPaidSandbox()
    await control.deposits[action]({ id: 1 })
    expect(await readNext(control, 'deposit')).toBeNull()
  })

  test('of a withdrawal is its approval at a time', async () => {
    const { control, id } = await createWithdrawal()
    const due = control.time.now() + 60_000
    expect(await readNext(control, 'withdrawal', id)).toEqual({ event: 'approve', state: 'paying', due })
  })

  test('of a held withdrawal is null until it was sent', async () => {
    const { control, id } = await createWithdrawal()
    await control.withdrawals.hold({ id })
    expect(await readNext(control, 'withdrawal', id)).toBeNull()
    await control.withdrawals.release({ id })
    await control.time.advance('3m')
    await control.withdrawals.hold({ id })
    expect(await readNext(control, 'withdrawal', id)).toMatchObject({
      state: 'succeeded',
      network: 'Bitcoin',
      blocks: 3,
    })
  })

  test('is null while the merchant pays withdrawals, or the coin is manual', async () => {
    const { control, id } = await createWithdrawal()
    await control.time.advance('1m')
    expect(await readNext(control, 'withdrawal', id)).toMatchObject({ event: 'pay', state: 'paying' })
    await control.merchants.update({ appId: 'demo-modern', payer: 'merchant' })
    expect(await readNext(control, 'withdrawal', id)).toBeNull()
    await control.merchants.update({ appId: 'demo-modern', payer: 'platform' })
    await control.coins.update({ symbol, mode: 'manual' })
    expect(await readNext(control, 'withdrawal', id)).toBeNull()
  })

  test('is what happens at its time', async () => {
    const { control } = await createBusySandbox()
    await addMoving(control)
    const before = await control.snapshot()
    const idle = new Map<string, Subject>()
    for (const subject of await listSubjects(control)) {
      const { next, state } = await control.records.get(subject)
      if (!next) idle.set(`${subject.kind} ${subject.id} ${state}`, subject)
      if (!next) continue
      const due = next.due ?? 0
      await control.time.set(due - 1)
      expect([subject, (await control.records.get(subject)).state]).toEqual([subject, state])
      await control.time.set(due)
      expect([subject, (await control.records.get(subject)).state]).toEqual([subject, next.state])
      await control.restore(before)
    }
    await control.time.runUntilIdle()
    await control.chain.mine(20)
    const states: string[] = []
    for (const [, subject] of idle) {
      const { state } = await control.records.get(subject)
      states.push(`${subject.kind} ${subject.id} ${state}`)
    }
    expect(states).toEqual([...idle.keys()])
  })

  test('is null for a record whose timer failed, which then needs a decision', async () => {
    const { engine, store } = await createEngineFixture()
    await engine.run(async (work) => {
      await openNetwork(work, appId, 'Bitcoin')
      await fundWallet(work, { appId, wallet: 9, symbol }, '1')
      await requestMpcWithdrawal(work, { appId, wallet: 9, symbol, requestId: 'r1', to: 'outside', amount: '0.1' })
    })
    const readDescription = () => engine.readSnapshot((work) => describeRecord(work, 'mpc_withdrawal', 1))
    expect((await readDescription()).next).toMatchObject({ event: 'approve' })
    await store.transaction((db) => db.updateTable('timers').set({ error: 'failed' }).execute())
    expect((await readDescription()).next).toBeNull()
    const types = (await listAttention(store.db, appId)).map(({ type }) => type)
    expect(types).toEqual(['undecided', 'low-pool', 'failed-timer'])
  })

  test('is null for a final record, and for a record without states', async () => {
    const { control } = await createPaidSandbox()
    await control.chain.mine(3)
    expect(await readNext(control, 'deposit')).toBeNull()
    expect((await control.records.get({ kind: 'account', id: 1 })).next).toBeNull()
  })
})
