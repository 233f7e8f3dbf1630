// What the package offers for the tests of others.
import { postgres } from '@custody-wallet/receiver/postgres'
import { memoryForTests } from '@custody-wallet/receiver/sqlite'
import { checkRollback, OutsideTransactionError, testPlatform } from '@custody-wallet/receiver/testing'
import { Pool, type PoolClient } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { accountsAt, balanceAt } from './support/places.ts'
import { platform, shop } from './support/shop.ts'

describe('checkRollback()', () => {
  const credit = 'UPDATE accounts SET balance = balance + 1'

  async function checked(effectOf: (pool: Pool) => (tx: PoolClient) => Promise<unknown>): Promise<void> {
    const url = await accountsAt(inject('postgres'))
    const pool = new Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    await checkRollback(postgres(pool), { effect: effectOf(pool), observe: () => balanceAt(url) })
  }

  test('accepts a function that uses its transaction', async () => {
    await expect(checked(() => (tx) => tx.query(credit))).resolves.toBeUndefined()
  })

  test('finds a function that uses the pool', async () => {
    await expect(checked((pool) => () => pool.query(credit))).rejects.toThrow(OutsideTransactionError)
  })

  test('passes on an error of the function', async () => {
    await expect(checked(() => (tx) => tx.query('DELETE FROM nothing'))).rejects.toThrow('relation "nothing"')
  })
})

test('a store in memory rolls back, too', async () => {
  const store = memoryForTests()
  await store.transaction(async (tx) => tx.run('CREATE TABLE credits (amount text)'))
  const observe = () => store.transaction(async (tx) => tx.all('SELECT * FROM credits').length)
  await checkRollback(store, { effect: async (tx) => tx.run("INSERT INTO credits VALUES ('1')"), observe })
  expect(await observe()).toBe(0)
})

test('the test platform makes new deposits and transfers each time', async () => {
  const { receiver, deposits, transfers } = shop()
  for (let time = 0; time < 2; time += 1) {
    await platform.send(receiver.fetch, platform.signedDeposit())
    await platform.send(receiver.fetch, platform.signedInternal())
  }
  expect([deposits.length, transfers.length]).toEqual([2, 2])
})

test('a reply has the code of a failure that is not signed', async () => {
  const { receiver, signedDeposit, send } = testPlatform({ profile: 'classic' })
  const { fetch } = shop({ profile: receiver }).receiver
  const deposit = { request_id: 'one', txid: 'one' }
  await send(fetch, signedDeposit(deposit))
  expect(await send(fetch, signedDeposit({ ...deposit, amount: '0.1' }))).toEqual([
    { status: 200, code: 1_000_011 },
  ])
})

test('a reply without an answer of the interface has its status only', async () => {
  const replies = await platform.send(async () => new Response('SUCCESS'), platform.signedDeposit())
  expect(replies).toEqual([{ status: 200 }])
})
