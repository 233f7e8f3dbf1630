// Opening and migrating a database.
import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createSandbox } from '../../src/index.ts'
import { migrations, postgresTypes } from '../../src/store/migrations.ts'
import { payment, createUser } from '../support/databases.ts'
import { createScratchFolder } from '../support/files.ts'
import { createClient, createTestSandbox, start } from '../support/sandbox.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

describe('a database', () => {
  test('that several sandboxes open concurrently is filled once', async () => {
    const database = await createEmptyDatabase(server.url)
    const opened = await Promise.all(Array.from({ length: 5 }, () => createTestSandbox({ database })))
    const lists = await Promise.all(opened.map(({ control }) => control.merchants.list()))
    expect(lists.map((list) => list.length)).toEqual([2, 2, 2, 2, 2])
  })

  test('of an earlier version is migrated once, by the first sandbox', async () => {
    const database = await createEmptyDatabase(server.url)
    const first = await createTestSandbox({ database })
    const uid = await createUser(first)
    await first.close()
    for (const statement of listDowngradeStatements())
      await runSql(database, `set search_path to custody_sandbox; ${statement}`)
    await runSql(database, 'delete from custody_sandbox.schema_versions where version > 1')
    const all = await Promise.all([1, 2, 3, 4].map(() => createTestSandbox({ database })))
    for (const each of all) {
      expect(await each.control.notifications.list()).toEqual([])
      expect(await createClient(each).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
        deposit_address: 'address-1',
      })
    }
    expect(await runSql(database, 'select version from custody_sandbox.schema_versions order by 1')).toEqual(
      migrations.map((_, at) => ({ version: at + 1 })),
    )
    const again = `insert into custody_sandbox.users (app_id, nickname, email, country, mobile, created_at)
      select app_id, nickname, email, country, mobile, created_at from custody_sandbox.users where uid = ${uid}`
    await expect(runSql(database, again)).rejects.toThrow('users_email')
  })

  test('of an earlier version keeps the addresses of its wallets', async () => {
    const database = await createEmptyDatabase(server.url)
    const funding = { wallet: 7, symbol: 'BTC', amount: '1' }
    const first = await createTestSandbox({ database })
    expect((await first.control.mpc.fund(funding)).address).toMatch(/^tb1q/)
    await first.close()
    await runSql(database, "delete from custody_sandbox.settings where name = 'address form'")
    const second = await createTestSandbox({ database })
    expect((await second.control.mpc.fund(funding)).address).toMatch(/^[\da-f]{40}$/)
  })

  test('exchanges snapshots with a sandbox in memory', async () => {
    const shared = await createTestSandbox({ database: await createEmptyDatabase(server.url) })
    const memory = await createSandbox({
      directory: createScratchFolder(),
      seed: 'test',
      machineClock: () => start,
    })
    onTestFinished(() => memory.close())
    const uid = await createUser(memory)
    await memory.control.chain.pay(payment)
    await memory.control.chain.mine(3, 'Bitcoin')
    await shared.control.restore(await memory.control.snapshot())
    const balance = { normal_balance: '0.5' }
    expect(await createClient(shared).accounts.get({ uid, symbol: 'BTC' })).toMatchObject(balance)
    await memory.control.reset()
    await memory.control.restore(await shared.control.snapshot())
    expect(await createClient(memory).accounts.get({ uid, symbol: 'BTC' })).toMatchObject(balance)
  })

  const unusable: readonly (readonly [string, string, string])[] = [
    [
      'of a newer sandbox',
      `insert into custody_sandbox.schema_versions values (99, 'later')`,
      'was written by a newer version of the sandbox: update the sandbox, or use another database.',
    ],
    [
      'with other tables',
      `update custody_sandbox.schema_versions set checksum = 'other' where version = 1`,
      'has tables of another version: use another database.',
    ],
  ]

  test.each(unusable)('%s is rejected in one sentence without its password', async (_, statement, text) => {
    const database = await createEmptyDatabase(server.url)
    await (await createTestSandbox({ database })).close()
    await runSql(database, statement)
    const { host, pathname } = new URL(database)
    await expect(createTestSandbox({ database })).rejects.toMatchObject({
      name: 'DataError',
      message: `PostgreSQL at ${host}${pathname} ${text}`,
    })
  })

  test('that was never written cannot be opened read-only', async () => {
    const database = await createEmptyDatabase(server.url)
    await expect(createTestSandbox({ database, readOnly: true })).rejects.toThrow(
      'is empty or of an earlier version: start a sandbox without read-only first.',
    )
  })

  test('that is read-only can be read, and every change is rejected', async () => {
    const database = await createEmptyDatabase(server.url)
    const uid = await createUser(await createTestSandbox({ database }))
    const reader = await createTestSandbox({ database, readOnly: true })
    expect(await createClient(reader).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      deposit_address: 'address-1',
    })
    await expect(reader.control.users.create({ email: 'b@shop.example' })).rejects.toThrow(
      'was opened read-only: to change data, open it without read-only.',
    )
  })

  test('that is read-only rejects changes also while timers of other processes are due', async () => {
    const database = await createEmptyDatabase(server.url)
    const writer = await createTestSandbox({ database })
    await createUser(writer)
    await writer.control.chain.pay(payment)
    const reader = await createTestSandbox({ database, readOnly: true, machineClock: () => start + 86_400_000 })
    expect(await reader.control.records.list({ kind: 'deposit' })).toMatchObject([{ state: 'confirming' }])
    await expect(reader.control.users.create({ email: 'b@shop.example' })).rejects.toThrow('was opened read-only')
  })

  test('requires the demo keys with which it was created', async () => {
    const database = await createEmptyDatabase(server.url)
    await createTestSandbox({ database })
    await expect(createSandbox({ database, directory: createScratchFolder() })).rejects.toThrow(
      'Another process of this database uses other demo keys: copy its state folder to this machine',
    )
  })
})

/** Statements that undo the later versions. */
function listDowngradeStatements(): readonly string[] {
  const [first = [], ...later] = migrations.map((version) => version(postgresTypes))
  const listNames = (statements: readonly string[], verb: 'create' | 'drop') =>
    statements.flatMap((statement) => {
      const pattern = new RegExp(`^${verb} (?:unique )?(table|index|function) (\\w+)`)
      const [, kind, name] = pattern.exec(statement) ?? []
      return kind === undefined || name === undefined ? [] : [{ kind, name, statement }]
    })
  const dropped = new Set(listNames(later.flat(), 'drop').map(({ name }) => name))
  return [
    ...listNames(later.flat(), 'create')
      .toReversed()
      .map(({ kind, name }) => `drop ${kind} if exists ${name}`),
    ...listNames(first, 'create').flatMap(({ name, statement }) => [
      ...(dropped.has(name) ? [statement] : []),
      ...primaryKeyOf(name, statement).filter(() =>
        later.flat().includes(`alter table ${name} drop constraint ${name}_pkey`),
      ),
    ]),
  ]
}

/** Makes the primary key of several columns again that a statement makes with its table. */
const primaryKeyOf = (table: string, statement: string): readonly string[] =>
  (/primary key \(.*?\)/.exec(statement) ?? []).map((key) => `alter table ${table} add ${key}`)
