// Data of a sandbox: files, snapshots, restores and resets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, test } from 'vitest'

import { deriveHash } from '../src/work.ts'
import { readFiles, createScratchFolder } from './support/files.ts'
import { changeSnapshot, unusableRows } from './support/images.ts'
import { listDeposits, createShop } from './support/merchant.ts'
import { readData } from './support/rows.ts'
import { createTestSandbox, start } from './support/sandbox.ts'

const push = { symbol: 'BTC', addresses: ['more'], memo: false } as const

describe.each(['memory', 'file'])('a sandbox in a %s', (location) => {
  const createOptions = () => (location === 'file' ? { data: join(createScratchFolder(), 'data.db') } : {})

  test('is restored with its clock and timers any number of times', async () => {
    const shop = await createShop(createOptions())
    const { control } = shop.sandbox
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    const snapshot = await control.snapshot()
    const rows = await readData(shop.sandbox)
    for (let times = 0; times < 3; times += 1) {
      await control.time.advance('1h')
      expect(await shop.getAvailable()).toBe('1')
      await control.restore(snapshot)
      expect(control.time.now()).toBe(start)
      expect(await shop.getAvailable()).toBe('0')
      expect(await readData(shop.sandbox)).toEqual(rows)
    }
  })

  test('is reset to the data of a new sandbox any number of times', async () => {
    const sandbox = await createTestSandbox(createOptions())
    const rows = await readData(sandbox)
    for (let times = 0; times < 3; times += 1) {
      await sandbox.control.users.create({ email: 'a@shop.example' })
      await sandbox.control.time.advance('1h')
      await sandbox.control.reset()
      expect(await readData(sandbox)).toEqual(rows)
    }
  })

  test.each(unusableRows)('stays unchanged if a snapshot has %s', async (_name, sql, message) => {
    const shop = await createShop(createOptions())
    const { control } = shop.sandbox
    const snapshot = await control.snapshot()
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await control.time.advance('1h')
    const [rows, now] = [await readData(shop.sandbox), control.time.now()]
    await expect(control.restore(changeSnapshot(snapshot, sql))).rejects.toThrow(message)
    expect(control.time.now()).toBe(now)
    expect(await readData(shop.sandbox)).toEqual(rows)
    expect(await shop.getAvailable()).toBe('1')
    await control.restore(snapshot)
    expect(control.time.now()).toBe(start)
  })

  test('handles calls while it is restored, each with the data before or after', async () => {
    const shop = await createShop(createOptions())
    const { control } = shop.sandbox
    const snapshot = await control.snapshot()
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await control.chain.mine(3)
    const getBalance = async () => (await control.balances.explain({ uid: shop.uid, symbol: 'BTC' })).available
    const callRepeatedly = async (): Promise<readonly string[]> => {
      const seen: string[] = []
      for (let call = 0; call < 20; call += 1) seen.push(await getBalance())
      return seen
    }
    const restoreRepeatedly = async (): Promise<void> => {
      await getBalance()
      await control.restore(snapshot)
    }
    const [one, other] = await Promise.all([callRepeatedly(), callRepeatedly(), restoreRepeatedly()])
    for (const seen of [one, other]) {
      expect(new Set(seen)).toEqual(new Set(['1', '0']))
      expect(seen).toEqual(seen.toSorted().toReversed())
    }
    expect(await shop.getAvailable()).toBe('0')
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '2' })
    await control.chain.mine(3)
    expect(await shop.getAvailable()).toBe('2')
  })
})

test('a restored sandbox keeps its clock while an advance runs', async () => {
  const shop = await createShop()
  const { control } = shop.sandbox
  const snapshot = await control.snapshot()
  await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await Promise.all([control.time.advance('1h'), control.restore(snapshot)])
  expect(control.time.now()).toBe(start)
  expect(await listDeposits(shop)).toEqual([])
})

test('a sandbox continues with the data of its file', async () => {
  const data = join(createScratchFolder(), 'data.db')
  const shop = await createShop({ data })
  await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await shop.sandbox.control.chain.mine(3)
  const rows = await readData(shop.sandbox)
  await shop.sandbox.close()
  expect(await readData(await createTestSandbox({ data }))).toEqual(rows)
})

describe('a read-only sandbox', () => {
  test('reads a file and changes nothing', async () => {
    const folder = createScratchFolder()
    const data = join(folder, 'data.db')
    const shop = await createShop({ data })
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await shop.sandbox.close()
    const before = readFiles(folder)
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const reader = await createTestSandbox({
      data,
      readOnly: true,
      machineClock: () => start + 86_400_000,
      onError,
    })
    const { control } = reader
    expect(control.time.now()).toBe(start + 86_400_000)
    expect(await control.balances.explain({ uid: shop.uid, symbol: 'BTC' })).toMatchObject({ available: '0' })
    await expect(control.users.create({})).rejects.toThrow('was opened read-only: to change data')
    await expect(control.time.advance('1h')).rejects.toThrow('was opened read-only')
    await expect(control.reset()).rejects.toThrow('was opened read-only')
    const response = await reader.plain(
      new Request('http://sandbox/api/v1/address/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(push),
      }),
    )
    expect(response.status).toBe(500)
    expect(errors.map(String)).toEqual([expect.stringContaining('was opened read-only')])
    await reader.close()
    expect(readFiles(folder)).toEqual(before)
  })

  test('does not move its clock', async () => {
    const data = join(createScratchFolder(), 'data.db')
    await (await createTestSandbox({ data })).close()
    let machine = start
    const { control } = await createTestSandbox({ data, readOnly: true, machineClock: () => machine })
    const { advance, set, unfreeze } = control.time
    for (const move of [() => advance('1h'), () => set(start + 9), unfreeze])
      await expect(move()).rejects.toThrow('was opened read-only')
    machine += 1000
    expect(control.time.now()).toBe(start)
  })
})

test('a sandbox that cannot start releases its file', async () => {
  const folder = createScratchFolder()
  const data = join(folder, 'data.db')
  writeFileSync(join(folder, 'keys'), 'no folder')
  await expect(createTestSandbox({ data, directory: join(folder, 'keys') })).rejects.toThrow('keys')
  const sandbox = await createTestSandbox({ data })
  expect(sandbox.control.time.now()).toBe(start)
})

test('a data file keeps its seed when it is reset, so that a later start with this seed accepts it', async () => {
  const data = join(createScratchFolder(), 'data.db')
  const funding = { wallet: 7, symbol: 'BTC', amount: '1' }
  const first = await createTestSandbox({ data, seed: 'own' })
  const { address } = await first.control.mpc.fund(funding)
  await first.close()
  const second = await createTestSandbox({ data, seed: undefined })
  await second.control.reset()
  await second.close()
  const third = await createTestSandbox({ data, seed: 'own' })
  expect(await third.control.mpc.fund(funding)).toEqual({ address })
})

test('a failed call has no effect', async () => {
  const shop = await createShop()
  const rows = await readData(shop.sandbox)
  await expect(shop.sandbox.control.chain.pay({ symbol: 'NONE', to: 'x', amount: '1' })).rejects.toThrow('no coin NONE')
  expect(await readData(shop.sandbox)).toEqual(rows)
  expect(await listDeposits(shop)).toEqual([])
})

test('a closed sandbox rejects calls', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.close()
  const { chain, snapshot, restore, reset } = sandbox.control
  for (const call of [() => chain.mine(), snapshot, () => restore(new Uint8Array()), reset])
    await expect(call()).rejects.toThrow('The sandbox is closed: create another one.')
})

test('wallets and pools in a file of an earlier version keep their type of address, also in a snapshot', async () => {
  const data = join(createScratchFolder(), 'data.db')
  const funding = { wallet: 7, symbol: 'BTC', amount: '1' }
  const written = await createTestSandbox({ data })
  const { address } = await written.control.mpc.fund(funding)
  await written.close()
  const rows = new DatabaseSync(data)
  rows.exec("delete from settings where name = 'address form'")
  rows.close()

  const { control } = await createTestSandbox({ data })
  const createDigitsAddress = (name: string) => deriveHash('test', name).slice(0, 40)
  expect((await control.mpc.fund(funding)).address).toBe(createDigitsAddress('wallet demo-modern 7 Bitcoin'))
  await control.addresses.generate({ symbol: 'BTC', count: 1 })
  expect(await control.records.list({ kind: 'address' })).toMatchObject([
    { values: { address: createDigitsAddress('address demo-modern BTC 0') } },
  ])

  const other = await createTestSandbox()
  expect((await other.control.mpc.fund(funding)).address).toBe(address)
  await other.control.restore(await control.snapshot())
  expect((await other.control.mpc.fund(funding)).address).toBe(createDigitsAddress('wallet demo-modern 7 Bitcoin'))
  await other.control.reset()
  expect((await other.control.mpc.fund(funding)).address).toBe(address)
})
