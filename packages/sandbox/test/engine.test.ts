import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { setTimer } from '../src/clock/timers.ts'
import { balanceOf, userOwner } from '../src/ledger/accounts.ts'
import { handlersOf } from '../src/service/handlers.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { appId, factsOf, partsOf } from './support/engine.ts'
import { scratchFolder } from './support/files.ts'
import { start } from './support/sandbox.ts'

const idsIn = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('deposits').select('request_id').orderBy('id').execute()).map((row) => row.request_id)

test('a call on a full disk is an error, and every acknowledged call before it stays', async () => {
  const file = join(scratchFolder(), 'data.db')
  const { store, engine, uid, address } = await partsOf(file)
  const { notifyDeposit } = handlersOf(engine, { invalidCode: () => 0, poolRule: 'refuse-from-5000' })
  await sql`pragma max_page_count = 120`.execute(store.db)
  const acknowledged: string[] = []
  const notify = async (name: string): Promise<void> => {
    const facts = { confirm: 1, symbol: 'BTC', address_to: address, balance: '0', status: 1 } as const
    await notifyDeposit?.({ ...facts, request_id: name, txid: name, amount: '1' }, factsOf('notifyDeposit'))
    acknowledged.push(name)
  }
  const fill = async (): Promise<never> => {
    for (;;) await notify(`${acknowledged.length}`.padEnd(60, 'x'))
  }
  await expect(fill()).rejects.toThrow('cannot grow, because the disk is full')
  const kept = async (rows: Store): Promise<void> => {
    expect(await idsIn(rows)).toEqual(acknowledged)
    const { available } = await balanceOf(rows.db, { appId, symbol: 'BTC', owner: userOwner(uid) })
    expect(available).toBe(BigInt(acknowledged.length) * 100_000_000n)
  }
  expect(acknowledged.length).toBeGreaterThan(10)
  await kept(store)
  await sql`pragma max_page_count = 10000`.execute(store.db)
  await notify('later')
  await store.close()
  const again = openStore(file)
  await kept(again)
  await again.close()
})

test('timers run at their own moments, in order, and set timers that are due', async () => {
  const { engine, store } = await partsOf()
  await engine.run(async ({ db }) => {
    await setTimer(db, { due: start + 20, kind: 'network', subject: 'Ethereum' })
    await setTimer(db, { due: start + 10, kind: 'network', subject: 'Bitcoin' })
    await setTimer(db, { due: start + 99, kind: 'network', subject: 'Tron' })
  })
  await engine.advance((now) => now + 50)
  const left = await store.db.selectFrom('timers').select('subject').execute()
  expect(left).toEqual([{ subject: 'Tron' }])
  expect(await engine.run(async ({ now }) => now)).toBe(start + 50)
})
