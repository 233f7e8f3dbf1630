// The chain undid a deposit and confirmed it again with the same transaction id. See the guide "When a credit is undone".
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { platform, createShop } from './support/shop.ts'

test('a success after the failure of a credited deposit is a duplicate, and no function is called', async () => {
  const store = memoryForTests()
  onTestFinished(() => store.close())
  const { receiver, deposits, conflicts } = createShop({ store })
  const facts = { request_id: 'undone', txid: 'undone' }
  const codes: unknown[] = []
  for (const status of [1, 0, 1] as const) {
    const [reply] = await platform.send(receiver.fetch, platform.signDeposit({ ...facts, status }))
    codes.push(reply?.code)
  }
  expect(codes).toEqual([0, 1_000_011, 0])
  expect([deposits.length, conflicts.length]).toEqual([1, 1])
})
