import { expect, test } from 'vitest'

import type { NewCoin } from '../../src/chain/coins.ts'
import { listDeposits, createShop } from '../support/merchant.ts'
import { createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const usdc = { symbol: 'USDC', network: 'Ethereum', decimals: 6, base: 'ETH' } as const

test('a new coin accepts deposits', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.coins.create({ ...usdc, confirmations: 2, minerFee: '0.001', minimum: '1' })
  const shop = await createShop({ symbol: 'USDC' }, sandbox)
  await sandbox.control.chain.pay({ symbol: 'USDC', to: shop.address, amount: '12.345678' })
  await sandbox.control.chain.mine(2, 'Ethereum')
  expect(await shop.getAvailable()).toBe('12.345678')
})

const wrongCoins: readonly (readonly [string, NewCoin, string])[] = [
  ['a symbol with a blank', { ...usdc, symbol: 'US DC' }, 'US DC is not a valid symbol'],
  ['a symbol that exists', { ...usdc, symbol: 'BTC' }, 'Coin BTC exists already'],
  ['an unknown network', { ...usdc, network: 'ethereum' }, 'Did you mean Ethereum?'],
  ['an unknown base coin', { ...usdc, base: 'EHT' }, 'There is no coin EHT.'],
  ['19 decimal places', { ...usdc, decimals: 19 }, 'decimals must be an integer from 0 to 18, not 19'],
  ['0 confirmations', { ...usdc, confirmations: 0 }, 'from 1 to 10000, not 0'],
  ['10001 confirmations', { ...usdc, confirmations: 10_001 }, 'from 1 to 10000, not 10001'],
  ['a fee below 0', { ...usdc, withdrawFee: '-1' }, '-1 is negative'],
  ['a fee that no balance holds', { ...usdc, withdrawFee: '9'.repeat(36) }, 'is too large: the limit is'],
  ['a minimum with 7 decimal places', { ...usdc, minimum: '0.0000001' }, 'has 7 decimal places'],
]

const getSandbox = useSharedSandbox()

test.each(wrongCoins)('a coin with %s is rejected', async (_, coin, text) => {
  await expect(getSandbox().control.coins.create(coin)).rejects.toThrow(text)
})

test('a lower number of confirmations applies at once', async () => {
  const shop = await createShop()
  const { chain, coins } = shop.sandbox.control
  await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await chain.mine(1, 'Bitcoin')
  await coins.update({ symbol: 'BTC', confirmations: 1 })
  expect(await listDeposits(shop)).toMatchObject([{ status: 1 }])
})

test('the mode instant credits a payment at once', async () => {
  const shop = await createShop()
  await shop.sandbox.control.coins.update({ symbol: 'BTC', mode: 'instant' })
  await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  expect(await shop.getAvailable()).toBe('1')
})

test('an update without a change is rejected', async () => {
  const sandbox = await createTestSandbox()
  await expect(sandbox.control.coins.update({ symbol: 'BTC' })).rejects.toThrow('has no change')
})
