import { createEmptyDatabase, createPool, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { listMigrations } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createWorkflowStores } from '../../../../src/workflows/index.ts'
import { describeStores, shareStore } from '../../../support/store-suite.ts'
import { catchRejection } from '../../../support/workflow-service.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

async function createDatabase() {
  const url = await createEmptyDatabase(server.url)
  await runSql(url, listMigrations('postgres'))
  const pool = createPool(url, 10)
  onTestFinished(() => pool.end())
  return { url, store: postgres(pool) }
}

describeStores('PostgreSQL', async () => {
  const { url, store } = await createDatabase()
  return shareStore(url, store)
})

test('a changed row in PostgreSQL is rejected, and one of an earlier version is accepted', async () => {
  const { url, store } = await createDatabase()
  const { checkpoint, dedupe } = createWorkflowStores(store)
  await checkpoint('deposits').save({ cursor: '7', seen: [], open: [] })
  await dedupe('paid').add('4711')
  await runSql(url, "UPDATE custody_checkpoints SET state = replace(state, '7', '9')")
  expect(await catchRejection(checkpoint('deposits').load())).toMatchObject({
    code: 'FILE_BROKEN',
    context: { table: 'custody_checkpoints', name: 'deposits' },
  })
  await runSql(url, 'UPDATE custody_checkpoints SET checksum = NULL; UPDATE custody_dedupe SET checksum = NULL')
  const earlier = checkpoint('deposits')
  expect(await earlier.load()).toMatchObject({ cursor: '9' })
  await earlier.save({ cursor: '10', seen: [], open: [] })
  expect(await runSql(url, 'SELECT checksum FROM custody_checkpoints WHERE checksum IS NOT NULL')).toHaveLength(1)
  expect(await dedupe('paid').has('4711')).toBe(true)
})

test.each(['read committed', 'repeatable read', 'serializable'])(
  'a key is claimed through one of ten stores with %s by default',
  async (isolation) => {
    const { url } = await createDatabase()
    const name = new URL(url).pathname.slice(1)
    await runSql(url, `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`)
    expect(await runSql(url, 'SHOW transaction_isolation')).toEqual([{ transaction_isolation: isolation }])
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => {
        const pool = createPool(url, 1)
        onTestFinished(() => pool.end())
        const store = postgres(pool)
        return store.transaction((tx) => createWorkflowStores(store).dedupe('paid').claim(tx, '4711'))
      }),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  },
)
