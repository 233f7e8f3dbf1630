// Costs of payments, and calls during long control calls.
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { settleNetwork } from '../../src/chain/transactions.ts'
import { createAddressesControl } from '../../src/control/addresses.ts'
import { countWaiting } from '../../src/engine/waiting.ts'
import { pay } from '../../src/life/payments.ts'
import { recordTypes } from '../../src/record-types.ts'
import type { Database } from '../../src/store/database.ts'
import type { Work } from '../../src/work.ts'
import { appId, createEngineFixture } from '../support/engine.ts'

/** A database that records its queries. */
function watchQueries(db: Database): { readonly db: Database; readonly queries: RootOperationNode[] } {
  const queries: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), queries }
}

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
  const plans = await engine.run(async (work) => {
    const { db, queries } = watchQueries(work.db)
    await act({ ...work, db })
    const executor = work.db.getExecutor()
    return Promise.all(queries.map((node) => explainQuery(work.db, executor.compileQuery(node, { queryId: '' }).sql)))
  })
  expect(plans.flat().filter((step) => /SCAN (transactions|sent)|transactions_height/.test(step))).toEqual([])
})

async function explainQuery(db: Database, text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db)
  return rows.map(({ detail }) => detail)
}

test('other calls run while addresses are generated', async () => {
  const { engine } = await createEngineFixture()
  const between: number[] = []
  const countRows = () => engine.run(async ({ db }) => (await db.selectFrom('addresses').select('id').execute()).length)
  const { generate } = createAddressesControl({
    appId,
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
