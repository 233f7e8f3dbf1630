// Costs of payments, and calls during long control calls.
import { expect, inject, test } from 'vitest'

import { settleNetwork } from '../../src/chain/transactions.ts'
import { createAddressesControl } from '../../src/control/addresses.ts'
import { countWaiting } from '../../src/engine/waiting.ts'
import { pay } from '../../src/life/payments.ts'
import { recordTypes } from '../../src/record-types.ts'
import type { Work } from '../../src/work.ts'
import { appId, createEngineFixture } from '../support/engine.ts'
import { explainQueries, watchQueries } from '../support/queries.ts'

test('the number of queries of a payment does not depend on the number of waiting payments', async () => {
  const { engine, address } = await createEngineFixture()
  const listPaymentQueries = () =>
    engine.run(async (work) => {
      const { db, queries } = watchQueries(work.db)
      await pay({ ...work, db }, { symbol: 'BTC', to: address, amount: '0.1' })
      return queries.length
    })
  // The first one makes the accounts.
  await listPaymentQueries()
  const second = await listPaymentQueries()
  for (let payments = 0; payments < 20; payments += 1) expect(await listPaymentQueries()).toBe(second)
})

// Plans of SQLite.
test.skipIf(inject('postgres') !== undefined).each<readonly [name: string, work: (work: Work) => Promise<unknown>]>([
  ['settling a network', (work) => settleNetwork(work, 'Bitcoin')],
  ['a payment', (work) => pay(work, { symbol: 'BTC', to: 'x', amount: '1' })],
  ['the report of what waits', ({ db }) => countWaiting(db, recordTypes)],
])('%s reads no settled transaction', async (_name, act) => {
  const { engine } = await createEngineFixture()
  const plan = await engine.run((work) => explainQueries(work.db, (db) => act({ ...work, db })))
  expect(plan.filter((step) => /SCAN (transactions|sent)|transactions_height/.test(step))).toEqual([])
})

test('other calls run while addresses are generated', async () => {
  const { engine } = await createEngineFixture()
  const between: number[] = []
  const countRows = () => engine.run(async ({ db }) => (await db.selectFrom('addresses').select('id').execute()).length)
  const { generate } = createAddressesControl({
    appId,
    read: engine.readSnapshot,
    announce: engine.announce,
    load: async () => {},
    async run(work, merchant) {
      expect(merchant).toBe(appId)
      const result = await engine.run(work, { merchant })
      between.push(await countRows())
      return result
    },
  })
  expect(await generate({ symbol: 'BTC', count: 2500 })).toEqual({ available: 2500 })
  expect(between).toEqual([1001, 2001, 2501])
})
