// Other messages continue while a function hangs or throws, on SQLite, where one transaction runs at a time.
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { expect, test } from 'vitest'

import { DeadlineError } from '../src/transaction.ts'
import { createManualTimers, platform, createShop, createShopOn } from './support/shop.ts'

const deadline = 20_000
// SQLite ends a transaction when half of the deadline has passed.
const half = deadline / 2
// After a longer wait, later messages do not share the commit.
const longestJoin = 100

/** A shop whose function hangs for the transaction `slow`, until it is fixed. */
function createHangingReceiver() {
  const { start, count, pass } = createManualTimers()
  const state = { hung: 0, isFixed: false }
  const opened = createShopOn(
    memoryForTests(),
    {
      deadline,
      async onDeposit({ txid }, tx) {
        tx.run('SELECT 1')
        if (state.isFixed || txid !== 'slow') return
        state.hung += 1
        await new Promise<never>(() => {})
      },
    },
    start,
  )
  const { receiver } = opened
  /** Sends other messages, and ends the hanging one when they and its copies wait for it. */
  const sendOthers = async (others: number, copies: number): Promise<readonly unknown[]> => {
    const sent = Array.from({ length: others }, () => platform.send(receiver.fetch, platform.signDeposit()))
    await expect.poll(() => count(deadline)).toBe(others + copies)
    const queued = performance.now()
    await expect.poll(() => performance.now() - queued).toBeGreaterThan(longestJoin)
    pass(half)
    return (await Promise.all(sent)).flat().map(({ code }) => code)
  }
  return { ...opened, state, pass, sendOthers }
}

test('a message that hung is credited when its function works again', async () => {
  const { receiver, state, pass, errors } = createHangingReceiver()
  const message = await platform.signDeposit({ txid: 'slow' })
  const sent = platform.send(receiver.fetch, message)
  await expect.poll(() => state.hung).toBe(1)
  pass(half)
  expect(await sent).toEqual([{ status: 500 }])
  expect(errors).toMatchObject([{ message: expect.stringContaining('half of the deadline of 20000 ms') }])
  state.isFixed = true
  expect(await platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
})

test('others are credited while any number of copies of a message hang', async () => {
  const { receiver, state, sendOthers, errors } = createHangingReceiver()
  const copies = platform.send(receiver.fetch, platform.signDeposit({ txid: 'slow' }), { copies: 20 })
  await expect.poll(() => state.hung).toBe(1)
  expect(await sendOthers(20, 20)).toEqual(Array(20).fill(0))
  expect(new Set((await copies).map(({ status }) => status))).toEqual(new Set([500]))
  // The copies that waited did not hang one after another.
  expect(state.hung).toBe(1)
  expect(errors).toEqual(Array(20).fill(expect.any(DeadlineError)))
})

test('others are credited while a sender retries a hanging message in copies', async () => {
  const { receiver, state, pass, sendOthers } = createHangingReceiver()
  const slow = await platform.signDeposit({ txid: 'slow' })
  const enough = new AbortController()
  let ended = 0
  const retryDelivery = async (): Promise<void> => {
    while (!enough.signal.aborted) await platform.send(receiver.fetch, slow)
    ended += 1
  }
  for (let senders = 0; senders < 3; senders += 1) void retryDelivery()
  for (const hangs of [1, 2]) {
    await expect.poll(() => state.hung).toBeGreaterThanOrEqual(hangs)
    expect(await sendOthers(5, 3)).toEqual(Array(5).fill(0))
  }
  enough.abort()
  await expect.poll(() => (pass(half), ended)).toBe(3)
})

test('a copy that waits for a function that throws runs it again', async () => {
  let calls = 0
  const { receiver } = createShop({
    async onDeposit() {
      calls += 1
      if (calls === 1) throw new Error('The user is unknown.')
    },
  })
  const replies = await platform.send(receiver.fetch, platform.signDeposit(), { copies: 3 })
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 500])
  expect(calls).toBe(2)
})
