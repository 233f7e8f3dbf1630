import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listDeposits, createShop } from '../support/merchant.ts'
import { readData } from '../support/rows.ts'
import { useSharedSandbox, start } from '../support/sandbox.ts'

const getSandbox = useSharedSandbox()

test.each([
  [0, 'Bitcoin', 'blocks must be an integer from 1 to 1000000, not 0.'],
  [1.5, 'Bitcoin', 'blocks must be an integer from 1 to 1000000, not 1.5.'],
  [1_000_001, 'Bitcoin', 'blocks must be an integer from 1 to 1000000, not 1000001.'],
  [1, 'Etherium', 'There is no network Etherium. Did you mean Ethereum?'],
  [1, 'Cardano', 'There is no network Cardano. Use one of Bitcoin, Ethereum, Tron, XRP Ledger.'],
])('mining %d blocks of %s is rejected', async (blocks, network, text) => {
  await expect(getSandbox().control.chain.mine(blocks, network)).rejects.toThrow(text)
})

test('a network makes a block at each interval, which adds a confirmation', async () => {
  const shop = await createShop()
  const { chain, time } = shop.sandbox.control
  await time.freeze()
  await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  const confirmations: (number | undefined)[] = []
  for (let block = 0; block < 4; block += 1) {
    confirmations.push((await listDeposits(shop))[0]?.confirmations)
    await time.advance('10m')
  }
  expect(confirmations).toEqual([0, 1, 2, 3])
  expect(await listDeposits(shop)).toMatchObject([{ status: 1, updated_at: start + 3 * 600_000 }])
})

test('a network without an interval only makes blocks by mine()', async () => {
  const shop = await createShop()
  const { chain, networks, time } = shop.sandbox.control
  await networks.update({ name: 'Bitcoin', interval: 0 })
  await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await time.advance('30d')
  expect(await listDeposits(shop)).toMatchObject([{ confirmations: 0 }])
  await chain.mine(3, 'Bitcoin')
  expect(await listDeposits(shop)).toMatchObject([{ status: 1 }])
})

test('a network keeps its height when its interval changes', async () => {
  const shop = await createShop()
  const { chain, networks, time } = shop.sandbox.control
  await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await time.advance('15m')
  expect(await listDeposits(shop)).toMatchObject([{ confirmations: 1 }])
  await networks.update({ name: 'Bitcoin', interval: 0 })
  await networks.update({ name: 'Bitcoin', interval: 1000 })
  expect(await listDeposits(shop)).toMatchObject([{ confirmations: 1 }])
  await time.advance('1s')
  expect(await listDeposits(shop)).toMatchObject([{ confirmations: 2 }])
})

test.each([
  [{ name: 'Bitcoin', interval: -1 }, /integer of milliseconds up to a year, or 0 .* not -1/],
  [{ name: 'Bitcoin', interval: 0.5 }, /not 0.5/],
  [{ name: 'Bitcoin', interval: Number.MAX_SAFE_INTEGER }, /up to a year, .* not 9007199254740991/],
  [{ name: 'Doge', interval: 1 }, /There is no network Doge/],
])('the network update %j is rejected', async (update, text) => {
  await expect(getSandbox().control.networks.update(update)).rejects.toThrow(text)
})

const payment = fc.record({
  symbol: fc.constantFrom('BTC', 'ETH'),
  amount: fc.integer({ min: 1, max: 1_000_000 }).map((units) => `${units / 1_000_000}`),
})

test('one long advance and many short ones lead to the same data', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 6 }),
      async (payments, steps) => {
        const advanceBy = async (durations: readonly number[]) => {
          const { sandbox, address, custody, uid } = await createShop()
          await custody.addresses.register({ symbol: 'ETH', addresses: ['eth-1'], memo: false })
          await custody.accounts.get({ uid, symbol: 'ETH' })
          for (const { symbol, amount } of payments)
            await sandbox.control.chain.pay({ symbol, to: symbol === 'BTC' ? address : 'eth-1', amount })
          for (const duration of durations) await sandbox.control.time.advance(duration)
          return readData(sandbox)
        }
        const total = steps.reduce((sum, step) => sum + step, 0)
        expect(await advanceBy([total])).toEqual(await advanceBy(steps))
      },
    ),
    { numRuns: 5 },
  )
})

test('blocks mined at once and one by one credit the same', async () => {
  const isCreditedAfter = async (steps: readonly number[]) => {
    const shop = await createShop()
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    for (const blocks of steps) await shop.sandbox.control.chain.mine(blocks, 'Bitcoin')
    return listDeposits(shop)
  }
  const [one] = await isCreditedAfter([3])
  expect(await isCreditedAfter([1, 1, 1])).toEqual([one])
})
