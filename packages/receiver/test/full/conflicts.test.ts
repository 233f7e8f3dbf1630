// Conflicts on every store: two receivers on one database, messages and retries at the same time, and kills during retries.
import { createEmptyDatabase, runSql, type Postgres, startPostgres } from '@custody-wallet/postgres'
import { listMigrations, type Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { sqlite } from '@custody-wallet/store/sqlite'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'

import { createBlockedDeposit, listAll, removeFailedClaims, runSequence, sequences } from '../support/conflicts.ts'
import { creditStores } from '../support/credits.ts'
import { createFolder, createPool } from '../support/databases.ts'
import { killRetries } from '../support/kills.ts'
import { createKyselyStore } from '../support/kysely-store.ts'
import { createShopOn } from '../support/shop.ts'

async function createDatabase(): Promise<string> {
  const url = await createEmptyDatabase(inject('postgres'))
  await runSql(url, listMigrations('postgres'))
  return url
}

function createFileStore() {
  const store = sqlite(`${createFolder()}/claims.db`)
  onTestFinished(() => store.close())
  return store
}

const createKysely = async () =>
  createKyselyStore(new Kysely({ dialect: new PostgresDialect({ pool: createPool(await createDatabase()) }) }))

/** Runs a check on each store, whose transactions have different types. */
const stores: Readonly<Record<string, (check: <Tx>(store: Store<Tx>) => Promise<void>) => Promise<void>>> = {
  'a file': (check) => check(createFileStore()),
  pg: async (check) => check(postgres(createPool(await createDatabase()))),
  Kysely: async (check) => check(await createKysely()),
}

describe.each(Object.entries(stores))('on %s', (_name, run) => {
  test('twenty retries at two receivers credit once, and the conflict is gone', () =>
    run(async (store) => {
      const shops = [createShopOn(store), createShopOn(store)] as const
      await createBlockedDeposit(shops[0].receiver)
      const [conflict = { id: '' }] = await listAll(shops[1].receiver)
      await removeFailedClaims(store)
      const effects = await Promise.all(
        Array.from({ length: 20 }, (_, at) => shops[at % 2 === 0 ? 0 : 1].receiver.retry(conflict)),
      )
      expect(effects.toSorted()).toEqual(['credit', ...Array(19).fill('duplicate')])
      expect(shops.flatMap(({ deposits }) => deposits)).toHaveLength(1)
      expect(await listAll(shops[0].receiver)).toEqual([])
    }))

  test('the oldest conflict comes first, and each once', () =>
    run(async (store) => {
      const { receiver, conflicts } = createShopOn(store)
      for (let count = 0; count < 210; count += 1) await createBlockedDeposit(receiver, `deposit-${count}`)
      expect(await listAll(receiver)).toEqual(conflicts.toSorted((one, other) => comparePlaces(one, other)))
    }))

  test('no order of messages, conflicts, retries and removed failures credits a deposit twice', () =>
    run(async (store) => {
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          for (const table of ['deposits', 'conflicts'])
            await store.transaction((tx) => store.query(tx, `DELETE FROM custody_${table}`, []))
          expect(await runSequence(store, 2, sequence)).toEqual([])
        }),
        // After a failure, transactions of its messages may still run and would disturb smaller cases.
        { numRuns: 40, endOnFailure: true },
      )
    }))
})

type Place = { readonly at: string; readonly id: string }

const comparePlaces = (one: Place, other: Place): number => (`${one.at} ${one.id}` < `${other.at} ${other.id}` ? -1 : 1)

test('the migration adds the table of conflicts to a database without it, and keeps those of one that has it', async () => {
  const url = await createDatabase()
  await runSql(url, 'DROP TABLE custody_conflicts')
  await runSql(url, listMigrations('postgres'))
  const { receiver } = createShopOn(postgres(createPool(url)))
  await createBlockedDeposit(receiver)
  await runSql(url, listMigrations('postgres'))
  expect(await listAll(receiver)).toHaveLength(1)
})

describe('a receiver that is killed during retries', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres({ durable: true })
  })
  afterAll(() => server.end())

  test.each(Object.entries(creditStores))('on %s credits each deposit once', async (_name, open) => {
    const { name, listCredits, run } = await open(server.url)
    const { txids, kills } = await killRetries(name, 12, () => run('DELETE FROM custody_deposits WHERE flag = 0'))
    expect((await listCredits()).toSorted()).toEqual(txids.toSorted())
    expect(kills).toEqual({ claim: 4, effect: 4, commit: 4 })
  })
})
