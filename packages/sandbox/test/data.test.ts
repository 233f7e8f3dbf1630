// A sandbox and its rows: files, snapshots, restores and resets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, test } from 'vitest'

import { derived } from '../src/work.ts'
import { filesIn, scratchFolder } from './support/files.ts'
import { changedSnapshot, unusableRows } from './support/images.ts'
import { depositsOf, shopOf } from './support/merchant.ts'
import { rowsOf } from './support/rows.ts'
import { freshSandbox, start } from './support/sandbox.ts'

const push = { symbol: 'BTC', addresses: ['more'], memo: false } as const

describe.each(['memory', 'file'])('a sandbox in a %s', (place) => {
  const options = () => (place === 'file' ? { data: join(scratchFolder(), 'data.db') } : {})

  test('is restored with its clock and timers, as often as wanted', async () => {
    const shop = await shopOf(options())
    const { control } = shop.sandbox
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    const snapshot = await control.snapshot()
    const rows = await rowsOf(shop.sandbox)
    for (let times = 0; times < 3; times += 1) {
      await control.time.advance('1h')
      expect(await shop.available()).toBe('1')
      await control.restore(snapshot)
      expect(control.time.now()).toBe(start)
      expect(await shop.available()).toBe('0')
      expect(await rowsOf(shop.sandbox)).toEqual(rows)
    }
  })

  test('is reset to the rows of a new one, as often as wanted', async () => {
    const sandbox = await freshSandbox(options())
    const rows = await rowsOf(sandbox)
    for (let times = 0; times < 3; times += 1) {
      await sandbox.control.users.create({ email: 'a@shop.example' })
      await sandbox.control.time.advance('1h')
      await sandbox.control.reset()
      expect(await rowsOf(sandbox)).toEqual(rows)
    }
  })

  test.each(unusableRows)('stays as it is where a snapshot has %s', async (_name, sql, message) => {
    const shop = await shopOf(options())
    const { control } = shop.sandbox
    const snapshot = await control.snapshot()
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await control.time.advance('1h')
    const [rows, now] = [await rowsOf(shop.sandbox), control.time.now()]
    await expect(control.restore(changedSnapshot(snapshot, sql))).rejects.toThrow(message)
    expect(control.time.now()).toBe(now)
    expect(await rowsOf(shop.sandbox)).toEqual(rows)
    expect(await shop.available()).toBe('1')
    await control.restore(snapshot)
    expect(control.time.now()).toBe(start)
  })

  test('answers calls while it is restored: each sees the rows before or after', async () => {
    const shop = await shopOf(options())
    const { control } = shop.sandbox
    const snapshot = await control.snapshot()
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await control.chain.mine(3)
    const balance = async () => (await control.balances.explain({ uid: shop.uid, symbol: 'BTC' })).available
    const caller = async (): Promise<readonly string[]> => {
      const seen: string[] = []
      for (let call = 0; call < 20; call += 1) seen.push(await balance())
      return seen
    }
    const restorer = async (): Promise<void> => {
      await balance()
      await control.restore(snapshot)
    }
    const [one, other] = await Promise.all([caller(), caller(), restorer()])
    for (const seen of [one, other]) {
      expect(new Set(seen)).toEqual(new Set(['1', '0']))
      expect(seen).toEqual(seen.toSorted().toReversed())
    }
    expect(await shop.available()).toBe('0')
    await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '2' })
    await control.chain.mine(3)
    expect(await shop.available()).toBe('2')
  })
})

test('a restored sandbox keeps its clock while an advance runs', async () => {
  const shop = await shopOf()
  const { control } = shop.sandbox
  const snapshot = await control.snapshot()
  await control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await Promise.all([control.time.advance('1h'), control.restore(snapshot)])
  expect(control.time.now()).toBe(start)
  expect(await depositsOf(shop)).toEqual([])
})

test('a sandbox of a file goes on with its rows', async () => {
  const data = join(scratchFolder(), 'data.db')
  const shop = await shopOf({ data })
  await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
  await shop.sandbox.control.chain.mine(3)
  const rows = await rowsOf(shop.sandbox)
  await shop.sandbox.close()
  expect(await rowsOf(await freshSandbox({ data }))).toEqual(rows)
})

describe('a read-only sandbox', () => {
  test('answers from a file, and changes nothing', async () => {
    const folder = scratchFolder()
    const data = join(folder, 'data.db')
    const shop = await shopOf({ data })
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '1' })
    await shop.sandbox.close()
    const before = filesIn(folder)
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const reader = await freshSandbox({
      data,
      readOnly: true,
      machineClock: () => start + 86_400_000,
      onError,
    })
    const { control } = reader
    expect(control.time.now()).toBe(start + 86_400_000)
    expect(await control.balances.explain({ uid: shop.uid, symbol: 'BTC' })).toMatchObject({ available: '0' })
    await expect(control.users.create({})).rejects.toThrow('was opened read-only: open it for writing')
    await expect(control.time.advance('1h')).rejects.toThrow('was opened read-only')
    await expect(control.reset()).rejects.toThrow('was opened read-only')
    const answer = await reader.plain(
      new Request('http://sandbox/api/v1/address/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(push),
      }),
    )
    expect(answer.status).toBe(500)
    expect(errors.map(String)).toEqual([expect.stringContaining('was opened read-only')])
    await reader.close()
    expect(filesIn(folder)).toEqual(before)
  })

  test('keeps its clock where it is', async () => {
    const data = join(scratchFolder(), 'data.db')
    await (await freshSandbox({ data })).close()
    let machine = start
    const { control } = await freshSandbox({ data, readOnly: true, machineClock: () => machine })
    const { advance, set, unfreeze } = control.time
    for (const move of [() => advance('1h'), () => set(start + 9), unfreeze])
      await expect(move()).rejects.toThrow('was opened read-only')
    machine += 1000
    expect(control.time.now()).toBe(start)
  })
})

test('a sandbox that cannot start releases its file', async () => {
  const folder = scratchFolder()
  const data = join(folder, 'data.db')
  writeFileSync(join(folder, 'keys'), 'no folder')
  await expect(freshSandbox({ data, directory: join(folder, 'keys') })).rejects.toThrow('keys')
  const sandbox = await freshSandbox({ data })
  expect(sandbox.control.time.now()).toBe(start)
})

test('a failed call leaves the sandbox as it was', async () => {
  const shop = await shopOf()
  const rows = await rowsOf(shop.sandbox)
  await expect(shop.sandbox.control.chain.pay({ symbol: 'NONE', to: 'x', amount: '1' })).rejects.toThrow(
    'no coin NONE',
  )
  expect(await rowsOf(shop.sandbox)).toEqual(rows)
  expect(await depositsOf(shop)).toEqual([])
})

test('a closed sandbox says that it is closed', async () => {
  const sandbox = await freshSandbox()
  await sandbox.close()
  const { chain, snapshot, restore, reset } = sandbox.control
  for (const call of [() => chain.mine(), snapshot, () => restore(new Uint8Array()), reset])
    await expect(call()).rejects.toThrow('The sandbox is closed: create another one.')
})

test('wallets and pools in a file of an earlier version keep their kind of address, also in a snapshot', async () => {
  const data = join(scratchFolder(), 'data.db')
  const funding = { wallet: 7, symbol: 'BTC', amount: '1' }
  const written = await freshSandbox({ data })
  const { address } = await written.control.mpc.fund(funding)
  await written.close()
  const rows = new DatabaseSync(data)
  rows.exec("delete from settings where name = 'address form'")
  rows.close()

  const { control } = await freshSandbox({ data })
  const digits = (name: string) => derived('test', name).slice(0, 40)
  expect((await control.mpc.fund(funding)).address).toBe(digits('wallet demo-modern 7 Bitcoin'))
  await control.addresses.generate({ symbol: 'BTC', count: 1 })
  expect(await control.records.list({ kind: 'address' })).toMatchObject([
    { values: { address: digits('address demo-modern BTC 0') } },
  ])

  const other = await freshSandbox()
  expect((await other.control.mpc.fund(funding)).address).toBe(address)
  await other.control.restore(await control.snapshot())
  expect((await other.control.mpc.fund(funding)).address).toBe(digits('wallet demo-modern 7 Bitcoin'))
  await other.control.reset()
  expect((await other.control.mpc.fund(funding)).address).toBe(address)
})
