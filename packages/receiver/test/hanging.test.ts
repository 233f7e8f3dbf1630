// A message after its function hung or threw.
import { expect, test } from 'vitest'

import { manualTimers, platform, shop } from './support/shop.ts'

const never = () => new Promise<never>(() => {})

test('a message that has hung is credited when its function works again', async () => {
  let isBroken = true
  const timers = manualTimers()
  const options: Parameters<typeof shop>[0] = {
    deadline: 3000,
    async onDeposit(deposit) {
      if (isBroken) {
        timers.pass(1500)
        await never()
      }
      deposits.push(deposit)
    },
  }
  const { receiver, deposits, errors } = shop(options, timers.start)
  const message = await platform.signedDeposit()
  expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
  isBroken = false
  expect(errors).toMatchObject([{ message: expect.stringContaining('half of the deadline of 3000 ms') }])
  const [reply] = await platform.send(receiver.fetch, message)
  expect(reply).toMatchObject({ code: 0 })
  expect(deposits).toHaveLength(1)
})

test('a copy that waits for a function that throws runs it again', async () => {
  let calls = 0
  const { receiver } = shop({
    async onDeposit() {
      calls += 1
      if (calls === 1) throw new Error('The user is unknown.')
    },
  })
  const replies = await platform.send(receiver.fetch, platform.signedDeposit(), { copies: 3 })
  // Any of them may be the first, because each is decrypted in a thread of its own.
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 500])
  expect(calls).toBe(2)
})
