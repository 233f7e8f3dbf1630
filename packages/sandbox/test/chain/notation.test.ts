import { describe, expect, test } from 'vitest'

import { getChain } from '../../../mock/test/checksums.ts'
import { listDeposits, createShop } from '../support/merchant.ts'
import { createBusySandbox } from '../support/records.ts'
import { readData } from '../support/rows.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

describe('generated addresses', () => {
  test.each([
    ['BTC', 1001],
    ['ETH', 11],
    ['USDT', 11],
    ['TRX', 11],
  ])('for a pool of %s are unique and have valid checksums', async (symbol, first) => {
    const sandbox = await createTestSandbox()
    for (const count of [first, 2]) await sandbox.control.addresses.generate({ symbol, count })
    await sandbox.control.addresses.generate({ appId: 'demo-classic', symbol, count: 2 })
    const { addresses = [] } = await readData(sandbox)
    const texts = addresses.map((row) => String(Reflect.get(row, 'address')))
    expect(texts.filter((text) => !getChain(symbol).isAddress(text))).toEqual([])
    expect(new Set(texts).size).toBe(first + 4)
  })

  test.each([
    ['deposits', 'address_from'],
    ['withdrawals', 'address_from'],
    ['miner_fees', 'address_to'],
    ['mpc_withdrawals', 'address_from'],
    ['delegations', 'address_from'],
    ['stake_steps', 'address_from'],
    ['stake_steps', 'address_to'],
  ])('for %s as %s have valid checksums', async (table, column) => {
    const { [table]: rows = [] } = await readData(await createBusySandbox())
    const made = rows
      .map((row) => ({ symbol: String(Reflect.get(row, 'symbol') ?? 'BTC'), text: Reflect.get(row, column) }))
      .filter(({ text }) => text !== '')
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter(({ symbol, text }) => !getChain(symbol).isAddress(String(text)))).toEqual([])
  })

  test('for the script of a stake have another type than those of a wallet', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    const wallet = { wallet: 7, symbol: 'BTC' }
    await control.networks.open({ network: 'Bitcoin' })
    expect((await control.mpc.fund({ ...wallet, amount: '2' })).address).toMatch(/^tb1q/)
    const { id } = await control.stakes.stake({ ...wallet, requestId: 'stake-1', amount: '1' })
    expect(await createClient(sandbox).staking.details({ ids: [`${id}`] })).toMatchObject([
      { stake: { address_from: expect.stringMatching(/^tb1q/), address_to: expect.stringMatching(/^tb1p/) } },
    ])
  })
})

test.each(['BTC', 'ETH', 'TRX', 'XRP'])(
  'transaction ids of %s have the format of the network, also after a reorganization',
  async (symbol) => {
    const shop = await createShop({ symbol })
    const { chain } = shop.sandbox.control
    const memo = symbol === 'XRP' ? `${shop.uid}` : undefined
    const { txid } = await chain.pay({ symbol, to: shop.address, memo, amount: '20' })
    await chain.mine(1)
    for (const network of ['Bitcoin', 'Ethereum', 'Tron', 'XRP Ledger'])
      await chain.reorg({ network, depth: 1, shortage: 'shortage' })
    const ids = [txid, ...(await listDeposits(shop)).map((deposit) => deposit.txid)]
    expect(new Set(ids).size).toBe(2)
    expect(ids.filter((id) => !getChain(symbol).txid.test(id))).toEqual([])
  },
)
