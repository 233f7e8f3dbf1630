import { expect, test } from 'vitest'

import { addBlocks } from '../../src/chain/networks.ts'
import { reorganise } from '../../src/chain/reorg.ts'
import { settleNetwork } from '../../src/chain/transactions.ts'
import { balanceOf, type Owner, userOwner } from '../../src/ledger/accounts.ts'
import { post, reserve, settle } from '../../src/ledger/post.ts'
import { pay } from '../../src/resources/payments.ts'
import { effects } from '../../src/service/effects.ts'
import { appId, partsOf } from '../support/engine.ts'

/** A user who spent 0.4 and has set 0.1 aside, of a deposit of 1. */
async function spent() {
  const { engine, uid, address } = await partsOf()
  const mine = () =>
    engine.run(async (work) => {
      await addBlocks(work, 'Bitcoin', 3)
      await settleNetwork(work, 'Bitcoin', effects)
    })
  await engine.run((work) => pay(work, { symbol: 'BTC', to: address, amount: '1' }, effects))
  await mine()
  const spend = { appId, symbol: 'BTC', from: userOwner(uid), to: 'chain', reason: 'test' } as const
  await engine.run((work) => post(work, { ...spend, amount: 40_000_000n, subject: 'spent' }))
  await engine.run((work) => reserve(work, { ...spend, amount: 10_000_000n, subject: 'aside' }))
  const availableOf = (owner: Owner) =>
    engine.run(async ({ db }) => (await balanceOf(db, { appId, symbol: 'BTC', owner })).available)
  const balances = async () => [await availableOf(userOwner(uid)), await availableOf('shortage')]
  const reorg = () =>
    engine.run((work) => reorganise(work, { network: 'Bitcoin', depth: 3, shortage: 'shortage' }, effects))
  return { balances, engine, mine, reorg }
}

test('the account named bears what the user has spent, and gets it back when the deposit returns', async () => {
  const { balances, mine, reorg } = await spent()
  for (let times = 0; times < 2; times += 1) {
    expect(await balances()).toEqual([50_000_000n, 0n])
    await reorg()
    expect(await balances()).toEqual([0n, -50_000_000n])
    await mine()
  }
  expect(await balances()).toEqual([50_000_000n, 0n])
})

test('funds that are free again stay with the user', async () => {
  const { balances, engine, mine, reorg } = await spent()
  await reorg()
  await engine.run((work) => settle(work, 'aside', 'voided', 'test'))
  expect(await balances()).toEqual([10_000_000n, -50_000_000n])
  await mine()
  expect(await balances()).toEqual([60_000_000n, 0n])
})
