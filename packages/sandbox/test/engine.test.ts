import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { createService } from '@custody-wallet/server'
import { operations } from '@custody-wallet/types/operations'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { retryTimers, setTimer } from '../src/clock/timers.ts'
import { balanceOf, userOwner } from '../src/ledger/accounts.ts'
import { registryOf } from '../src/merchants/registry.ts'
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

test('a call on a full disk gets 503 in both views, and may be repeated', async () => {
  const { store, engine } = await partsOf(join(scratchFolder(), 'data.db'))
  const registry = registryOf({
    directory: inject('keys'),
    knobs: {},
    clock: () => start,
    onRejected: () => {},
  })
  ;(await registry.read(store.db))()
  const errors: unknown[] = []
  const service = createService({
    merchants: registry.merchants,
    plainMerchant: appId,
    token: { secret: new Uint8Array(32) },
    handlers: handlersOf(engine, { invalidCode: () => 0, poolRule: 'refuse-from-5000' }),
    clock: () => start,
    onError: (error) => errors.push(error),
  })
  const { profile, apiKey } = registry.credentialsOf(appId)
  const base = 'http://127.0.0.1'
  const wire = createCustody({
    profile,
    apiKey,
    urls: { openPlatform: base, base, v1: base },
    clock: () => start,
    fetch: (url, init) => service.wire(new Request(url, init)),
  })
  const register = (address: string) => ({ symbol: 'BTC', addresses: [address], memo: false })
  const plain = (address: string) =>
    service.plain(
      new Request(`${base}${operations.registerAddresses.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(register(address)),
      }),
    )
  await sql`pragma max_page_count = 1`.execute(store.db)
  const long = (name: string) => name.padEnd(20_000, 'x')
  expect((await plain(long('plain'))).status).toBe(503)
  await expect(wire.addresses.register(register(long('wire')))).rejects.toMatchObject({
    context: { status: 503 },
  })
  expect(errors.map(String)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('cannot grow, because the disk is full')),
  )
  await sql`pragma max_page_count = 10000`.execute(store.db)
  expect((await plain(long('plain'))).status).toBe(200)
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

describe('a timer that fails', () => {
  const broken = { kind: 'step', subject: 'unknown 1' } as const
  const text = 'A timer belongs to the unknown record unknown 1.'

  async function failing() {
    const parts = await partsOf()
    await parts.engine.run(async ({ db }) => {
      await setTimer(db, { due: start + 10, ...broken })
      await setTimer(db, { due: start + 20, kind: 'network', subject: 'Bitcoin' })
    })
    return parts
  }
  const report = { ...broken, due: start + 10, error: `TypeError: ${text}` }

  test('stops no other timer and no call, and is logged and reported once', async () => {
    const { engine, errors } = await failing()
    await engine.advance((now) => now + 50)
    expect(await engine.run(async ({ now }) => now)).toBe(start + 50)
    expect(await engine.runUntilIdle(9)).toEqual({ timers: 0, stopped: false, waiting: {}, failed: [report] })
    expect(errors).toEqual([new TypeError(text)])
  })

  test('counts for the limit of runUntilIdle', async () => {
    const { engine } = await failing()
    expect(await engine.runUntilIdle(1)).toMatchObject({ timers: 1, stopped: true, failed: [report] })
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, stopped: false, failed: [report] })
  })

  test('leaves nothing of its work', async () => {
    const { engine, store } = await failing()
    const half = `insert into settings (name, value) values ('half', '')`
    // A rule of PostgreSQL does what a trigger of SQLite does.
    const also = store.isShared
      ? `create rule half as on delete to timers where old.subject = 'unknown 1' do also ${half}`
      : `create trigger half before delete on timers when old.subject = 'unknown 1' begin ${half}; end`
    await sql.raw(also).execute(store.db)
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 2, failed: [report] })
    expect(await store.db.selectFrom('settings').selectAll().where('name', '=', 'half').execute()).toEqual([])
  })

  test('runs again once it is set again, or retried', async () => {
    const { engine, errors, store } = await failing()
    await engine.runUntilIdle(9)
    await engine.run(({ db }) => setTimer(db, { due: start + 60, ...broken }))
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, failed: [{ due: start + 60 }] })
    await engine.run(({ db }) => retryTimers(db))
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, failed: [{ due: start + 60 }] })
    expect(errors).toHaveLength(3)
    expect(await store.db.selectFrom('timers').select('subject').execute()).toEqual([
      { subject: 'unknown 1' },
    ])
  })
})

test('a timer on a full disk is an error of its call, and runs once there is space', async () => {
  const file = join(scratchFolder(), 'data.db')
  const { engine, errors, store } = await partsOf(file)
  await engine.run(({ db }) => setTimer(db, { due: start, kind: 'network', subject: 'Bitcoin' }))
  await sql`create trigger full before delete on timers begin
    insert into settings (name, value) values ('filler', zeroblob(1000000)); end`.execute(store.db)
  await sql`pragma max_page_count = 120`.execute(store.db)
  await expect(engine.run(async () => 'ran')).rejects.toThrow('cannot grow, because the disk is full')
  await sql`pragma max_page_count = 10000`.execute(store.db)
  expect(await engine.run(async () => 'ran')).toBe('ran')
  expect(errors).toEqual([])
  expect((await engine.runUntilIdle(9)).failed).toEqual([])
})
