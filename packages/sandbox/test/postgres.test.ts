import { afterAll, beforeAll, expect, test } from 'vitest'

import { emptyDatabase, type Postgres, startPostgres } from './support/postgres.ts'
import { clientOf, freshSandbox } from './support/sandbox.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

test('two sandboxes on one database are one service', async () => {
  const database = await emptyDatabase(server.url)
  const [one, other] = [await freshSandbox({ database }), await freshSandbox({ database })]
  const { uid } = await one.control.users.create({ email: 'a@shop.example' })
  await clientOf(one).addresses.register({ symbol: 'BTC', addresses: ['address-1'], memo: false })
  expect(await clientOf(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
    deposit_address: 'address-1',
  })
})
