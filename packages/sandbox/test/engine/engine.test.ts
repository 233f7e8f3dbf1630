import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { createService } from '@custody-wallet/server'
import { operations } from '@custody-wallet/types/operations'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { retryTimers, setTimer } from '../../src/clock/timers.ts'
import { getBalance, toUserOwner } from '../../src/ledger/accounts.ts'
import { createRegistry } from '../../src/merchants/registry.ts'
import { createUser } from '../../src/merchants/users.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { createHandlers } from '../../src/views/handlers.ts'
import type { ReadOnlyWork } from '../../src/work.ts'
import { appId, createCallContext, createEngineFixture } from '../support/engine.ts'
import { createScratchFolder } from '../support/files.ts'
import { start } from '../support/sandbox.ts'

const listIds = async ({ db }: Store): Promise<readonly string[]> =>
  (await db.selectFrom('deposits').select('request_id').orderBy('id').execute()).map((row) => row.request_id)

test('a call on a full disk fails, and earlier calls keep their effects', async () => {
  const file = join(createScratchFolder(), 'data.db')
  const { store, engine, uid, address } = await createEngineFixture(file)
  const { notifyDeposit } = createHandlers(engine, { invalidCode: () => 0, pushWhen: 'below-5000' })
  await sql`pragma max_page_count = 120`.execute(store.db)
  const acknowledged: string[] = []
  const insertNotified = async (name: string): Promise<void> => {
    const facts = { confirm: 1, symbol: 'BTC', address_to: address, balance: '0', status: 1 } as const
    await notifyDeposit?.({ ...facts, request_id: name, txid: name, amount: '1' }, createCallContext('notifyDeposit'))
    acknowledged.push(name)
  }
  const failToFill = async (): Promise<never> => {
    for (;;) await insertNotified(`${acknowledged.length}`.padEnd(60, 'x'))
  }
  await expect(failToFill()).rejects.toThrow('cannot grow because the disk is full')
  const keepStore = async (rows: Store): Promise<void> => {
    expect(await listIds(rows)).toEqual(acknowledged)
    const { available } = await getBalance(rows.db, { appId, symbol: 'BTC', owner: toUserOwner(uid) })
    expect(available).toBe(BigInt(acknowledged.length) * 100_000_000n)
  }
  expect(acknowledged.length).toBeGreaterThan(10)
  await keepStore(store)
  await sql`pragma max_page_count = 10000`.execute(store.db)
  await insertNotified('later')
  await store.close()
  const again = openStore(file)
  await keepStore(again)
  await again.close()
})

test('a call on a full disk gets 503 in both views and can be retried', async () => {
  const { store, engine } = await createEngineFixture(join(createScratchFolder(), 'data.db'))
  const registry = createRegistry({
    directory: inject('keys'),
    settings: {},
    clock: () => start,
    onRejected: () => {},
  })
  ;(await registry.read(store.db))()
  const errors: unknown[] = []
  const service = createService({
    merchants: registry.merchants,
    plainMerchant: appId,
    token: { secret: new Uint8Array(32) },
    handlers: createHandlers(engine, { invalidCode: () => 0, pushWhen: 'below-5000' }),
    clock: () => start,
    onError: (error) => errors.push(error),
  })
  const { profile, apiKey } = registry.getCredentials(appId)
  const base = 'http://127.0.0.1'
  const wire = createCustody({
    profile,
    apiKey,
    urls: { openPlatform: base, base, v1: base },
    clock: () => start,
    fetch: (url, init) => service.wire(new Request(url, init)),
  })
  const createRegistration = (address: string) => ({ symbol: 'BTC', addresses: [address], memo: false })
  const callPlain = (address: string) =>
    service.plain(
      new Request(`${base}${operations.registerAddresses.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(createRegistration(address)),
      }),
    )
  await sql`pragma max_page_count = 1`.execute(store.db)
  const padName = (name: string) => name.padEnd(20_000, 'x')
  expect((await callPlain(padName('plain'))).status).toBe(503)
  await expect(wire.addresses.register(createRegistration(padName('wire')))).rejects.toMatchObject({
    context: { status: 503 },
  })
  expect(errors.map(String)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('cannot grow because the disk is full')),
  )
  await sql`pragma max_page_count = 10000`.execute(store.db)
  expect((await callPlain(padName('plain'))).status).toBe(200)
})

test('timers run at their own times, in order, and can set due timers', async () => {
  const { engine, store } = await createEngineFixture()
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

  async function createFailingEngine() {
    const parts = await createEngineFixture()
    await parts.engine.run(async ({ db }) => {
      await setTimer(db, { due: start + 10, ...broken })
      await setTimer(db, { due: start + 20, kind: 'network', subject: 'Bitcoin' })
    })
    return parts
  }
  const report = { ...broken, due: start + 10, error: `TypeError: ${text}` }

  test('stops no other timer and no call, and is logged and reported once', async () => {
    const { engine, errors } = await createFailingEngine()
    await engine.advance((now) => now + 50)
    expect(await engine.run(async ({ now }) => now)).toBe(start + 50)
    expect(await engine.runUntilIdle(9)).toEqual({ timers: 0, stopped: false, waiting: {}, failed: [report] })
    expect(errors).toEqual([new TypeError(text)])
  })

  test('counts for the limit of runUntilIdle', async () => {
    const { engine } = await createFailingEngine()
    expect(await engine.runUntilIdle(1)).toMatchObject({ timers: 1, stopped: true, failed: [report] })
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, stopped: false, failed: [report] })
  })

  test('has no effects', async () => {
    const { engine, store } = await createFailingEngine()
    const half = `insert into settings (name, value) values ('half', '')`
    // PostgreSQL needs a rule instead of a trigger.
    const also = store.isShared
      ? `create rule half as on delete to timers where old.subject = 'unknown 1' do also ${half}`
      : `create trigger half before delete on timers when old.subject = 'unknown 1' begin ${half}; end`
    await sql.raw(also).execute(store.db)
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 2, failed: [report] })
    expect(await store.db.selectFrom('settings').selectAll().where('name', '=', 'half').execute()).toEqual([])
  })

  test('runs again once it is set again, or retried', async () => {
    const { engine, errors, store } = await createFailingEngine()
    await engine.runUntilIdle(9)
    await engine.run(({ db }) => setTimer(db, { due: start + 60, ...broken }))
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, failed: [{ due: start + 60 }] })
    await engine.run(({ db }) => retryTimers(db))
    expect(await engine.runUntilIdle(9)).toMatchObject({ timers: 1, failed: [{ due: start + 60 }] })
    expect(errors).toHaveLength(3)
    expect(await store.db.selectFrom('timers').select('subject').execute()).toEqual([{ subject: 'unknown 1' }])
  })
})

describe('work that reads', () => {
  test('sees one state while other work changes it', async () => {
    const { engine, store } = await createEngineFixture()
    const countUsers = async ({ db }: ReadOnlyWork) => (await db.selectFrom('users').select('uid').execute()).length
    let change: Promise<unknown> | undefined
    const counts = await engine.readSnapshot(async (work) => {
      const before = await countUsers(work)
      change = engine.run((writing) => createUser(writing, appId, {}))
      // In a file, the change waits for its turn.
      if (store.isShared) await change
      return [before, await countUsers(work)]
    })
    await change
    expect(counts).toEqual([2, 2])
    expect(await engine.readSnapshot(countUsers)).toBe(3)
  })

  test('runs after the timers that are due', async () => {
    const { engine, store } = await createEngineFixture()
    await engine.run(({ db }) => setTimer(db, { due: start, kind: 'network', subject: 'Bitcoin' }))
    const timers = await engine.readSnapshot(({ db }) => db.selectFrom('timers').selectAll().execute())
    expect(timers).toEqual([])
    expect(await store.db.selectFrom('timers').selectAll().execute()).toEqual([])
  })
})

test('a timer on a full disk fails its call, and runs once there is space', async () => {
  const file = join(createScratchFolder(), 'data.db')
  const { engine, errors, store } = await createEngineFixture(file)
  await engine.run(({ db }) => setTimer(db, { due: start, kind: 'network', subject: 'Bitcoin' }))
  await sql`create trigger full before delete on timers begin
    insert into settings (name, value) values ('filler', zeroblob(1000000)); end`.execute(store.db)
  await sql`pragma max_page_count = 120`.execute(store.db)
  await expect(engine.run(async () => 'ran')).rejects.toThrow('cannot grow because the disk is full')
  await sql`pragma max_page_count = 10000`.execute(store.db)
  expect(await engine.run(async () => 'ran')).toBe('ran')
  expect(errors).toEqual([])
  expect((await engine.runUntilIdle(9)).failed).toEqual([])
})
