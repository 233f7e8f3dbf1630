import { describe, expect, test } from 'vitest'

import { appId, createCollectingSandbox } from '../support/collecting.ts'
import { start } from '../support/sandbox.ts'

describe('auto-collection', () => {
  test('moves coins with unspent outputs without a fee', async () => {
    const { uid, balances, deposit, custody, sound } = await createCollectingSandbox()
    await deposit(uid, 'BTC', '0.5')
    expect(await balances('BTC')).toEqual(['0', '0.5'])
    expect(await custody.minerFees.sync()).toEqual([])
    await sound()
  })

  test('leaves nothing to withdraw, which the error of a withdrawal explains', async () => {
    const { uid, collector, control, deposit, sound } = await createCollectingSandbox()
    const requestWithdrawal = () =>
      control.withdrawals.request({ appId, uid, symbol: 'BTC', amount: '0.3', to: 'outside' })
    const needs = `withdrawal-funds: user ${uid} needs 0.3002 BTC for the amount and its fee, and has`
    await deposit(uid, 'BTC', '0.5')
    await expect(requestWithdrawal()).rejects.toThrow(
      `${needs} 0. Auto-collection is on, so what the user receives moves to user ${collector}: call merchants.update({ appId: '${appId}', autoCollection: false }) before the deposit.`,
    )
    await control.merchants.update({ appId, autoCollection: false })
    await deposit(uid, 'BTC', '0.3')
    await expect(requestWithdrawal()).rejects.toThrow(new RegExp(`${needs} 0\\.3\\.$`))
    await deposit(uid, 'BTC', '0.2')
    await requestWithdrawal()
    await sound()
  })

  test('waits for a block with coins that have unspent outputs, and follows a reorganization', async () => {
    const { uid, balances, control, deposit, sound } = await createCollectingSandbox()
    await control.networks.update({ name: 'Bitcoin', interval: 0 })
    await deposit(uid, 'BTC', '0.5')
    const readWaiting = async () => (await control.time.runUntilIdle()).waiting
    expect(await readWaiting()).toEqual({ 'transaction on Bitcoin': 1 })
    for (let times = 0; times < 2; times += 1) {
      await control.chain.mine(3, 'Bitcoin')
      expect(await readWaiting()).toEqual({})
      expect(await control.chain.reorg({ network: 'Bitcoin', depth: 3 })).toEqual({ transactions: 1 })
      expect(await readWaiting()).toEqual({ 'transaction on Bitcoin': 1 })
      expect(await balances('BTC')).toEqual(['0', '0.5'])
    }
    await sound()
  })

  test('deducts the miner fee from the coin of the network', async () => {
    const { uid, balances, deposit, custody, control, sound } = await createCollectingSandbox()
    await deposit(uid, 'ETH', '1')
    expect(await balances('ETH')).toEqual(['0', '0.9995'])
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'ETH', amount: '0.9995', fee: '0.0005', status: 0, email: 'a@shop.example', txid_type: '0' },
    ])
    await control.chain.mine(12)
    expect(await custody.minerFees.sync()).toMatchObject([{ status: 1, confirmations: 12 }])
    await sound()
  })

  test('deducts its fee once, even if the merchant also notifies the transaction', async () => {
    const { uid, balances, deposit, custody, control, sound } = await createCollectingSandbox()
    await deposit(uid, 'ETH', '1')
    const [record] = await custody.minerFees.sync()
    if (!record) throw new Error('The collection has no record.')
    const { address_from, address_to, txid, symbol, amount, fee } = record
    const facts = { address_from, address_to, txid, symbol, amount, fee, balance: '0' }
    for (const confirm of [1, 12]) await custody.notifications.internal({ ...facts, confirm })
    expect(await balances('ETH')).toEqual(['0', '0.9995'])
    expect(await custody.minerFees.sync()).toMatchObject([{ status: 1, confirmations: 12 }])
    await control.chain.mine(20)
    expect(await custody.minerFees.sync()).toMatchObject([{ status: 1 }])
    const other = custody.notifications.internal.raw({ ...facts, fee: '0.0006', confirm: 13 })
    expect((await other).response).toMatchObject({ code: 1000018 })
    await sound()
  })

  test('lets the collection account pay the fee of other coins', async () => {
    const { uid, collector, balance, balances, deposit, custody, sound } = await createCollectingSandbox()
    await deposit(collector, 'ETH', '1')
    await deposit(uid, 'USDT', '20')
    expect(await balances('USDT')).toEqual(['0', '20'])
    expect(await balance(collector, 'ETH')).toBe('0.999')
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'USDT', amount: '20', fee: '0.001', base_symbol: 'ETH' },
    ])
    await sound()
  })

  test('leaves funds that cannot pay the fee, and moves them with the next deposit', async () => {
    const { uid, collector, balances, deposit, custody, control, sound } = await createCollectingSandbox()
    await deposit(uid, 'USDT', '20')
    expect(await balances('USDT')).toEqual(['20', '0'])
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'USDT', amount: '20', fee: '0', status: 2, txid: '' },
    ])
    const listUnpaid = async (uidOf: number) =>
      (await control.balances.explain({ appId, uid: uidOf, symbol: 'ETH' })).unpaid
    expect(await listUnpaid(uid)).toEqual([])
    const needed = { subject: 'miner_fee 1', reason: 'miner fee', amount: '0.001', created_at: start }
    expect(await listUnpaid(collector)).toEqual([needed])
    await deposit(collector, 'ETH', '1')
    await deposit(uid, 'USDT', '5')
    expect(await balances('USDT')).toEqual(['0', '25'])
    expect(await listUnpaid(collector)).toEqual([needed])
    await sound()
  })

  test('explains the fee that the balance of a user could not pay', async () => {
    const { uid, balances, deposit, custody, control, sound } = await createCollectingSandbox()
    await deposit(uid, 'ETH', '0.0005')
    expect(await balances('ETH')).toEqual(['0.0005', '0'])
    expect(await custody.minerFees.sync()).toMatchObject([{ amount: '0.0005', fee: '0', status: 2 }])
    const { unpaid } = await control.balances.explain({ appId, uid, symbol: 'ETH' })
    expect(unpaid).toMatchObject([{ subject: 'miner_fee 1', amount: '0.0005' }])
    await sound()
  })

  test('moves deposits with a memo', async () => {
    const { uid, balances, deposit, sound } = await createCollectingSandbox()
    await deposit(uid, 'XRP', '30')
    expect(await balances('XRP')).toEqual(['0', '29.99999'])
    await sound()
  })

  test('also moves notified deposits', async () => {
    const { uid, balances, custody, sound } = await createCollectingSandbox()
    const { deposit_address } = await custody.accounts.get({ uid, symbol: 'BTC' })
    await custody.notifications.deposit({
      request_id: 'request-1',
      address_to: deposit_address,
      txid: 'txid-1',
      amount: '0.5',
      confirm: 3,
      symbol: 'BTC',
      balance: '0',
      status: 1,
    })
    expect(await balances('BTC')).toEqual(['0', '0.5'])
    await sound()
  })

  test('moves nothing for a merchant that has not enabled it', async () => {
    const { uid, balances, deposit } = await createCollectingSandbox({ autoCollection: false })
    await deposit(uid, 'BTC', '0.5')
    expect(await balances('BTC')).toEqual(['0.5', '0'])
  })
})
