// A store in PostgreSQL: its revision and its snapshots.
import { createEmptyDatabase, type Postgres, startPostgres } from '@custody-wallet/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { DataError } from '../../../src/store/data-error.ts'
import { migrations } from '../../../src/store/migrations.ts'
import { openSharedStore } from '../../../src/store/postgres-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { createUser } from '../../support/databases.ts'
import { changeSnapshot, hostileImages, createImageAfter, unusableRows } from '../../support/images.ts'
import { readData } from '../../support/rows.ts'
import { createClient, createTestSandbox } from '../../support/sandbox.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

async function openTestStore(): Promise<Store> {
  const store = await openSharedStore(await createEmptyDatabase(server.url), {
    createData: async () => createImageAfter("insert into settings values ('kept', '')"),
  })
  onTestFinished(() => store.close())
  return store
}

const listNames = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

const user = { app_id: 'x', nickname: '', email: '', country: '', mobile: '', created_at: 0 }
const insertUser = async ({ db }: Pick<Store, 'db'>): Promise<number> =>
  (await db.insertInto('users').values(user).returning('uid').executeTakeFirstOrThrow()).uid

test('the revision changes with the data', async () => {
  const store = await openTestStore()
  const before = await store.revision()
  await insertUser(store)
  expect(await store.revision()).not.toBe(before)
})

test.each(hostileImages)('a snapshot with %s is rejected without effects', async (_name, image) => {
  const store = await openTestStore()
  await expect(store.restore(image())).rejects.toThrow(
    new DataError('The snapshot is corrupted or of another version of the sandbox: take a new one.'),
  )
  expect(await listNames(store)).toEqual(['kept'])
  const { rows } = await sql`select to_regclass('public.owned') as owned`.execute(store.db)
  expect(rows).toEqual([{ owned: null }])
})

test.each([
  [
    'an amount that is no number',
    "insert into withdrawals select 1, 'x', 'x', 1, 'BTC', 'much', 0, 0, 0, '', '', '', '', 0, 0, 0, 0, 0, '', 0, 0",
  ],
  ['a text with U+0000', "insert into settings values (char(0), '')"],
  [
    'a flag that is too large',
    "insert into open_networks values ('x', 'y'); insert into deposit_requests values ('x', 'y', 1, '', '0', 70000)",
  ],
])('a snapshot with %s is rejected by PostgreSQL without effects', async (_name, change) => {
  const store = await openTestStore()
  const first = await insertUser(store)
  await expect(
    store.restore(createImageAfter(`insert into users values (500, 'x', '', '', '', '', 0); ${change}`)),
  ).rejects.toThrow(
    new DataError('The snapshot has a row that PostgreSQL cannot store, so nothing was restored: take a new snapshot.'),
  )
  expect(await listNames(store)).toEqual(['kept'])
  expect(await insertUser(store)).toBe(first + 1)
})

test('a restore that fails in the middle changes no row and no next id', async () => {
  const store = await openTestStore()
  for (let users = 0; users < 3; users += 1) await insertUser(store)
  const restored = store.restore(createImageAfter("insert into settings values ('other', '')"), async (db) => {
    expect(await insertUser({ db })).toBe(1)
    throw new Error('failed in the middle')
  })
  await expect(restored).rejects.toThrow('failed in the middle')
  expect(await listNames(store)).toEqual(['kept'])
  expect(await insertUser(store)).toBe(4)
})

test.each(migrations.map((_step, at) => at + 1))(
  'a snapshot of version %i of the tables is restored',
  async (version) => {
    const store = await openTestStore()
    await store.restore(createImageAfter("insert into settings values ('early', '')", version))
    expect(await listNames(store)).toEqual(['early'])
  },
)

test('next ids survive snapshots, used or not', async () => {
  const store = await openTestStore()
  await store.restore(await store.snapshot())
  expect(await insertUser(store)).toBe(1)
  await store.restore(await store.snapshot())
  await store.restore(await store.snapshot())
  expect(await insertUser(store)).toBe(2)
})

test('a snapshot does not wait for running transactions or contain their rows', async () => {
  const store = await openTestStore()
  const image = await store.transaction(async (db) => {
    await db.insertInto('settings').values({ name: 'running', value: '' }).execute()
    return store.snapshot((own) => own.insertInto('settings').values({ name: 'own', value: '' }).execute())
  })
  expect(await listNames(store)).toEqual(['kept', 'running'])
  await store.restore(image)
  expect(await listNames(store)).toEqual(['kept', 'own'])
})

test.each(unusableRows)('a sandbox stays unchanged if a snapshot has %s', async (_name, change, message) => {
  const sandbox = await createTestSandbox({ database: await createEmptyDatabase(server.url) })
  const { control } = sandbox
  const snapshot = await control.snapshot()
  const uid = await createUser(sandbox)
  await control.time.advance('1h')
  const [rows, now] = [await readData(sandbox), control.time.now()]
  await expect(control.restore(changeSnapshot(snapshot, change))).rejects.toThrow(message)
  expect(control.time.now()).toBe(now)
  expect(await readData(sandbox)).toEqual(rows)
  expect(await createClient(sandbox).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
    normal_balance: '0',
  })
})
