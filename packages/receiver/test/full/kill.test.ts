import { type Postgres, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { creditStores, createFileCredits } from '../support/credits.ts'
import { killReceiver } from '../support/kills.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

test('a receiver on a file that is killed at each point credits each deposit once', async () => {
  const { name: place, listCredits: credits } = await createFileCredits()
  const { acknowledged, kills } = await killReceiver(place, 3)
  expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
  expect(kills).toEqual({ claim: 1, effect: 1, commit: 1 })
})

test.each(Object.entries(creditStores))(
  'a receiver on %s that is killed repeatedly credits each deposit once',
  async (name, open) => {
    const { name: place, listCredits: credits } = await open(server.url)
    const times = counts.kills / Object.keys(creditStores).length
    const { acknowledged, kills } = await killReceiver(place, times)
    console.log(`${name}: ${JSON.stringify(kills)} kills, ${acknowledged.length} deposits`)
    expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
    expect(acknowledged.length).toBeGreaterThan(times)
  },
)
