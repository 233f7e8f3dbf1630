import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { findFaults } from '../support/invariants.ts'
import { createShop, listDeposits } from '../support/merchant.ts'
import { listMoves, createSandboxInMode, getWallet } from '../support/mpc.ts'
import { readData } from '../support/rows.ts'
import { appIds, createClient, createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const order = { requestId: 'mpc-1', wallet: 7, symbol: 'USDT', to: '0xcustomer', amount: '250.5' }

async function fundSandbox(sandbox: Sandbox): Promise<Sandbox> {
  await sandbox.control.mpc.fund({ wallet: 7, symbol: 'USDT', amount: '1000' })
  await sandbox.control.mpc.fund({ wallet: 7, symbol: 'ETH', amount: '1' })
  return sandbox
}

const getStatus = async (sandbox: Sandbox, requestId = 'mpc-1') => {
  const [record] = await createClient(sandbox).mpcWithdrawals.list({ ids: [requestId] })
  return record?.status
}

describe('an MPC withdrawal in the mode timed', () => {
  test('is approved and paid after a minute each, and completes once the chain confirms it', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { control } = sandbox
    expect(await control.mpcWithdrawals.request(order)).toMatchObject({
      state: 'waiting',
      values: { txid: '', real_fee: '0' },
    })
    await control.time.advance('59s')
    expect(await getStatus(sandbox)).toBe(1000)
    await control.time.advance('1s')
    expect(await getStatus(sandbox)).toBe(1100)
    await control.time.advance('1m')
    expect(await getStatus(sandbox)).toBe(1200)
    await control.time.advance('1h')
    const [record] = await createClient(sandbox).mpcWithdrawals.list({ ids: ['mpc-1'] })
    expect(record).toMatchObject({
      request_id: 'mpc-1',
      symbol: 'USDT',
      amount: '250.5',
      fee: '0.001',
      real_fee: '0.001',
      fee_symbol: 'ETH',
      base_symbol: 'ETH',
      withdraw_source: 2,
      address_to: '0xcustomer',
      sub_wallet_id: 7,
      confirmations: 12,
      contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      status: 2000,
    })
    // Blocks come every 12 seconds from 22,000,000 on; it was sent after 120 seconds.
    expect(record?.tx_height).toBe(22_000_011)
    expect(record?.txid).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '749.5', locked: '0' })
    expect(await getWallet(sandbox, 'ETH')).toMatchObject({ available: '0.999', locked: '0' })
  })

  test('completes when the sandbox runs until it is idle', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    await sandbox.control.mpcWithdrawals.request(order)
    expect(await sandbox.control.time.runUntilIdle()).toMatchObject({ stopped: false })
    expect(await getStatus(sandbox)).toBe(2000)
  })
})

test('a withdrawal that has ended leaves no timer', async () => {
  const sandbox = await fundSandbox(await createTestSandbox())
  const { id } = await sandbox.control.mpcWithdrawals.request(order)
  await sandbox.control.mpcWithdrawals.discard({ id })
  expect(await sandbox.control.time.runUntilIdle()).toMatchObject({ timers: 0 })
})

test('a withdrawal in the mode instant completes at once', async () => {
  const sandbox = await fundSandbox(await createSandboxInMode('instant'))
  const record = await sandbox.control.mpcWithdrawals.request(order)
  expect(record).toMatchObject({
    state: 'done',
    values: { real_fee: '0.001', confirmations: 12, tx_height: 22_000_000 },
  })
  expect(record.values['txid']).not.toBe('')
})

test('a withdrawal in the mode manual moves only by control and the chain', async () => {
  const sandbox = await fundSandbox(await createSandboxInMode('manual'))
  const { mpcWithdrawals, time, chain } = sandbox.control
  const { id } = await mpcWithdrawals.request(order)
  expect(await time.runUntilIdle()).toEqual({
    timers: 0,
    stopped: false,
    waiting: { 'mpc_withdrawal waiting': 1 },
    failed: [],
  })
  expect(await getStatus(sandbox)).toBe(1000)
  await mpcWithdrawals.approve({ id })
  await time.advance('1d')
  expect(await getStatus(sandbox)).toBe(1100)
  await mpcWithdrawals.pay({ id })
  await chain.mine(11)
  expect(await getStatus(sandbox)).toBe(1200)
  await chain.mine(1)
  expect(await getStatus(sandbox)).toBe(2000)
})

describe('the funds of a withdrawal', () => {
  test('are reserved in two coins until it ends', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    await sandbox.control.mpcWithdrawals.request(order)
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '749.5', locked: '250.5' })
    expect(await getWallet(sandbox, 'ETH')).toMatchObject({ available: '0.999', locked: '0.001' })
  })

  test.each([
    ['deny', [], 2100, 'not approved'],
    ['reject', [], 2200, 'rejected'],
    ['discard', ['approve'], 2300, 'discarded'],
    ['fail', ['approve'], 2400, 'failed'],
    ['fail', ['approve', 'pay'], 2400, 'failed'],
  ] as const)('are free again after %s, with %j before', async (event, before, status, how) => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { mpcWithdrawals } = sandbox.control
    const { id } = await mpcWithdrawals.request(order)
    for (const each of before) await mpcWithdrawals[each]({ id })
    expect(await mpcWithdrawals[event]({ id })).toMatchObject({ values: { status } })
    await sandbox.control.time.advance('1d')
    expect(await getStatus(sandbox)).toBe(status)
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '1000', locked: '0' })
    expect(await getWallet(sandbox, 'ETH')).toMatchObject({ available: '1', locked: '0' })
    expect(await listMoves(sandbox, 'USDT')).toEqual([
      'posted 1000 funded by control',
      'pending -250.5 MPC withdrawal',
      `voided -250.5 MPC withdrawal ${how}`,
    ])
  })
})

test('an MPC withdrawal of a coin without a miner fee costs no fee', async () => {
  const sandbox = await fundSandbox(await createTestSandbox())
  await sandbox.control.coins.update({ symbol: 'USDT', minerFee: '0' })
  await sandbox.control.mpcWithdrawals.request(order)
  await sandbox.control.time.advance('1h')
  expect(await getStatus(sandbox)).toBe(2000)
  expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '749.5', locked: '0' })
  expect(await getWallet(sandbox, 'ETH')).toMatchObject({ available: '1', locked: '0' })
})

describe('an MPC withdrawal to the deposit address of a user', () => {
  /** A user, and a withdrawal that was sent to the user. */
  async function sendToUser(appId: (typeof appIds)[number] = 'demo-modern') {
    const sandbox = await fundSandbox(await createTestSandbox())
    const shop = await createShop({ symbol: 'USDT', appId }, sandbox)
    const { chain, mpcWithdrawals } = sandbox.control
    const { id } = await mpcWithdrawals.request({ ...order, to: shop.address })
    await mpcWithdrawals.approve({ id })
    await mpcWithdrawals.pay({ id })
    const [record] = await createClient(sandbox).mpcWithdrawals.list({ ids: ['mpc-1'] })
    const mine = (blocks: number) => chain.mine(blocks, 'Ethereum')
    return { ...shop, id, txid: record?.txid ?? '', mine, fail: () => mpcWithdrawals.fail({ id }) }
  }

  const expectSound = async ({ control }: Sandbox) => expect(findFaults(await control.snapshot())).toEqual([])

  test.each(appIds)('makes a deposit of %s that the same blocks confirm', async (appId) => {
    const shop = await sendToUser(appId)
    const { sandbox, txid, uid } = shop
    expect(await listDeposits(shop)).toMatchObject([{ uid, txid, symbol: 'USDT', amount: '250.5', status: 0 }])
    await shop.mine(12)
    expect(await getStatus(sandbox)).toBe(2000)
    expect(await listDeposits(shop)).toMatchObject([{ status: 1, confirmations: 12 }])
    expect([await shop.getAvailable(), (await getWallet(sandbox, 'USDT')).available]).toEqual(['250.5', '749.5'])
    await expectSound(sandbox)
  })

  test('makes a deposit at once in the mode instant', async () => {
    const sandbox = await fundSandbox(await createSandboxInMode('instant'))
    const shop = await createShop({ symbol: 'USDT' }, sandbox)
    await sandbox.control.mpcWithdrawals.request({ ...order, to: shop.address })
    expect(await shop.getAvailable()).toBe('250.5')
    await expectSound(sandbox)
  })

  test('keeps its deposit in a reorganization, under the new txid of both', async () => {
    const shop = await sendToUser()
    await shop.mine(3)
    await shop.sandbox.control.chain.reorg({ network: 'Ethereum', depth: 3 })
    const [record] = await createClient(shop.sandbox).mpcWithdrawals.list({ ids: ['mpc-1'] })
    expect(record?.txid).not.toBe(shop.txid)
    expect(await listDeposits(shop)).toMatchObject([{ txid: record?.txid, status: 0, confirmations: 0 }])
    await shop.mine(12)
    expect(await shop.getAvailable()).toBe('250.5')
    await expectSound(shop.sandbox)
  })

  test.each(['hold', 'check', 'pause'] as const)(
    'that fails before a block contains it fails its deposit, also after %s',
    async (decision) => {
      const shop = await sendToUser()
      const { control } = shop.sandbox
      const id = (await listDeposits(shop))[0]?.id ?? 0
      await control.deposits[decision]({ id })
      await shop.fail()
      expect(await listDeposits(shop)).toMatchObject([{ status: 2, amount: '250.5' }])
      expect((await control.records.get({ kind: 'deposit', id })).actions.filter(({ reason }) => !reason)).toEqual([])
      await control.time.advance('1d')
      expect([await shop.getAvailable(), (await getWallet(shop.sandbox, 'USDT')).available]).toEqual(['0', '1000'])
      await expectSound(shop.sandbox)
    },
  )

  test('that fails keeps a deposit that the merchant notified as a success', async () => {
    const shop = await sendToUser()
    const facts = { symbol: 'USDT', txid: shop.txid, address_to: shop.address, amount: '250.5' }
    await shop.custody.notifications.deposit({ ...facts, request_id: 'r1', confirm: 1, balance: '0', status: 1 })
    await shop.fail()
    expect(await listDeposits(shop)).toMatchObject([{ status: 1, request_id: 'r1' }])
    expect(await shop.getAvailable()).toBe('250.5')
    await expectSound(shop.sandbox)
  })
})

test('a payment to the address of an MPC wallet is rejected with the call that funds it', async () => {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const { address: to } = await control.mpc.fund({ appId: 'demo-classic', wallet: 7, symbol: 'ETH', amount: '1' })
  await expect(control.chain.pay({ symbol: 'USDT', to, amount: '2.50' })).rejects.toThrow(
    `${to} is the address of MPC wallet 7 of demo-classic, which chain.pay cannot pay: call mpc.fund({ appId: 'demo-classic', wallet: 7, symbol: 'USDT', amount: '2.50' }).`,
  )
  expect((await readData(sandbox))['transactions']).toEqual([])
  // The wallet has another address on Bitcoin.
  expect(await control.chain.pay({ symbol: 'BTC', to, amount: '1' })).toMatchObject({ hint: expect.any(String) })
})

describe('control rejects', () => {
  const getSandbox = useSharedSandbox(fundSandbox)

  test.each([
    ['more than the wallet has', { amount: '1000.000001' }, /^wallet 7 has 1000000000 of the smallest units/],
    ['more decimal places than the coin has', { amount: '0.0000001' }, /7 decimal places; the coin allows 6/],
    ['nothing', { amount: '0' }, /An amount must be more than 0, not 0/],
    ['a negative amount', { amount: '-1' }, /An amount must be more than 0, not -1/],
    ['an amount beyond the limit', { amount: '9'.repeat(30) }, /9 is too large: the limit is/],
    ['a closed network', { symbol: 'TRX' }, /Tron is not open for demo-modern: call networks.open first/],
    ['an unknown coin', { symbol: 'NONE' }, /There is no coin NONE/],
    ['a request_id with a comma', { requestId: 'a,b' }, /contain a comma/],
    ['an empty request_id', { requestId: '' }, /must not be empty/],
    ['a wallet without a number', { wallet: 0 }, /wallet must be an integer from 1, not 0/],
    ['a wallet without funds', { wallet: 8 }, /^wallet 8 has 0 of the smallest units of USDT/],
  ])('%s', async (_, changed, message) => {
    const sandbox = getSandbox()
    await expect(sandbox.control.mpcWithdrawals.request({ ...order, ...changed })).rejects.toThrow(message)
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '1000', locked: '0' })
    expect(await createClient(sandbox).mpcWithdrawals.list({ ids: ['mpc-1'] })).toEqual([])
  })

  test('a wallet that cannot pay the miner fee', async () => {
    const sandbox = await createTestSandbox()
    await sandbox.control.mpc.fund({ wallet: 7, symbol: 'USDT', amount: '1000' })
    await expect(sandbox.control.mpcWithdrawals.request(order)).rejects.toThrow(/^wallet 7 has 0 .* of ETH/)
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '1000', locked: '0' })
  })

  test('funds beyond the limit of a balance', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const funding = { wallet: 7, symbol: 'USDT', amount: '9'.repeat(36) }
    await expect(sandbox.control.mpc.fund(funding)).rejects.toThrow('is too large: the limit is')
    expect(await getWallet(sandbox, 'USDT')).toMatchObject({ available: '1000' })
  })

  test('a request_id that the merchant has used', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    await sandbox.control.mpcWithdrawals.request(order)
    await expect(sandbox.control.mpcWithdrawals.request(order)).rejects.toThrow(
      'MPC withdrawal 1 has the request_id mpc-1 already: use a new one.',
    )
  })

  test('an event that is not possible, and an unknown withdrawal', async () => {
    const { control } = await fundSandbox(await createTestSandbox())
    const { id } = await control.mpcWithdrawals.request(order)
    await expect(control.mpcWithdrawals.pay({ id })).rejects.toThrow('mpc_withdrawal 1 is waiting: pay needs approved.')
    await expect(control.mpcWithdrawals.approve({ id: 9 })).rejects.toThrow('There is no MPC withdrawal 9:')
  })

  test('the failure of a withdrawal that a block contains', async () => {
    const sandbox = await fundSandbox(await createTestSandbox())
    const { mpcWithdrawals, chain } = sandbox.control
    const { id } = await mpcWithdrawals.request(order)
    await mpcWithdrawals.approve({ id })
    await mpcWithdrawals.pay({ id })
    await chain.mine(1)
    await expect(mpcWithdrawals.fail({ id })).rejects.toThrow(
      'mpc_withdrawal 1 cannot fail: a block contains its transaction',
    )
    await chain.mine(11)
    expect(await getStatus(sandbox)).toBe(2000)
  })
})

describe.each(appIds)('listMpcWithdrawals of %s', (appId) => {
  test('returns the records of known request ids and omits unknown ones', async () => {
    const { control, ...sandbox } = await createTestSandbox()
    for (const owner of appIds) {
      await control.mpc.fund({ appId: owner, wallet: 7, symbol: 'BTC', amount: '1' })
      for (const requestId of [`${owner}-1`, 'shared'])
        await control.mpcWithdrawals.request({
          appId: owner,
          requestId,
          wallet: 7,
          symbol: 'BTC',
          to: 'bc1',
          amount: '0.1',
        })
    }
    const { mpcWithdrawals } = createClient({ ...sandbox, control }, appId)
    const ids = ['unknown', 'shared', 'demo-modern-1', 'demo-classic-1']
    const records = await mpcWithdrawals.list({ ids })
    expect(records.map(({ request_id }) => request_id)).toEqual([`${appId}-1`, 'shared'])
  })
})
