// Several sandboxes on one database, each with connections and a memory of its own, as several processes have.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { emptyDatabase, type Postgres, runAt, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts'
import { faultsIn } from './support/invariants.ts'
import { clientOf, freshSandbox, start } from './support/sandbox.ts'
import { started, withState } from './support/terminal.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

/** Two sandboxes on one new database. */
async function twoSandboxes(options: SandboxOptions = {}): Promise<readonly [Sandbox, Sandbox]> {
  const database = await emptyDatabase(server.url)
  return [await freshSandbox({ ...options, database }), await freshSandbox({ ...options, database })]
}

/** A user with the deposit address `address-1` for BTC. */
async function userOf(sandbox: Sandbox): Promise<number> {
  const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
  await clientOf(sandbox).addresses.register({ symbol: 'BTC', addresses: ['address-1'], memo: false })
  await clientOf(sandbox).accounts.get({ uid, symbol: 'BTC' })
  return uid
}

const payment = { symbol: 'BTC', to: 'address-1', amount: '0.5' }

describe('two sandboxes on one database', () => {
  test('show what either of them changed', async () => {
    const [one, other] = await twoSandboxes()
    const uid = await userOf(one)
    await one.control.chain.pay(payment)
    await other.control.chain.mine(3, 'Bitcoin')
    for (const each of [one, other])
      expect(await clientOf(each).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
        normal_balance: '0.5',
      })
  })

  test('have one clock', async () => {
    const [one, other] = await twoSandboxes()
    await one.control.time.freeze()
    await one.control.time.advance('1d')
    await other.control.users.create({ email: 'a@shop.example' })
    expect(other.control.time.now()).toBe(start + 86_400_000)
    await other.control.time.set(start + 2 * 86_400_000)
    await one.control.users.create({ email: 'b@shop.example' })
    expect(one.control.time.now()).toBe(start + 2 * 86_400_000)
  })

  test('take each timer once', async () => {
    const [one, other] = await twoSandboxes()
    const uid = await userOf(one)
    await one.control.chain.pay(payment)
    await Promise.all([one, other].map(({ control }) => control.time.advance('1d')))
    expect(await clientOf(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '0.5',
    })
    expect(faultsIn(await one.control.snapshot())).toEqual([])
  })

  test('answer a merchant that the other one created, and take its tokens and its new Api-Key', async () => {
    const [one, other] = await twoSandboxes()
    await one.control.merchants.create({ appId: 'shop', profile: 'modern' })
    const call = new Request('http://sandbox/api/v2/user/info?email=a@shop.example', {
      headers: { 'app-id': 'shop' },
    })
    expect((await other.plain(call)).status).toBe(200)
    const { fetch: _own, ...settings } = one.merchant('shop').client
    const through = (sandbox: Sandbox) => (url: string, init?: RequestInit) =>
      sandbox.wire(new Request(url, init))
    const token = await createCustody({ ...settings, fetch: through(one) }).token.get()
    const seen: number[] = []
    const custody = createCustody({
      ...settings,
      fetch: async (url, init) => {
        const view = url.includes('getToken') ? one : other
        const answer = await through(view)(url, init)
        seen.push(answer.status)
        return answer
      },
    })
    expect(token.access_token).not.toBe('')
    expect(await custody.networks.list()).not.toEqual([])
    expect(new Set(seen)).toEqual(new Set([200]))
  })

  test('go on from the rows that the other one restored', async () => {
    const [one, other] = await twoSandboxes()
    const empty = await one.control.snapshot()
    const uid = await userOf(one)
    const full = await other.control.snapshot()
    await other.control.restore(empty)
    await expect(clientOf(one).accounts.get({ uid, symbol: 'BTC' })).rejects.toThrow('110065')
    await one.control.restore(full)
    expect(await clientOf(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      deposit_address: 'address-1',
    })
    const { uid: next } = await other.control.users.create({ email: 'b@shop.example' })
    expect(next).toBe(uid + 1)
    await one.control.reset()
    await expect(clientOf(other).accounts.get({ uid, symbol: 'BTC' })).rejects.toThrow('110065')
  })

  test('credit one of 40 copies of a notification', async () => {
    const [one, other] = await twoSandboxes()
    const uid = await userOf(one)
    const notification = {
      request_id: 'request-1',
      address_to: 'address-1',
      txid: 'txid-1',
      amount: '1.5',
      confirm: 3,
      symbol: 'BTC',
      balance: '10',
      status: 1,
    } as const
    const copies = Array.from({ length: 40 }, (_, at) =>
      clientOf(at % 2 === 0 ? one : other).notifications.deposit(notification),
    )
    for (const answer of await Promise.all(copies))
      expect(answer).toEqual({ data: { request_id: 'request-1' } })
    expect(await clientOf(one).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({ normal_balance: '1.5' })
    expect(faultsIn(await other.control.snapshot())).toEqual([])
  })
})

describe('a database', () => {
  test('that several sandboxes open at once is filled once', async () => {
    const database = await emptyDatabase(server.url)
    const opened = await Promise.all(Array.from({ length: 5 }, () => freshSandbox({ database })))
    const lists = await Promise.all(opened.map(({ control }) => control.merchants.list()))
    expect(lists.map((list) => list.length)).toEqual([2, 2, 2, 2, 2])
  })

  test('of an earlier version gets its new tables once, from whichever sandbox is first', async () => {
    const database = await emptyDatabase(server.url)
    const first = await freshSandbox({ database })
    const uid = await userOf(first)
    await first.close()
    for (const table of ['faults', 'notifications', 'notification_attempts'])
      await runAt(database, `drop table custody_sandbox.${table}`)
    await runAt(database, 'delete from custody_sandbox.schema_versions where version = 2')
    const all = await Promise.all([1, 2, 3, 4].map(() => freshSandbox({ database })))
    for (const each of all) {
      expect(await each.control.notifications.list()).toEqual([])
      expect(await clientOf(each).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
        deposit_address: 'address-1',
      })
    }
    expect(await runAt(database, 'select version from custody_sandbox.schema_versions order by 1')).toEqual([
      { version: 1 },
      { version: 2 },
    ])
  })

  test('takes the snapshot of a sandbox in memory, and gives one to it', async () => {
    const [shared] = await twoSandboxes()
    const memory = await createSandbox({ directory: scratch(), seed: 'test', machineClock: () => start })
    onTestFinished(() => memory.close())
    const uid = await userOf(memory)
    await memory.control.chain.pay(payment)
    await memory.control.chain.mine(3, 'Bitcoin')
    await shared.control.restore(await memory.control.snapshot())
    const balance = { normal_balance: '0.5' }
    expect(await clientOf(shared).accounts.get({ uid, symbol: 'BTC' })).toMatchObject(balance)
    await memory.control.reset()
    await memory.control.restore(await shared.control.snapshot())
    expect(await clientOf(memory).accounts.get({ uid, symbol: 'BTC' })).toMatchObject(balance)
  })

  const unusable: readonly (readonly [string, string, string])[] = [
    [
      'of a newer sandbox',
      `insert into custody_sandbox.schema_versions values (99, 'later')`,
      'was written by a newer version of the sandbox: update the sandbox, or give another database.',
    ],
    [
      'with other tables',
      `update custody_sandbox.schema_versions set checksum = 'other' where version = 1`,
      'has tables of another version: give another database.',
    ],
  ]

  test.each(unusable)('%s is rejected in one sentence without its password', async (_, statement, text) => {
    const database = await emptyDatabase(server.url)
    await (await freshSandbox({ database })).close()
    await runAt(database, statement)
    const { host, pathname } = new URL(database)
    await expect(freshSandbox({ database })).rejects.toMatchObject({
      name: 'DataError',
      message: `PostgreSQL at ${host}${pathname} ${text}`,
    })
  })

  test('that was never written cannot be opened read-only', async () => {
    const database = await emptyDatabase(server.url)
    await expect(freshSandbox({ database, readOnly: true })).rejects.toThrow(
      'is empty or of an earlier version: start a sandbox that may write to it first.',
    )
  })

  test('that is read-only answers from its rows, and rejects every change', async () => {
    const database = await emptyDatabase(server.url)
    const uid = await userOf(await freshSandbox({ database }))
    const reader = await freshSandbox({ database, readOnly: true })
    expect(await clientOf(reader).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      deposit_address: 'address-1',
    })
    await expect(reader.control.users.create({ email: 'b@shop.example' })).rejects.toThrow(
      'was opened read-only: open it for writing to change rows.',
    )
  })

  test('belongs to the demo keys that it was made with', async () => {
    const database = await emptyDatabase(server.url)
    await freshSandbox({ database })
    await expect(createSandbox({ database, directory: scratch() })).rejects.toThrow(
      'Another process of this database has other demo keys: copy its folder of demo keys to this machine',
    )
  })
})

/** An empty folder of the temporary folder. */
function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('an address that is not of PostgreSQL is a mistake of the caller', async () => {
  await expect(createSandbox({ database: 'mysql://host/name' })).rejects.toThrow(
    new TypeError('The address of the database must begin with postgres:// or postgresql://.'),
  )
  await expect(createSandbox({ database: server.url, data: 'rows.db' })).rejects.toThrow(
    new TypeError('createSandbox() takes data or database, not both.'),
  )
})

test('the program takes the database from DATABASE_URL, and prints no password', async () => {
  const database = await emptyDatabase(server.url)
  const { plain, out } = await started(['--port', '0', ...withState], { DATABASE_URL: database })
  const { host, pathname } = new URL(database)
  expect(out.join()).toContain(`Data: PostgreSQL at ${host}${pathname}\n`)
  expect(out.join()).not.toContain(':postgres@')
  expect((await fetch(`${plain}/health`)).status).toBe(200)
  expect(await runAt(database, 'select app_id from custody_sandbox.merchants order by 1')).toHaveLength(2)
})

test('without its database, a sandbox answers 503 in every view, and goes on when it is back', async () => {
  const own = await startPostgres()
  onTestFinished(() => own.end())
  const errors: unknown[] = []
  const database = await emptyDatabase(own.url)
  const sandbox = await freshSandbox({ database, onError: (error) => errors.push(error) })
  const uid = await userOf(sandbox)
  const { plain, wire, control, controlToken, close } = await sandbox.listen({ port: 0 })
  onTestFinished(() => close())
  const authorization = `Bearer ${controlToken}`
  const statuses = async (): Promise<readonly number[]> => {
    const answers = await Promise.all([
      fetch(`${plain.url}/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`),
      fetch(`${wire.url}/health`),
      fetch(`${control.url}/merchants/list`, { headers: { authorization } }),
    ])
    return answers.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200])
  await own.halt()
  expect(await statuses()).toEqual([503, 503, 503])
  expect(String(errors[0])).toMatch(
    /^UnavailableError: PostgreSQL at 127\.0\.0\.1:\d+\/\w+ does not answer: /,
  )
  await own.resume()
  expect(await statuses()).toEqual([200, 200, 200])
})
