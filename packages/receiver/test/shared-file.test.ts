// Two stores on one SQLite file, like two processes.
import { join } from 'node:path'

import { sqlite } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { createFolder } from './support/databases.ts'
import { platform, createShop } from './support/shop.ts'

test('credit 20 copies once, and other deposits meanwhile', async () => {
  const file = join(createFolder(), 'claims.db')
  const stores = [sqlite(file), sqlite(file)]
  onTestFinished(() => stores.forEach((store) => store.close()))
  // The function gives the other store time to try.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
  const deposits: string[] = []
  const receivers = stores.map((store) =>
    createShop({
      store,
      async onDeposit({ txid }) {
        await pause()
        deposits.push(txid)
      },
    }),
  )
  const same = await platform.signDeposit({ txid: 'same' })
  const others = await Promise.all(Array.from({ length: 10 }, (_, at) => platform.signDeposit({ txid: `other-${at}` })))
  const replies = await Promise.all(
    receivers.flatMap(({ receiver }, at) => [
      platform.send(receiver.fetch, same, { copies: 10 }),
      ...others
        .filter((_message, number) => number % 2 === at)
        .map((message) => platform.send(receiver.fetch, message)),
    ]),
  )
  expect(new Set(replies.flat().map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['200 0']))
  expect(deposits.filter((txid) => txid === 'same')).toHaveLength(1)
  expect(deposits).toHaveLength(11)
  expect(receivers.flatMap(({ errors }) => errors)).toEqual([])
})
