// Several sandboxes on one database, each with its own connections and memory, like several processes.
import { createCustody } from '@custody-wallet/client'
import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts'
import { payment, createUser } from '../support/databases.ts'
import { findFaults } from '../support/invariants.ts'
import { createClient, createTestSandbox, start } from '../support/sandbox.ts'
import { runProgram, startProgram, stateOptions } from '../support/terminal.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

/** Two sandboxes on one new database. */
async function createTwoSandboxes(options: SandboxOptions = {}): Promise<readonly [Sandbox, Sandbox]> {
  const database = await createEmptyDatabase(server.url)
  return [await createTestSandbox({ ...options, database }), await createTestSandbox({ ...options, database })]
}

describe('two sandboxes on one database', () => {
  test('show what either of them changed', async () => {
    const [one, other] = await createTwoSandboxes()
    const uid = await createUser(one)
    await one.control.chain.pay(payment)
    await other.control.chain.mine(3, 'Bitcoin')
    for (const each of [one, other])
      expect(await createClient(each).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
        normal_balance: '0.5',
      })
  })

  test('show amounts beyond the exact range of a double', async () => {
    const [one, other] = await createTwoSandboxes()
    await createUser(one)
    await one.control.chain.pay({ ...payment, amount: '1234567890.12345679' })
    await other.control.chain.mine(3, 'Bitcoin')
    for (const each of [one, other])
      expect(await createClient(each).deposits.sync({ max_id: '0' })).toMatchObject([{ amount: '1234567890.12345679' }])
  })

  test('show a string that contains the separator of pages', async () => {
    const [one, other] = await createTwoSandboxes()
    await createUser(one)
    const { uid } = await one.control.users.create({ email: 'b@shop.example' })
    const address = 'address\u001F2'
    await createClient(one).addresses.register({ symbol: 'BTC', addresses: [address], memo: false })
    await createClient(one).accounts.get({ uid, symbol: 'BTC' })
    for (const to of ['address-1', address]) await one.control.chain.pay({ ...payment, to })
    await other.control.chain.mine(3, 'Bitcoin')
    for (const each of [one, other])
      expect(await createClient(each).deposits.sync({ max_id: '0' })).toMatchObject([
        { address_to: 'address-1' },
        { address_to: address },
      ])
  })

  test('share the clock', async () => {
    const [one, other] = await createTwoSandboxes()
    await one.control.time.freeze()
    await one.control.time.advance('1d')
    await other.control.users.create({ email: 'a@shop.example' })
    expect(other.control.time.now()).toBe(start + 86_400_000)
    await other.control.time.set(start + 2 * 86_400_000)
    await one.control.users.create({ email: 'b@shop.example' })
    expect(one.control.time.now()).toBe(start + 2 * 86_400_000)
  })

  test('run each timer once', async () => {
    const [one, other] = await createTwoSandboxes()
    const uid = await createUser(one)
    await one.control.chain.pay(payment)
    await Promise.all([one, other].map(({ control }) => control.time.advance('1d')))
    expect(await createClient(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '0.5',
    })
    expect(findFaults(await one.control.snapshot())).toEqual([])
  })

  test('accept merchants, tokens and Api-Keys of the other one', async () => {
    const [one, other] = await createTwoSandboxes()
    await one.control.merchants.create({ appId: 'shop', profile: 'modern' })
    const call = new Request('http://sandbox/api/v2/user/info?email=a@shop.example', {
      headers: { 'app-id': 'shop' },
    })
    expect((await other.plain(call)).status).toBe(200)
    const { fetch: _own, ...settings } = one.merchant('shop').client
    const createFetchThrough = (sandbox: Sandbox) => (url: string, init?: RequestInit) =>
      sandbox.wire(new Request(url, init))
    const token = await createCustody({ ...settings, fetch: createFetchThrough(one) }).token.get()
    const seen: number[] = []
    const custody = createCustody({
      ...settings,
      fetch: async (url, init) => {
        const view = url.includes('getToken') ? one : other
        const response = await createFetchThrough(view)(url, init)
        seen.push(response.status)
        return response
      },
    })
    expect(token.access_token).not.toBe('')
    expect(await custody.networks.list()).not.toEqual([])
    expect(new Set(seen)).toEqual(new Set([200]))
  })

  test('continue with the data that the other one restored', async () => {
    const [one, other] = await createTwoSandboxes()
    const empty = await one.control.snapshot()
    const uid = await createUser(one)
    const full = await other.control.snapshot()
    await other.control.restore(empty)
    await expect(createClient(one).accounts.get({ uid, symbol: 'BTC' })).rejects.toThrow('110065')
    await one.control.restore(full)
    expect(await createClient(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      deposit_address: 'address-1',
    })
    const { uid: next } = await other.control.users.create({ email: 'b@shop.example' })
    expect(next).toBe(uid + 1)
    await one.control.reset()
    await expect(createClient(other).accounts.get({ uid, symbol: 'BTC' })).rejects.toThrow('110065')
  })
})

test.each([50, -50, 1000, -1000])('two sandboxes agree on clocks that differ by %d ms', async (skew) => {
  const database = await createEmptyDatabase(server.url)
  const one = await createTestSandbox({ database })
  const other = await createTestSandbox({ database, machineClock: () => start + skew })
  for (let save = 0; save < 20; save += 1) await (save % 2 === 0 ? other : one).control.time.unfreeze()
  for (const [clock, receiver] of [
    [one, other],
    [other, one],
  ] as const) {
    const fetch = (url: string, init?: RequestInit) => receiver.wire(new Request(url, init))
    const settings = { ...clock.merchant('demo-modern').client, fetch }
    expect(await createCustody(settings).networks.list()).not.toEqual([])
    expect(clock.control.time.now()).toBe(start + Math.max(0, skew))
  }
})

test('an address of another database is rejected', async () => {
  await expect(createSandbox({ database: 'mysql://host/name' })).rejects.toThrow(
    new TypeError('The address of the database must begin with postgres:// or postgresql://.'),
  )
  await expect(createSandbox({ database: server.url, data: 'rows.db' })).rejects.toThrow(
    new TypeError('createSandbox() accepts data or database, not both.'),
  )
})

test.each([
  ['of a database that does not exist', '/nowhere', /: database "nowhere" does not exist\. Create the database/],
  ['with another password', 'postgres:other@', /: password authentication failed .*\. Check the user and the pass/],
  ['with a user without rights', 'reader:secret@', /: permission denied .*\. Use a user who may create the schema/],
])('an address %s fails with the next step', async (_, change, message) => {
  const database = await createEmptyDatabase(server.url)
  await runSql(database, `drop role if exists reader; create role reader login password 'secret'`)
  const address = change.startsWith('/')
    ? database.replace(/\/\w+$/, change)
    : database.replace('postgres:postgres@', change)
  const { code, err } = await runProgram(stateOptions, { DATABASE_URL: address })
  expect([code, err]).toEqual([1, expect.stringMatching(message)])
  expect(err).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+\/\w+ rejects the sandbox: /)
})

test('the program reads DATABASE_URL and does not print its password', async () => {
  const database = await createEmptyDatabase(server.url)
  const { plain, out } = await startProgram(['--port', '0', ...stateOptions], { DATABASE_URL: database })
  const { host, pathname } = new URL(database)
  expect(out.join()).toContain(`Data: PostgreSQL at ${host}${pathname}\n`)
  expect(out.join()).not.toContain(':postgres@')
  expect((await fetch(`${plain}/health/ready`)).status).toBe(200)
  expect(await runSql(database, 'select app_id from custody_sandbox.merchants order by 1')).toHaveLength(2)
})

test('without its database, a sandbox returns 503 in all views, and recovers when it is back', async () => {
  const own = await startPostgres()
  onTestFinished(() => own.end())
  const errors: unknown[] = []
  const database = await createEmptyDatabase(own.url)
  const sandbox = await createTestSandbox({ database, onError: (error) => errors.push(error) })
  const uid = await createUser(sandbox)
  const { plain, wire, control, controlToken, close } = await sandbox.listen({ port: 0, checkDeadline: 600_000 })
  onTestFinished(() => close())
  const authorization = `Bearer ${controlToken}`
  const listStatuses = async (): Promise<readonly number[]> => {
    const responses = await Promise.all([
      fetch(`${plain.url}/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`),
      fetch(`${wire.url}/api/v2/account/getByUidAndSymbol`),
      fetch(`${control.url}/merchants/list`, { headers: { authorization } }),
      fetch(`${plain.url}/health/ready`),
    ])
    return responses.map(({ status }) => status)
  }
  expect(await listStatuses()).toEqual([200, 200, 200, 200])
  await own.halt()
  expect(await listStatuses()).toEqual([503, 503, 503, 503])
  expect(String(errors[0])).toMatch(/^UnavailableError: PostgreSQL at 127\.0\.0\.1:\d+\/\w+ does not respond: /)
  await own.resume()
  expect(await listStatuses()).toEqual([200, 200, 200, 200])
})
