// A function that is late, on the stores of PostgreSQL: nothing of it stays, and nobody else is disturbed.
import { emptyDatabase, runAt } from '@custody-wallet/postgres'
import {
  createReceiver,
  DeadlineError,
  migrations,
  type Receiver,
  type Store,
} from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/receiver/postgres'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { kyselyStore } from '../support/kysely-store.ts'
import { poolAt } from '../support/places.ts'
import { platform, shopOn } from '../support/shop.ts'

interface Late {
  readonly receiver: Receiver
  readonly errors: readonly unknown[]
  /** What became of each function. */
  readonly ends: readonly Promise<unknown>[]
}

type Run<Tx> = (tx: Tx, sql: string) => Promise<unknown>

/** A receiver whose function is late for the transaction `slow`, and then writes a credit. */
function lateOn<Tx>(
  store: Store<Tx>,
  run: Run<Tx>,
  slow: (run: (sql: string) => Promise<unknown>) => Promise<unknown>,
): Late {
  const errors: unknown[] = []
  const ends: Promise<unknown>[] = []
  const receiver = createReceiver({
    profile: platform.receiver,
    store,
    deadline: 200,
    onDeposit: ({ txid }, tx) => {
      const credit = async (): Promise<void> => {
        if (txid === 'slow') await slow((sql) => run(tx, sql))
        await run(tx, `INSERT INTO credits VALUES ('${txid}')`)
      }
      const end = credit()
      ends.push(end.catch((error: unknown) => error))
      return end
    },
    onConflict: async () => undefined,
    onError: (error) => errors.push(error),
  })
  return { receiver, errors, ends }
}

type Slow = Parameters<typeof lateOn>[2]

const stores: Readonly<Record<string, (url: string, slow: Slow) => Late>> = {
  pg: (url, slow) => lateOn(postgres(poolAt(url)), (tx, sql) => tx.query(sql), slow),
  Kysely: (url, slow) =>
    lateOn(
      kyselyStore(new Kysely({ dialect: new PostgresDialect({ pool: poolAt(url) }) })),
      (tx, sql) => tx.executeQuery(CompiledQuery.raw(sql)),
      slow,
    ),
}

const ways: Readonly<Record<string, Slow>> = {
  'waits without a query': () => new Promise((resolve) => setTimeout(resolve, 600)),
  'waits for a query': (run) => run('SELECT pg_sleep(60)'),
  'makes many short queries': async (run) => {
    for (let times = 0; times < 30; times += 1) await run('SELECT pg_sleep(0.02)')
  },
}

describe.each(Object.entries(stores))('on %s, a function that', (_name, open) => {
  test.each(Object.entries(ways))('%s is rolled back, and others go on', async (_way, slow) => {
    const url = await emptyDatabase(inject('postgres'))
    await runAt(url, migrations('postgres'))
    await runAt(url, 'CREATE TABLE credits (txid text)')
    const { receiver, errors, ends } = open(url, slow)
    const message = await platform.signedDeposit({ txid: 'slow', request_id: 'slow' })
    const credits = async () => (await runAt(url, 'SELECT txid FROM credits')).map(({ txid }) => txid)
    expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
    expect(errors).toEqual([expect.any(DeadlineError)])
    // On a busy machine, the deadline can end these too; the platform then sends them again.
    const sendOther = async (): Promise<void> => {
      const [answer] = await platform.send(receiver.fetch, platform.signedDeposit({ txid: 'quick' }))
      if (answer?.status === 500) await sendOther()
    }
    await Promise.all(Array.from({ length: 20 }, sendOther))
    await Promise.all(ends)
    expect(await credits()).toEqual(['quick'])
    expect(await runAt(url, "SELECT txid FROM custody_deposits WHERE txid = 'slow'")).toEqual([])
  })
})

test('copies that wait for a slow function take no connection from other messages', async () => {
  const url = await emptyDatabase(inject('postgres'))
  await runAt(url, migrations('postgres'))
  let finish = (): void => {}
  const gate = new Promise<void>((resolve) => (finish = resolve))
  const { receiver } = shopOn(postgres(poolAt(url, 2)), {
    deadline: 60_000,
    onDeposit: ({ txid }) => (txid === 'slow' ? gate : Promise.resolve()),
  })
  const slow = await platform.signedDeposit({ txid: 'slow' })
  const copies = platform.send(receiver.fetch, slow, { copies: 10 })
  const others = Array.from({ length: 10 }, () => platform.send(receiver.fetch, platform.signedDeposit()))
  expect((await Promise.all(others)).flat().map(({ code }) => code)).toEqual(Array(10).fill(0))
  finish()
  expect((await copies).map(({ code }) => code)).toEqual(Array(10).fill(0))
})
