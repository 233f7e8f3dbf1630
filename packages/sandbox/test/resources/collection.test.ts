import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { faultsIn } from '../support/invariants.ts'
import { clientOf, freshSandbox, start } from '../support/sandbox.ts'

const appId = 'demo-modern'

/** A merchant with auto-collection, its user, and the balances of both. */
async function collecting(options: { readonly autoCollection?: boolean } = {}) {
  const sandbox = await freshSandbox()
  const { control } = sandbox
  const custody = clientOf(sandbox, appId)
  await control.merchants.update({ appId, autoCollection: true, ...options })
  const collector = (await control.merchants.list()).find((each) => each.appId === appId)?.collectionUid ?? 0
  const user = await control.users.create({ appId, email: 'a@shop.example' })
  for (const symbol of ['BTC', 'ETH', 'USDT'])
    await custody.addresses.register({ symbol, addresses: [`${symbol}-1`, `${symbol}-2`], memo: false })
  await custody.addresses.register({ symbol: 'XRP', addresses: ['XRP-1'], memo: true })
  const balance = async (uid: number, symbol: string) =>
    (await custody.accounts.get({ uid, symbol })).normal_balance
  async function deposit(uid: number, symbol: string, amount: string): Promise<void> {
    const { deposit_address: to } = await custody.accounts.get({ uid, symbol })
    const memo = symbol === 'XRP' ? { memo: String(uid) } : {}
    await control.chain.pay({ symbol, to, amount, ...memo })
    await control.chain.mine(12)
  }
  const balances = async (symbol: string) => [
    await balance(user.uid, symbol),
    await balance(collector, symbol),
  ]
  const sound = async () => expect(faultsIn(await control.snapshot())).toEqual([])
  return { control, custody, collector, uid: user.uid, balance, balances, deposit, sound }
}

describe('auto-collection', () => {
  test('moves coins with unspent outputs without a fee', async () => {
    const { uid, balances, deposit, custody, sound } = await collecting()
    await deposit(uid, 'BTC', '0.5')
    expect(await balances('BTC')).toEqual(['0', '0.5'])
    expect(await custody.minerFees.sync()).toEqual([])
    await sound()
  })

  test('waits for a block with coins that have unspent outputs, and follows a reorganisation', async () => {
    const { uid, balances, control, deposit, sound } = await collecting()
    await control.networks.update({ name: 'Bitcoin', interval: 0 })
    await deposit(uid, 'BTC', '0.5')
    const waiting = async () => (await control.time.runUntilIdle()).waiting
    expect(await waiting()).toEqual({ 'transaction on Bitcoin': 1 })
    for (let times = 0; times < 2; times += 1) {
      await control.chain.mine(3, 'Bitcoin')
      expect(await waiting()).toEqual({})
      expect(await control.chain.reorg({ network: 'Bitcoin', depth: 3 })).toEqual({ transactions: 1 })
      expect(await waiting()).toEqual({ 'transaction on Bitcoin': 1 })
      expect(await balances('BTC')).toEqual(['0', '0.5'])
    }
    await sound()
  })

  test('takes the fee of a network out of its own coin', async () => {
    const { uid, balances, deposit, custody, control, sound } = await collecting()
    await deposit(uid, 'ETH', '1')
    expect(await balances('ETH')).toEqual(['0', '0.9995'])
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'ETH', amount: '0.9995', fee: '0.0005', status: 0, email: 'a@shop.example', txid_type: '0' },
    ])
    await control.chain.mine(12)
    expect(await custody.minerFees.sync()).toMatchObject([{ status: 1, confirmations: 12 }])
    await sound()
  })

  test('deducts its fee once where the merchant notifies the transaction, too', async () => {
    const { uid, balances, deposit, custody, control, sound } = await collecting()
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
    expect((await other).answer).toMatchObject({ code: 1000018 })
    await sound()
  })

  test('lets the collection account pay the fee of other coins', async () => {
    const { uid, collector, balance, balances, deposit, custody, sound } = await collecting()
    await deposit(collector, 'ETH', '1')
    await deposit(uid, 'USDT', '20')
    expect(await balances('USDT')).toEqual(['0', '20'])
    expect(await balance(collector, 'ETH')).toBe('0.999')
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'USDT', amount: '20', fee: '0.001', base_symbol: 'ETH' },
    ])
    await sound()
  })

  test('leaves funds where they are without a fee for them, and takes them with the next deposit', async () => {
    const { uid, collector, balances, deposit, custody, control, sound } = await collecting()
    await deposit(uid, 'USDT', '20')
    expect(await balances('USDT')).toEqual(['20', '0'])
    expect(await custody.minerFees.sync()).toMatchObject([
      { symbol: 'USDT', amount: '20', fee: '0', status: 2, txid: '' },
    ])
    const unpaid = async (uidOf: number) =>
      (await control.balances.explain({ appId, uid: uidOf, symbol: 'ETH' })).unpaid
    expect(await unpaid(uid)).toEqual([])
    const needed = { subject: 'miner_fee 1', reason: 'miner fee', amount: '0.001', created_at: start }
    expect(await unpaid(collector)).toEqual([needed])
    await deposit(collector, 'ETH', '1')
    await deposit(uid, 'USDT', '5')
    expect(await balances('USDT')).toEqual(['0', '25'])
    expect(await unpaid(collector)).toEqual([needed])
    await sound()
  })

  test('explains the fee that a user of the coin of the network had too little for', async () => {
    const { uid, balances, deposit, custody, control, sound } = await collecting()
    await deposit(uid, 'ETH', '0.0005')
    expect(await balances('ETH')).toEqual(['0.0005', '0'])
    expect(await custody.minerFees.sync()).toMatchObject([{ amount: '0.0005', fee: '0', status: 2 }])
    const { unpaid } = await control.balances.explain({ appId, uid, symbol: 'ETH' })
    expect(unpaid).toMatchObject([{ subject: 'miner_fee 1', amount: '0.0005' }])
    await sound()
  })

  test('moves what arrived at a memo', async () => {
    const { uid, balances, deposit, sound } = await collecting()
    await deposit(uid, 'XRP', '30')
    expect(await balances('XRP')).toEqual(['0', '29.99999'])
    await sound()
  })

  test('follows a notified deposit, too', async () => {
    const { uid, balances, custody, sound } = await collecting()
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
    const { uid, balances, deposit } = await collecting({ autoCollection: false })
    await deposit(uid, 'BTC', '0.5')
    expect(await balances('BTC')).toEqual(['0.5', '0'])
  })

  test('keeps every unit of any deposits: accounts and fees add up to what came in', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(amounts, async (units) => {
        const { uid, balances, deposit, custody, sound } = await collecting()
        for (const each of units) await deposit(uid, 'ETH', (each / 1e6).toFixed(6))
        const fees = (await custody.minerFees.sync()).filter(({ status }) => status !== 2)
        const [own = '', collected = ''] = await balances('ETH')
        const micro = (text: string) => Math.round(Number(text) * 1e6)
        const sum = micro(own) + micro(collected) + fees.reduce((total, { fee }) => total + micro(fee), 0)
        expect(sum).toBe(units.reduce((total, each) => total + each, 0))
        await sound()
      }),
      { numRuns: 10 },
    )
  })
})
