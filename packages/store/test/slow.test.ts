import { memoryForTests } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

/** After this time, no further transaction shares a commit. */
const longestJoin = 100

test('a transaction after a slow one does not delay its commit', async () => {
  const store = memoryForTests()
  onTestFinished(() => store.close())
  const order: string[] = []
  const first = store.transaction(async () => {
    const start = performance.now()
    await expect.poll(() => performance.now() - start).toBeGreaterThan(longestJoin)
  })
  // It waits in the queue when the first one begins.
  const second = store.transaction(async () => {
    await first
    order.push('first committed')
  })
  await second
  expect(order).toEqual(['first committed'])
})
