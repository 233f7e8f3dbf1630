import { checkRollback, createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { expect, test } from 'vitest'

import { platform, createShop } from './support/shop.ts'

test('a store in memory rolls back', async () => {
  const store = memoryForTests()
  await store.transaction(async (tx) => tx.run('CREATE TABLE credits (amount text)'))
  const observe = () => store.transaction(async (tx) => tx.all('SELECT * FROM credits').length)
  await checkRollback(store, { effect: async (tx) => tx.run("INSERT INTO credits VALUES ('1')"), observe })
  expect(await observe()).toBe(0)
})

test('the test platform creates a new deposit or transfer for each message', async () => {
  const { receiver, deposits, transfers } = createShop()
  for (let time = 0; time < 2; time += 1) {
    await platform.send(receiver.fetch, platform.signDeposit())
    await platform.send(receiver.fetch, platform.signInternal())
  }
  expect([deposits.length, transfers.length]).toEqual([2, 2])
})

test('a reply has the code of an unsigned failure', async () => {
  const { receiver, signDeposit, send } = createTestPlatform({ profile: 'classic' })
  const { fetch } = createShop({ profile: receiver }).receiver
  const deposit = { request_id: 'one', txid: 'one' }
  await send(fetch, signDeposit(deposit))
  expect(await send(fetch, signDeposit({ ...deposit, amount: '0.1' }))).toEqual([{ status: 200, code: 1_000_011 }])
})

test('a reply without a response of the interface has its status only', async () => {
  const replies = await platform.send(async () => new Response('SUCCESS'), platform.signDeposit())
  expect(replies).toEqual([{ status: 200 }])
})
