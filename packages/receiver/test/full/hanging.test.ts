// A function that hangs on SQLite, where one transaction runs at a time: other messages go on.
import { DeadlineError } from '@custody-wallet/receiver'
import { memoryForTests } from '@custody-wallet/receiver/sqlite'
import { expect, test } from 'vitest'

import { platform, shopOn } from '../support/shop.ts'

const never = () => new Promise<never>(() => {})

/** A shop whose function hangs for the transactions that begin with `slow`. */
function hanging(deadline: number) {
  const hung: string[] = []
  const opened = shopOn(memoryForTests(), {
    deadline,
    async onDeposit({ txid }, tx) {
      tx.run('SELECT 1')
      if (!txid.startsWith('slow')) return
      hung.push(txid)
      await never()
    },
  })
  return { ...opened, hung }
}

test('others are credited while copies of a message hang, however many there are', async () => {
  const { receiver, hung, errors } = hanging(20_000)
  const slow = await platform.signedDeposit({ txid: 'slow' })
  const first = platform.send(receiver.fetch, slow, { copies: 20 })
  await expect.poll(() => hung).toHaveLength(1)
  const others = Array.from({ length: 20 }, () => platform.send(receiver.fetch, platform.signedDeposit()))
  expect(new Set((await first).map(({ status }) => status))).toEqual(new Set([500]))
  expect((await Promise.all(others)).flat().map(({ code }) => code)).toEqual(Array(20).fill(0))
  // The copies that waited did not hang one after another.
  expect(hung).toHaveLength(1)
  expect(errors).toHaveLength(20)
  expect(errors).toEqual(Array(20).fill(expect.any(DeadlineError)))
})

test('others are credited while a sender repeats a message that hangs, at once and in copies', async () => {
  const { receiver, hung } = hanging(20_000)
  const slow = await platform.signedDeposit({ txid: 'slow' })
  const enough = new AbortController()
  const repeat = async (): Promise<void> => {
    while (!enough.signal.aborted) await platform.send(receiver.fetch, slow)
  }
  const repeating = Promise.all([repeat(), repeat(), repeat()])
  const codes: unknown[] = []
  for (const hangs of [1, 2]) {
    await expect.poll(() => hung.length).toBeGreaterThanOrEqual(hangs)
    const others = Array.from({ length: 5 }, () => platform.send(receiver.fetch, platform.signedDeposit()))
    codes.push(...(await Promise.all(others)).flat().map(({ code }) => code))
  }
  enough.abort()
  expect(codes).toEqual(Array(10).fill(0))
  await repeating
})
