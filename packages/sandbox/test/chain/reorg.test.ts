import { describe, expect, test } from 'vitest'

import { findFaults } from '../support/invariants.ts'
import { listDeposits, type Shop, createShop } from '../support/merchant.ts'
import { readData } from '../support/rows.ts'

const shortage = 'shortage'

/** A shop with one paid deposit, after some blocks. */
async function payShop(blocks: number): Promise<Shop & { readonly txid: string }> {
  const shop = await createShop()
  const { txid } = await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5' })
  await shop.sandbox.control.chain.mine(blocks, 'Bitcoin')
  return { ...shop, txid }
}

const createNotification = ({ address, txid }: { readonly address: string; readonly txid: string }) =>
  ({
    request_id: 'r-1',
    txid,
    amount: '0.5',
    confirm: 1,
    symbol: 'BTC',
    address_to: address,
    balance: '0',
    status: 1,
  }) as const

describe('a reorganization', () => {
  test('removes the confirmations of a deposit, which returns with another txid', async () => {
    const shop = await payShop(2)
    const { chain } = shop.sandbox.control
    expect(await listDeposits(shop)).toMatchObject([{ txid: shop.txid, confirmations: 2 }])
    expect(await chain.reorg({ network: 'Bitcoin', depth: 2 })).toEqual({ transactions: 1 })
    const [removed] = await listDeposits(shop)
    expect(removed).toMatchObject({ confirmations: 0, status: 0 })
    expect(removed?.txid).not.toBe(shop.txid)
    await chain.mine(1, 'Bitcoin')
    expect(await listDeposits(shop)).toMatchObject([{ txid: removed?.txid, confirmations: 1, status: 0 }])
    await chain.mine(2, 'Bitcoin')
    expect(await listDeposits(shop)).toMatchObject([{ confirmations: 3, status: 1 }])
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('leaves transactions in older blocks unchanged', async () => {
    const shop = await payShop(2)
    expect(await shop.sandbox.control.chain.reorg({ network: 'Bitcoin', depth: 1 })).toEqual({
      transactions: 0,
    })
    expect(await listDeposits(shop)).toMatchObject([{ txid: shop.txid, confirmations: 2 }])
  })

  test('of a credited deposit is rejected unless an account pays for a shortage', async () => {
    const shop = await payShop(3)
    await expect(shop.sandbox.control.chain.reorg({ network: 'Bitcoin', depth: 3 })).rejects.toThrow(
      `deposit 1 (${shop.txid}) was credited after 3 confirmations and its user may have spent it: remove fewer blocks, or set shortage: 'shortage' to let that account pay.`,
    )
    expect(await listDeposits(shop)).toMatchObject([{ txid: shop.txid, confirmations: 3, status: 1 }])
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('undoes a credit by an opposite transfer, and credits the deposit again when it returns', async () => {
    const shop = await payShop(3)
    const { balances, chain } = shop.sandbox.control
    for (let times = 0; times < 2; times += 1) {
      await chain.reorg({ network: 'Bitcoin', depth: 3, shortage })
      expect(await shop.getAvailable()).toBe('0')
      expect(await listDeposits(shop)).toMatchObject([{ status: 0, confirmations: 0 }])
      await chain.mine(3, 'Bitcoin')
      expect(await shop.getAvailable()).toBe('0.5')
    }
    const { transfers } = await balances.explain({ uid: shop.uid, symbol: 'BTC' })
    expect(transfers.map(({ amount }) => amount)).toEqual(['0.5', '-0.5', '0.5', '-0.5', '0.5'])
    expect(await listDeposits(shop)).toHaveLength(1)
  })

  test('keeps the credit of a deposit that was notified as a success', async () => {
    const shop = await payShop(1)
    await shop.custody.notifications.deposit(createNotification(shop))
    await shop.sandbox.control.chain.reorg({ network: 'Bitcoin', depth: 1 })
    expect(await listDeposits(shop)).toMatchObject([{ status: 1, confirmations: 0, request_id: 'r-1' }])
    await shop.custody.notifications.deposit(createNotification(shop))
    await shop.sandbox.control.chain.mine(3, 'Bitcoin')
    expect(await listDeposits(shop)).toMatchObject([{ status: 1, confirmations: 3 }])
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('that undid a credit leaves it undone when the notification is sent again', async () => {
    const shop = await payShop(3)
    await shop.custody.notifications.deposit(createNotification(shop))
    await shop.sandbox.control.chain.reorg({ network: 'Bitcoin', depth: 3, shortage })
    await shop.custody.notifications.deposit(createNotification(shop))
    expect(await shop.getAvailable()).toBe('0')
    await shop.sandbox.control.chain.mine(3, 'Bitcoin')
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('leads to one credit when the first notification has the earlier txid', async () => {
    const shop = await payShop(3)
    const { chain } = shop.sandbox.control
    for (let times = 0; times < 2; times += 1) {
      await chain.reorg({ network: 'Bitcoin', depth: 3, shortage })
      await chain.mine(3, 'Bitcoin')
    }
    await shop.custody.notifications.deposit(createNotification(shop))
    expect(await listDeposits(shop)).toMatchObject([{ request_id: 'r-1', status: 1 }])
    expect(await shop.getAvailable()).toBe('0.5')
    await expect(chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: shop.txid })).rejects.toThrow(
      `Transaction ${shop.txid} to ${shop.address} exists already`,
    )
  })

  test('undoes the credits of duplicates, and credits them again with the block', async () => {
    const shop = await payShop(3)
    const { chain } = shop.sandbox.control
    const sendNotification = (request_id: string, status: 0 | 1 = 1) =>
      shop.custody.notifications.deposit({ ...createNotification(shop), request_id, status })
    await sendNotification('r-1')
    await sendNotification('r-2')
    await sendNotification('r-3', 0)
    expect(await shop.getAvailable()).toBe('1')
    await expect(chain.reorg({ network: 'Bitcoin', depth: 3 })).rejects.toThrow('set shortage:')
    for (let times = 0; times < 2; times += 1) {
      expect(await chain.reorg({ network: 'Bitcoin', depth: 3, shortage })).toEqual({ transactions: 1 })
      expect(await shop.getAvailable()).toBe('0')
      const removed = await listDeposits(shop)
      const waiting = { txid: removed[0]?.txid, confirmations: 0 }
      expect(removed).toMatchObject([
        { ...waiting, status: 0 },
        { ...waiting, status: 0 },
        { ...waiting, status: 2 },
      ])
      await sendNotification('r-2')
      await chain.mine(2, 'Bitcoin')
      expect(await shop.getAvailable()).toBe('0')
      await chain.mine(1, 'Bitcoin')
      expect(await shop.getAvailable()).toBe('1')
      expect(await listDeposits(shop)).toMatchObject([
        { confirmations: 3, status: 1 },
        { confirmations: 3, status: 1 },
        { confirmations: 3, status: 2 },
      ])
    }
    expect(findFaults(await shop.sandbox.control.snapshot())).toEqual([])
  })

  test('lets the account for shortages pay spent credits of duplicates', async () => {
    const shop = await payShop(3)
    const { chain, withdrawals } = shop.sandbox.control
    for (const request_id of ['r-1', 'r-2'])
      await shop.custody.notifications.deposit({ ...createNotification(shop), request_id })
    await withdrawals.request({ uid: shop.uid, symbol: 'BTC', amount: '0.6998', to: 'outside' })
    const getShortage = async () =>
      (await readData(shop.sandbox))['deposits']?.map((row) => 'shortage' in row && row.shortage)
    for (let times = 0; times < 2; times += 1) {
      await chain.reorg({ network: 'Bitcoin', depth: 3, shortage })
      expect(await shop.getAvailable()).toBe('0')
      expect(await getShortage()).toEqual(['20000000', '50000000'])
      await chain.mine(3, 'Bitcoin')
      expect(await shop.getAvailable()).toBe('0.3')
      expect(await getShortage()).toEqual(['0', '0'])
    }
    expect(findFaults(await shop.sandbox.control.snapshot())).toEqual([])
  })

  test.each([
    [{ network: 'Bitcoin', depth: 0 }, 'depth must be an integer from 1 to 900000, not 0.'],
    [{ network: 'Bitcoin', depth: 900_001 }, 'depth must be an integer from 1 to 900000, not 900001.'],
    [{ network: 'Bitcoin', depth: 1.5 }, 'depth must be an integer from 1 to 900000, not 1.5.'],
    [{ network: 'bitcon', depth: 1 }, 'There is no network bitcon. Did you mean Bitcoin?'],
  ])('of %j is rejected', async (reorganization, text) => {
    const { sandbox } = await createShop()
    await expect(sandbox.control.chain.reorg(reorganization)).rejects.toThrow(text)
  })
})
