// Transactions do not depend on the default isolation level of the database.
import { isCustodyError } from '@custody-wallet/client'
import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { payment, createUser } from '../support/databases.ts'
import { findFaults } from '../support/invariants.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

const levels = ['read committed', 'repeatable read', 'serializable']

describe.each(levels)('where %s is the default', (level) => {
  /** Two sandboxes on one new database. */
  async function createTwoSandboxes() {
    const database = await createEmptyDatabase(server.url)
    const name = new URL(database).pathname.slice(1)
    await runSql(database, `alter database ${name} set default_transaction_isolation to '${level}'`)
    return [await createTestSandbox({ database }), await createTestSandbox({ database })] as const
  }

  test('of two concurrent pushes, one passes the 5000-address rule', async () => {
    const [one, other] = await createTwoSandboxes()
    const pushAddresses = (sandbox: typeof one, name: string, count: number) =>
      createClient(sandbox).addresses.register({
        symbol: 'BTC',
        addresses: Array.from({ length: count }, (_, at) => `${name}-${at}`),
        memo: false,
      })
    for (let at = 0; at < 50; at += 1) await pushAddresses(one, `before-${at}`, at === 0 ? 99 : 100)
    const ends = await Promise.allSettled(
      [one, other, one, other].map((sandbox, at) => pushAddresses(sandbox, `at-once-${at}`, 1)),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(reasons.filter((reason) => !isCustodyError(reason))).toEqual([])
  })

  test('concurrent copies of a notification credit once, and none fails', async () => {
    const [one, other] = await createTwoSandboxes()
    const uid = await createUser(one)
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
      createClient(at % 2 === 0 ? one : other).notifications.deposit(notification),
    )
    for (const response of await Promise.all(copies)) expect(response).toEqual({ data: { request_id: 'request-1' } })
    const { txid } = notification
    expect(await other.control.records.list({ kind: 'deposit', txid })).toHaveLength(1)
    expect(await other.control.records.list({ kind: 'miner_fee', txid })).toEqual([])
    await one.control.chain.pay(payment)
    expect(await createClient(other).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '1.5',
    })
    expect(findFaults(await other.control.snapshot())).toEqual([])
  })
})
