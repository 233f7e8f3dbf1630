// Every store, with the function that the README shows for it, and a way to read what was credited.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { emptyDatabase, poolAt as connect, runAt } from '@custody-wallet/postgres'
import { migrations, type Receiver } from '@custody-wallet/receiver'
import { memoryForTests, sqlite, type SqliteStore } from '@custody-wallet/receiver/sqlite'
import { testPlatform } from '@custody-wallet/receiver/testing'
import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import postgresJs from 'postgres'
import { onTestFinished } from 'vitest'

import { receiverOnDrizzle } from '../drivers/drizzle.ts'
import { receiverOnKysely } from '../drivers/kysely.ts'
import { receiverOnPg } from '../drivers/pg.ts'
import { receiverOnPostgresJs } from '../drivers/postgres-js.ts'
import { receiverOnSqlite } from '../drivers/sqlite.ts'

export interface Place {
  readonly receiver: Receiver
  /** The sum of all credits. */
  readonly credited: () => Promise<string>
}

// On a busy machine, the last of many copies may wait longer for its turn than the usual deadline allows.
const options = { profile: testPlatform().receiver, onConflict: async () => undefined, deadline: 600_000 }

function onSqlite(store: SqliteStore): Place {
  onTestFinished(() => store.close())
  const makeTable = store.transaction(async (tx) =>
    tx.run('CREATE TABLE credits (address text, amount text)'),
  )
  return {
    receiver: receiverOnSqlite(store, options),
    async credited() {
      await makeTable
      const rows = await store.transaction(async (tx) => tx.all('SELECT amount FROM credits'))
      return sum(rows.map(({ amount }) => amount).filter(isDecimal))
    },
  }
}

/** A new database with the account that the test platform credits. */
export async function accountsAt(server: string): Promise<string> {
  const url = await emptyDatabase(server)
  await runAt(url, migrations('postgres'))
  await runAt(url, 'CREATE TABLE accounts (address text PRIMARY KEY, balance numeric NOT NULL)')
  await runAt(url, "INSERT INTO accounts VALUES ('test-address', 0)")
  return url
}

export const balanceAt = async (url: string): Promise<string> =>
  String((await runAt(url, 'SELECT balance FROM accounts'))[0]?.['balance'])

async function onPostgres(server: string, open: (url: string) => Receiver): Promise<Place> {
  const url = await accountsAt(server)
  return { receiver: open(url), credited: () => balanceAt(url) }
}

export function poolAt(url: string, most = 10): Pool {
  const pool = connect(url, most)
  onTestFinished(() => pool.end())
  return pool
}

/** A folder that is removed when the test ends. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'receiver-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Opens a store in a new place. `server` is the address of a PostgreSQL. */
export const places = {
  'SQLite in memory': async () => onSqlite(memoryForTests()),
  'a SQLite file': async () => onSqlite(sqlite(join(folder(), 'claims.db'))),
  pg: (server) => onPostgres(server, (url) => receiverOnPg(poolAt(url), options)),
  'postgres.js': (server) =>
    onPostgres(server, (url) => {
      const sql = postgresJs(url, { max: 10 })
      onTestFinished(() => sql.end())
      return receiverOnPostgresJs(sql, options)
    }),
  Kysely: (server) =>
    onPostgres(server, (url) => {
      const pool = poolAt(url)
      return receiverOnKysely(new Kysely({ dialect: new PostgresDialect({ pool }) }), options)
    }),
  Drizzle: (server) => onPostgres(server, (url) => receiverOnDrizzle(drizzle(poolAt(url)), options)),
} as const satisfies Readonly<Record<string, (server: string) => Promise<Place>>>
