import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, test } from 'vitest'

import { listenForTest } from '../support/control.ts'
import { createScratchFolder } from '../support/files.ts'
import { listDeposits, createShop } from '../support/merchant.ts'
import { createTestSandbox, useSharedSandbox, start } from '../support/sandbox.ts'

const hour = 3_600_000

describe('advance', () => {
  test('adds up if several run concurrently', async () => {
    const { control } = await createTestSandbox()
    await Promise.all([control.time.advance('1h'), control.time.advance('2h'), control.time.advance(1)])
    expect(control.time.now()).toBe(start + 3 * hour + 1)
  })

  test('shows concurrent calls no record from the future', async () => {
    const shop = await createShop()
    const { chain, time } = shop.sandbox.control
    await time.freeze()
    for (let payment = 0; payment < 5; payment += 1) {
      await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
      await time.advance('7m')
    }
    const advanced = time.advance('1d')
    for (let call = 0; call < 10; call += 1) {
      await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
      const deposits = await listDeposits(shop)
      for (const { updated_at } of deposits) expect(updated_at).toBeLessThanOrEqual(time.now())
    }
    await advanced
    await time.runUntilIdle()
    expect(await shop.getAvailable()).toBe('15')
  })

  test('by 0 works while another advance runs', async () => {
    let machine = start
    const { control } = await createTestSandbox({ machineClock: () => (machine += 1) })
    await expect(control.time.advance(0)).resolves.toBeUndefined()
  })

  test('works after a move that failed', async () => {
    const { control } = await createTestSandbox()
    const failing = control.time.set(start - 1)
    const advanced = control.time.advance('1h')
    await expect(failing).rejects.toThrow('only moves forward')
    await advanced
    expect(control.time.now()).toBe(start + hour)
  })

  const getSandbox = useSharedSandbox()

  test.each([
    [-1, 'A duration must be'],
    [0.5, 'A duration must be'],
    ['1w', 'A duration must be'],
    [253_402_300_800_000, 'up to 9999-12-31'],
  ])('by %j is rejected', async (duration, text) => {
    const { control } = getSandbox()
    await expect(control.time.advance(duration)).rejects.toThrow(text)
    expect(control.time.now()).toBe(start)
  })
})

test.each(['plain', 'wire'] as const)('the %s port shows the time of the sandbox as Date', async (port) => {
  const sandbox = await createTestSandbox()
  const servers = await listenForTest(sandbox)
  await sandbox.control.time.advance('12h')
  for (const path of ['/', '/nothing', '/open-api/v1/merchant/token']) {
    const { headers } = await fetch(servers[port].url + path)
    expect(headers.get('date')).toBe(new Date(start + 12 * hour).toUTCString())
  }
})

describe('a frozen clock', () => {
  test('stands still until it is moved or unfrozen', async () => {
    let machine = start
    const { control } = await createTestSandbox({ machineClock: () => machine })
    await control.time.freeze()
    machine += hour
    expect(control.time.now()).toBe(start)
    await control.time.set(start + 5)
    await control.time.unfreeze()
    machine += 10
    expect(control.time.now()).toBe(start + 15)
  })
})

describe('a running clock', () => {
  test('runs timers that are due before the next call', async () => {
    let machine = start
    const shop = await createShop({ machineClock: () => machine })
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    machine += hour
    expect(await listDeposits(shop)).toMatchObject([{ status: 1, updated_at: start + 3 * 600_000 }])
  })

  test('stands still after the clock of the machine is set back', async () => {
    let machine = start
    const shop = await createShop({ machineClock: () => machine })
    machine -= hour
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    expect(await listDeposits(shop)).toMatchObject([{ created_at: start }])
  })
})

test('a restart keeps an advance, and the timers', async () => {
  const data = join(createScratchFolder(), 'data.db')
  const machine = { time: start }
  const machineClock = () => machine.time
  const first = await createShop({ data, machineClock })
  await first.sandbox.control.chain.pay({ symbol: 'BTC', to: first.address, amount: '1' })
  await first.sandbox.control.time.advance('15m')
  await first.sandbox.close()
  machine.time += 1000
  const second = await createTestSandbox({ data, machineClock })
  expect(second.control.time.now()).toBe(start + 15 * 60_000 + 1000)
  await second.control.time.advance('15m')
  expect(await second.control.balances.explain({ uid: first.uid, symbol: 'BTC' })).toMatchObject({
    available: '1',
  })
})

test('a failed timer stops no call, is listed, and runs again after a restart', async () => {
  const data = join(createScratchFolder(), 'data.db')
  await (await createTestSandbox({ data })).close()
  const rows = new DatabaseSync(data)
  rows.prepare(`insert into timers (due, kind, subject, error) values (?, 'step', 'withdrawal 99', '')`).run(start)
  rows.close()
  for (let starts = 0; starts < 2; starts += 1) {
    const errors: unknown[] = []
    const { control, close } = await createTestSandbox({ data, onError: (error) => errors.push(error) })
    await control.users.create({})
    await control.users.create({})
    expect(errors).toHaveLength(1)
    expect(await control.time.runUntilIdle()).toEqual({
      timers: 0,
      stopped: false,
      waiting: {},
      failed: [
        {
          due: start,
          kind: 'step',
          subject: 'withdrawal 99',
          error: expect.stringContaining('There is no withdrawal 99'),
        },
      ],
    })
    await close()
  }
})

describe('runUntilIdle', () => {
  test('runs timers until none is left and no record waits', async () => {
    const shop = await createShop()
    const { chain, time } = shop.sandbox.control
    await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    expect(await time.runUntilIdle()).toEqual({ timers: 3, stopped: false, waiting: {}, failed: [] })
    expect(time.now()).toBe(start + 3 * 600_000)
    expect(await shop.getAvailable()).toBe('1')
    expect(await time.runUntilIdle()).toEqual({ timers: 0, stopped: false, waiting: {}, failed: [] })
  })

  test('stops at its limit', async () => {
    const shop = await createShop()
    const { chain, time } = shop.sandbox.control
    await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    expect(await time.runUntilIdle({ limit: 2 })).toEqual({
      timers: 2,
      stopped: true,
      waiting: {},
      failed: [],
    })
    expect(await time.runUntilIdle({ limit: 1 })).toEqual({
      timers: 1,
      stopped: false,
      waiting: {},
      failed: [],
    })
  })

  test('counts records that wait for a person or a block', async () => {
    const shop = await createShop()
    const { chain, deposits, networks, time } = shop.sandbox.control
    for (let payment = 0; payment < 6; payment += 1) await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await deposits.check({ id: 1 })
    await deposits.check({ id: 2 })
    await deposits.pause({ id: 3 })
    await deposits.hold({ id: 4 })
    await deposits.hold({ id: 1 })
    const people = { 'deposit checking': 1, 'deposit held': 2, 'deposit paused': 1 }
    expect((await time.runUntilIdle()).waiting).toEqual(people)
    await networks.update({ name: 'Bitcoin', interval: 0 })
    await chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    expect((await time.runUntilIdle()).waiting).toEqual({ ...people, 'transaction on Bitcoin': 1 })
    await deposits.hold({ id: 7 })
    const held = { ...people, 'deposit held': 3, 'transaction on Bitcoin': 1 }
    expect((await time.runUntilIdle()).waiting).toEqual(held)
  })

  test.each([0, -1, 1.5, Number.NaN])('rejects the limit %d', async (limit) => {
    const { control } = await createTestSandbox()
    await expect(control.time.runUntilIdle({ limit })).rejects.toThrow(`limit must be an integer from 1, not ${limit}`)
  })
})
