import type { Custody } from '@custody-wallet/client'
import { describe, expect, test } from 'vitest'

import type { NewCoin } from '../../src/chain/coins.ts'
import { createCoinsControl } from '../../src/control/coins.ts'
import type { Control } from '../../src/control/control.ts'
import { createEngineFixture } from '../support/engine.ts'
import { listDeposits, createShop } from '../support/merchant.ts'
import { watchQueries } from '../support/queries.ts'
import { createClient, createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

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

test('the list of coins is one query', async () => {
  const { engine } = await createEngineFixture()
  const { coins, queries } = await engine.readSnapshot(async (work) => {
    const { db, queries: made } = watchQueries(work.db)
    const { list } = createCoinsControl({ run: (act) => engine.run(act), read: (act) => act({ ...work, db }) })
    return { coins: await list(), queries: made.length }
  })
  expect([coins.length, queries]).toEqual([5, 1])
  expect(coins).toContainEqual(expect.objectContaining({ symbol: 'USDT', base: 'ETH', minerFee: '0.001' }))
})

test('an update without a change is rejected', async () => {
  const sandbox = await createTestSandbox()
  await expect(sandbox.control.coins.update({ symbol: 'BTC' })).rejects.toThrow('has no change')
})

describe('an unknown coin', () => {
  const symbol = 'BTX'
  const sentence = 'There is no coin BTX. Did you mean BTC? To add a coin, call coins.create.'
  const user = { uid: 10_001, symbol }
  const wallet = { wallet: 7, symbol, requestId: 'r1', amount: '1' }
  const transfer = { txid: 't1', address_to: 'a', amount: '1', confirm: 1, symbol, balance: '0' }

  test.each<readonly [string, (control: Control) => Promise<unknown>]>([
    ['addresses.assign', ({ addresses }) => addresses.assign(user)],
    ['addresses.generate', ({ addresses }) => addresses.generate({ symbol, count: 1 })],
    ['balances.explain', ({ balances }) => balances.explain(user)],
    ['chain.pay', ({ chain }) => chain.pay({ symbol, to: 'a', amount: '1' })],
    ['coins.create', ({ coins }) => coins.create({ ...usdc, base: symbol })],
    ['coins.update', ({ coins }) => coins.update({ symbol, mode: 'manual' })],
    [
      'delegations.create',
      ({ delegations }) => delegations.create({ wallet: 7, symbol, requestId: 'r1', to: 'a', net: 1 }),
    ],
    ['mpc.explain', ({ mpc }) => mpc.explain({ wallet: 7, symbol })],
    ['mpc.fund', ({ mpc }) => mpc.fund({ wallet: 7, symbol, amount: '1' })],
    ['mpcWithdrawals.request', ({ mpcWithdrawals }) => mpcWithdrawals.request({ ...wallet, to: 'a' })],
    ['records.list', ({ records }) => records.list({ kind: 'deposit', symbol })],
    ['stakes.stake', ({ stakes }) => stakes.stake(wallet)],
    ['withdrawals.request', ({ withdrawals }) => withdrawals.request({ ...user, to: 'a', amount: '1' })],
  ])('has the same error in the control call %s', async (_id, call) => {
    await expect(call(getSandbox().control)).rejects.toThrow(sentence)
  })

  test.each<readonly [string, (custody: Custody) => Promise<unknown>]>([
    ['countAvailableAddresses', ({ addresses }) => addresses.available.raw({ symbol })],
    ['getAccount', ({ accounts }) => accounts.get.raw(user)],
    ['notifyDeposit', ({ notifications }) => notifications.deposit.raw({ ...transfer, request_id: 'r1', status: 1 })],
    ['notifyInternal', ({ notifications }) => notifications.internal.raw({ ...transfer, fee: '0' })],
    ['pullWithdrawals', ({ withdrawals }) => withdrawals.pull.raw({ symbol })],
    ['registerAddresses', ({ addresses }) => addresses.register.raw({ symbol, addresses: ['a'], memo: false })],
  ])('has the same error in the call %s of a merchant', async (_operation, call) => {
    expect(await call(createClient(getSandbox()))).toMatchObject({ response: { msg: `coin-known: ${sentence}` } })
  })
})
