import { type Postgres, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { creditPlaces } from '../support/credits.ts'
import { killed } from '../support/kills.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

test.each(Object.entries(creditPlaces))(
  'a receiver on %s that is killed 500 times credits each deposit once',
  async (name, open) => {
    const { place, credits } = await open(server.url)
    const { acknowledged, kills } = await killed(place, 500, Math.random)
    console.log(`${name}: ${JSON.stringify(kills)} kills, ${acknowledged.length} deposits`)
    expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
    expect(acknowledged.length).toBeGreaterThan(500)
  },
)
