import { expect, test } from 'vitest'

import { addBlocks } from '../../src/chain/networks.ts'
import { reorganize } from '../../src/chain/reorg.ts'
import { settleNetwork } from '../../src/chain/transactions.ts'
import { getBalance, type Owner, toUserOwner } from '../../src/ledger/accounts.ts'
import { postTransfer, reserveTransfer, settleTransfers } from '../../src/ledger/post.ts'
import { pay } from '../../src/life/payments.ts'
import { appId, createEngineFixture } from '../support/engine.ts'

/** A user who spent 0.4 and reserved 0.1 of a deposit of 1. */
async function createSpentDeposit() {
  const { engine, uid, address } = await createEngineFixture()
  const mineBlocks = () =>
    engine.run(async (work) => {
      await addBlocks(work, 'Bitcoin', 3)
      await settleNetwork(work, 'Bitcoin')
    })
  await engine.run((work) => pay(work, { symbol: 'BTC', to: address, amount: '1' }))
  await mineBlocks()
  const spend = { appId, symbol: 'BTC', from: toUserOwner(uid), to: 'chain', reason: 'test' } as const
  await engine.run((work) => postTransfer(work, { ...spend, amount: 40_000_000n, subject: 'spent' }))
  await engine.run((work) => reserveTransfer(work, { ...spend, amount: 10_000_000n, subject: 'aside' }))
  const getAvailable = (owner: Owner) =>
    engine.run(async ({ db }) => (await getBalance(db, { appId, symbol: 'BTC', owner })).available)
  const getBalances = async () => [await getAvailable(toUserOwner(uid)), await getAvailable('shortage')]
  const reorganizeChain = () =>
    engine.run((work) => reorganize(work, { network: 'Bitcoin', depth: 3, shortage: 'shortage' }))
  return { balances: getBalances, engine, mine: mineBlocks, reorg: reorganizeChain }
}

test('the account for shortages pays what the user has spent, and is repaid when the deposit returns', async () => {
  const { balances: getBalances, mine: mineBlocks, reorg: reorganizeChain } = await createSpentDeposit()
  for (let times = 0; times < 2; times += 1) {
    expect(await getBalances()).toEqual([50_000_000n, 0n])
    await reorganizeChain()
    expect(await getBalances()).toEqual([0n, -50_000_000n])
    await mineBlocks()
  }
  expect(await getBalances()).toEqual([50_000_000n, 0n])
})

test('released funds stay with the user', async () => {
  const { balances: getBalances, engine, mine: mineBlocks, reorg: reorganizeChain } = await createSpentDeposit()
  await reorganizeChain()
  await engine.run((work) => settleTransfers(work, 'aside', 'voided', 'test'))
  expect(await getBalances()).toEqual([10_000_000n, -50_000_000n])
  await mineBlocks()
  expect(await getBalances()).toEqual([60_000_000n, 0n])
})
