// If a function catches the error of a statement, the receiver must not acknowledge what the database rolled back.
import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { createReceiver, type Receiver } from '@custody-wallet/receiver'
import { listMigrations, type Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { createPool } from '../support/databases.ts'
import { createKyselyStore } from '../support/kysely-store.ts'
import { platform } from '../support/shop.ts'

type Run<Tx> = (tx: Tx, sql: string) => Promise<unknown>

/** A receiver whose function ignores an error of its first statement while `isBroken` is true. */
const createCarelessReceiver = <Tx>(store: Store<Tx>, run: Run<Tx>, isBroken: () => boolean): Receiver =>
  createReceiver({
    profile: platform.receiver,
    store,
    async onDeposit({ txid }, tx) {
      if (isBroken()) await run(tx, 'INSERT OR ROLLBACK INTO nothing').catch(() => undefined)
      await run(tx, `INSERT INTO credits VALUES ('${txid}')`).catch(() => undefined)
    },
    onConflict: async () => undefined,
  })

const stores: Readonly<Record<string, (url: string, isBroken: () => boolean) => Receiver>> = {
  pg: (url, isBroken) => createCarelessReceiver(postgres(createPool(url)), (tx, sql) => tx.query(sql), isBroken),
  Kysely: (url, isBroken) =>
    createCarelessReceiver(
      createKyselyStore(new Kysely({ dialect: new PostgresDialect({ pool: createPool(url) }) })),
      (tx, sql) => tx.executeQuery(CompiledQuery.raw(sql)),
      isBroken,
    ),
}

describe.each(Object.entries(stores))('on %s', (_name, open) => {
  test('a transaction that was rolled back at its commit is not acknowledged', async () => {
    const url = await createEmptyDatabase(inject('postgres'))
    await runSql(url, listMigrations('postgres'))
    await runSql(url, 'CREATE TABLE credits (txid text)')
    let isBroken = true
    const receiver = open(url, () => isBroken)
    const message = await platform.signDeposit({ txid: 'one' })
    expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
    expect(await runSql(url, 'SELECT txid FROM custody_deposits')).toEqual([])
    isBroken = false
    expect(await platform.send(receiver.fetch, message)).toMatchObject([{ status: 200, code: 0 }])
    expect(await runSql(url, 'SELECT txid FROM credits')).toEqual([{ txid: 'one' }])
  })
})

test('on SQLite, a transaction that a statement ended is not acknowledged, nor are those that share its commit', async () => {
  const store = memoryForTests()
  await store.transaction(async (tx) => tx.run('CREATE TABLE credits (txid text PRIMARY KEY)'))
  let isBroken = true
  const { fetch } = createReceiver({
    profile: platform.receiver,
    store,
    async onDeposit({ txid }, tx) {
      tx.run('INSERT INTO credits VALUES (?)', txid)
      if (txid !== 'one' || !isBroken) return
      try {
        tx.run("INSERT OR ROLLBACK INTO credits VALUES ('one')")
      } catch {}
      tx.run("INSERT INTO credits VALUES ('alone')")
    },
    onConflict: async () => undefined,
  })
  const messages = await Promise.all(
    ['zero', 'one', 'two'].map((txid) => platform.signDeposit({ txid, request_id: txid })),
  )
  const listCredits = async () =>
    (await store.transaction(async (tx) => tx.all('SELECT txid FROM credits'))).map(({ txid }) => String(txid))
  const replies = await Promise.all(messages.map((message) => platform.send(fetch, message)))
  const acknowledged = messages.filter((_message, at) => replies[at]?.[0]?.status === 200).length
  expect(replies[1]).toEqual([{ status: 500 }])
  expect(await listCredits()).toHaveLength(acknowledged)
  isBroken = false
  for (const message of messages) expect(await platform.send(fetch, message)).toMatchObject([{ code: 0 }])
  expect((await listCredits()).toSorted()).toEqual(['one', 'two', 'zero'])
})
