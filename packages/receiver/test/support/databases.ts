// Every store, with its function from the README, and a function that reads the credits.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createEmptyDatabase, createPool as connect, runSql } from '@custody-wallet/postgres'
import type { Receiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { listMigrations } from '@custody-wallet/store'
import { memoryForTests, sqlite, type SqliteStore } from '@custody-wallet/store/sqlite'
import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import postgresJs from 'postgres'
import { onTestFinished } from 'vitest'

import { createReceiverOnDrizzle } from '../drivers/drizzle.ts'
import { createReceiverOnKysely } from '../drivers/kysely.ts'
import { createReceiverOnPg } from '../drivers/pg.ts'
import { createReceiverOnPostgresJs } from '../drivers/postgres-js.ts'
import { createReceiverOnSqlite } from '../drivers/sqlite.ts'

export interface StoreDeployment {
  readonly receiver: Receiver
  /** Reads the sum of all credits. */
  readonly readCredited: () => Promise<string>
}

// On a busy machine, the last of many copies may wait longer for its turn than the usual deadline allows.
const options = {
  profile: createTestPlatform().receiver,
  onConflict: async () => undefined,
  deadline: 600_000,
}

function createOnSqlite(store: SqliteStore): StoreDeployment {
  onTestFinished(() => store.close())
  const makeTable = store.transaction(async (tx) => tx.run('CREATE TABLE credits (address text, amount text)'))
  return {
    receiver: createReceiverOnSqlite(store, options),
    async readCredited() {
      await makeTable
      const rows = await store.transaction(async (tx) => tx.all('SELECT amount FROM credits'))
      return sum(rows.map(({ amount }) => amount).filter(isDecimal))
    },
  }
}

/** Creates a database with the account that the test platform credits. */
export async function createAccounts(server: string): Promise<string> {
  const url = await createEmptyDatabase(server)
  await runSql(url, listMigrations('postgres'))
  await runSql(url, 'CREATE TABLE accounts (address text PRIMARY KEY, balance numeric NOT NULL)')
  await runSql(url, "INSERT INTO accounts VALUES ('test-address', 0)")
  return url
}

export const readBalance = async (url: string): Promise<string> =>
  String((await runSql(url, 'SELECT balance FROM accounts'))[0]?.['balance'])

async function createOnPostgres(server: string, open: (url: string) => Receiver): Promise<StoreDeployment> {
  const url = await createAccounts(server)
  return { receiver: open(url), readCredited: () => readBalance(url) }
}

export function createPool(url: string, most = 10): Pool {
  const pool = connect(url, most)
  onTestFinished(() => pool.end())
  return pool
}

/** Creates a folder that is removed when the test ends. */
export function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'receiver-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Opens a store in a new place. `server` is the address of a PostgreSQL. */
export const deployments = {
  'SQLite in memory': async () => createOnSqlite(memoryForTests()),
  'a SQLite file': async () => createOnSqlite(sqlite(join(createFolder(), 'claims.db'))),
  pg: (server) => createOnPostgres(server, (url) => createReceiverOnPg(createPool(url), options)),
  'postgres.js': (server) =>
    createOnPostgres(server, (url) => {
      const sql = postgresJs(url, { max: 10 })
      onTestFinished(() => sql.end())
      return createReceiverOnPostgresJs(sql, options)
    }),
  Kysely: (server) =>
    createOnPostgres(server, (url) => {
      const pool = createPool(url)
      return createReceiverOnKysely(new Kysely({ dialect: new PostgresDialect({ pool }) }), options)
    }),
  Drizzle: (server) => createOnPostgres(server, (url) => createReceiverOnDrizzle(drizzle(createPool(url)), options)),
} as const satisfies Readonly<Record<string, (server: string) => Promise<StoreDeployment>>>
