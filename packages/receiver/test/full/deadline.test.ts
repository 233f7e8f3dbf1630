// On the stores of PostgreSQL, a late function changes nothing and does not affect other messages.
import { once } from 'node:events'

import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { DeadlineError, type Receiver } from '@custody-wallet/receiver'
import { listMigrations, type Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { createPool } from '../support/databases.ts'
import { createKyselyStore } from '../support/kysely-store.ts'
import { platform, createShopOn } from '../support/shop.ts'

interface LateReceiver {
  readonly late: Receiver
  /** Uses the same store, with a long deadline. */
  readonly other: Receiver
  readonly errors: readonly unknown[]
  /** Outcomes of the late functions. */
  readonly ends: readonly Promise<unknown>[]
}

type Run<Tx> = (tx: Tx, sql: string) => Promise<unknown>

/** Creates a receiver whose function is late, and then writes a credit. */
function createLate<Tx>(store: Store<Tx>, run: Run<Tx>, slow: SlowStatement): LateReceiver {
  const errors: unknown[] = []
  const ends: Promise<unknown>[] = []
  const abortSignal = new AbortController()
  const { receiver: late } = createShopOn(store, {
    deadline: 200,
    onDeposit(_deposit, tx) {
      const insertCredit = async (): Promise<unknown> => {
        await slow((sql) => run(tx, sql), abortSignal.signal)
        return run(tx, "INSERT INTO credits VALUES ('slow')")
      }
      const end = insertCredit()
      ends.push(end.catch((error: unknown) => error))
      return end
    },
    onError(error) {
      errors.push(error)
      abortSignal.abort()
    },
  })
  const { receiver: other } = createShopOn(store, {
    deadline: 600_000,
    onDeposit: ({ txid }, tx) => run(tx, `INSERT INTO credits VALUES ('${txid}')`),
  })
  return { late, other, errors, ends }
}

/** Runs until the receiver has rejected the message. */
type SlowStatement = (run: (sql: string) => Promise<unknown>, abortSignal: AbortSignal) => Promise<unknown>

const stores: Readonly<Record<string, (url: string, slow: SlowStatement) => LateReceiver>> = {
  pg: (url, slow) => createLate(postgres(createPool(url)), (tx, sql) => tx.query(sql), slow),
  Kysely: (url, slow) =>
    createLate(
      createKyselyStore(new Kysely({ dialect: new PostgresDialect({ pool: createPool(url) }) })),
      (tx, sql) => tx.executeQuery(CompiledQuery.raw(sql)),
      slow,
    ),
}

const ways: Readonly<Record<string, SlowStatement>> = {
  'waits without a query': async (_run, abortSignal) => abortSignal.aborted || once(abortSignal, 'abort'),
  'waits for a query': (run) => run('SELECT pg_sleep(3600)'),
  async 'makes many short queries'(run, abortSignal) {
    while (!abortSignal.aborted) await run('SELECT 1')
  },
}

describe.each(Object.entries(stores))('on %s, a function that', (_name, open) => {
  test.each(Object.entries(ways))('%s is rolled back, and others continue', async (_way, slow) => {
    const url = await createEmptyDatabase(inject('postgres'))
    await runSql(url, listMigrations('postgres'))
    await runSql(url, 'CREATE TABLE credits (txid text)')
    const { late, other, errors, ends } = open(url, slow)
    const message = await platform.signDeposit({ txid: 'slow', request_id: 'slow' })
    const listCredits = async () => (await runSql(url, 'SELECT txid FROM credits')).map(({ txid }) => txid)
    expect(await platform.send(late.fetch, message)).toEqual([{ status: 500 }])
    expect(errors).toEqual([expect.any(DeadlineError)])
    const others = Array.from({ length: 20 }, (_, at) => platform.signDeposit({ txid: `quick-${at}` }))
    const replies = await Promise.all(others.map((each) => platform.send(other.fetch, each)))
    expect(replies.flat().map(({ code }) => code)).toEqual(Array(20).fill(0))
    await Promise.all(ends)
    expect(await listCredits()).toHaveLength(20)
    expect(await listCredits()).not.toContain('slow')
    expect(await runSql(url, "SELECT txid FROM custody_deposits WHERE txid = 'slow'")).toEqual([])
  })
})

test('copies that wait for a slow function use no connections', async () => {
  const url = await createEmptyDatabase(inject('postgres'))
  await runSql(url, listMigrations('postgres'))
  let finish = (): void => {}
  const gate = new Promise<void>((resolve) => (finish = resolve))
  const { receiver } = createShopOn(postgres(createPool(url, 2)), {
    deadline: 600_000,
    onDeposit: ({ txid }) => (txid === 'slow' ? gate : Promise.resolve()),
  })
  const slow = await platform.signDeposit({ txid: 'slow' })
  const copies = platform.send(receiver.fetch, slow, { copies: 10 })
  const others = Array.from({ length: 10 }, () => platform.send(receiver.fetch, platform.signDeposit()))
  expect((await Promise.all(others)).flat().map(({ code }) => code)).toEqual(Array(10).fill(0))
  finish()
  expect((await copies).map(({ code }) => code)).toEqual(Array(10).fill(0))
})
