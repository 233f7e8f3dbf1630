import { describe, expect, inject, test } from 'vitest'

import type { RecordPage } from '../../src/control/records.ts'
import type { Sandbox } from '../../src/index.ts'
import { recordKinds } from '../../src/records/kinds.ts'
import { listRecords } from '../../src/records/list.ts'
import { listNames } from '../../src/states/table.ts'
import { appId, createEngineFixture } from '../support/engine.ts'
import { explainQueries } from '../support/queries.ts'
import { createBusySandbox, callControl } from '../support/records.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

const kinds = listNames(recordKinds)
const listIds = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id)

type RecordList = Awaited<ReturnType<Sandbox['control']['records']['list']>>

/** Lists all records of a type, page by page. */
async function listAll({ control }: Sandbox, page: RecordPage): Promise<RecordList> {
  const all: RecordList[number][] = []
  for (;;) {
    const next = await control.records.list({ ...page, before: all.at(-1)?.id })
    if (next.length === 0) return all
    all.push(...next)
  }
}

describe('records.list', () => {
  test('pages through every type of record, the newest first', async () => {
    const sandbox = await createBusySandbox()
    for (const kind of kinds) {
      const ids = listIds(await listAll(sandbox, { kind, limit: 100 }))
      expect([kind, ids.length]).not.toEqual([kind, 0])
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect([kind, listIds(await listAll(sandbox, { kind, limit: 3 }))]).toEqual([kind, ids])
    }
  })

  test('returns exactly the matching records for each filter', async () => {
    const sandbox = await createBusySandbox()
    const columns: Readonly<Record<string, string>> = { requestId: 'request_id' }
    for (const kind of kinds) {
      const all = await listAll(sandbox, { kind })
      for (const filter of Object.keys(recordKinds[kind].filters)) {
        if (kind === 'account' || (kind === 'address' && filter === 'uid')) continue
        const describeRecord = ({ state, values }: (typeof all)[number]) =>
          filter === 'state' ? state : filter === 'held' ? values['held'] === 1 : values[columns[filter] ?? filter]
        for (const value of new Set(all.map(describeRecord).filter((each) => each !== '' && each !== undefined))) {
          const found = await listAll(sandbox, { kind, [filter]: value })
          const expected = all.filter((each) => describeRecord(each) === value)
          expect([kind, filter, value, listIds(found)]).toEqual([kind, filter, value, listIds(expected)])
        }
      }
    }
  })

  test('finds a notified deposit, its second record and a notified fee by their txid', async () => {
    const { control } = await createBusySandbox()
    const deposits = await control.records.list({ kind: 'deposit', txid: 'notified-deposit' })
    expect(deposits.map(({ values }) => values['request_id'])).toEqual(['notified-2', 'notified-1'])
    const fees = await control.records.list({ kind: 'miner_fee', txid: 'notified-fee' })
    expect(fees.map(({ values }) => values['fee'])).toEqual(['0'])
    expect(await control.records.list({ kind: 'deposit', appId: 'demo-classic', txid: 'notified-deposit' })).toEqual([])
  })

  test('shows amounts as decimals, and the name of the state', async () => {
    const { control } = await createBusySandbox()
    const [deposit] = await control.records.list({ kind: 'deposit', state: 'credited' })
    expect(deposit).toMatchObject({ kind: 'deposit', appId: 'demo-modern', state: 'credited' })
    expect(deposit?.values['amount']).toMatch(/^\d+(\.\d*[1-9])?$/)
  })

  test('finds accounts and addresses of a user, and addresses by prefix', async () => {
    const { control } = await createBusySandbox()
    const [deposit] = await control.records.list({ kind: 'deposit', txid: undefined, state: 'credited' })
    const uid = Number(deposit?.values['uid'])
    const accounts = await control.records.list({ kind: 'account', uid })
    expect(accounts.map(({ values }) => values['owner'])).toEqual([`user ${uid}`])
    const addresses = await control.records.list({ kind: 'address', uid })
    expect(addresses.map(({ values }) => values['address'])).toContain(deposit?.values['address_to'])
    const collected = await control.records.list({ kind: 'address', address: 'collected-*' })
    expect(collected.map(({ values }) => values['address'])).toEqual(['collected-2', 'collected-1'])
  })

  test('lists only records of the merchant', async () => {
    const { control } = await createBusySandbox()
    for (const kind of kinds) {
      const appId = 'demo-classic'
      const records = await control.records.list({ kind, appId })
      expect(new Set([appId, ...records.map((record) => record.appId)])).toEqual(new Set([appId]))
    }
  })

  test('lists deposits, withdrawals and balances of a coin', async () => {
    const sandbox = await createBusySandbox()
    for (const kind of ['account', 'deposit', 'withdrawal'] as const) {
      const symbols = new Set((await listAll(sandbox, { kind, symbol: 'BTC' })).map(({ values }) => values['symbol']))
      expect([kind, ...symbols]).toEqual([kind, 'BTC'])
    }
  })

  test.each([
    [
      'a filter of another type of record',
      { kind: 'user', txid: 'a' },
      'user has no filter txid. Its filters: uid, email.',
    ],
    [
      'an empty filter of another type',
      { kind: 'stake', email: '' },
      'stake has no filter email. Its filters: state, ',
    ],
    ['a filter of no type', { kind: 'deposit', symbl: 'BTC' }, 'records.list has no field symbl. Did you mean symbol?'],
    ['a page of nothing', { kind: 'user', limit: 0 }, 'limit must be an integer from 1 to 1000, not 0.'],
    ['a page that is too long', { kind: 'user', limit: 1001 }, 'limit must be an integer from 1 to 1000, not 1001.'],
    ['a page before no id', { kind: 'user', before: -1 }, 'before must be the id of an entry, not -1.'],
  ] as const)('rejects %s', async (_name, page, message) => {
    const { control } = await createTestSandbox()
    await expect(control.records.list(page)).rejects.toThrow(message)
  })

  // Plans of SQLite.
  test.skipIf(inject('postgres') !== undefined).each(['account', 'deposit', 'withdrawal'] as const)(
    'reads only a page of %s records of a coin, from its index',
    async (kind) => {
      const { engine } = await createEngineFixture()
      const page = { kind, appId, before: 9, limit: 5, filters: { symbol: 'BTC' } }
      const plan = await engine.run(({ db }) => explainQueries(db, (watched) => listRecords(watched, page)))
      const { table } = recordKinds[kind]
      expect(plan.filter((step) => step.includes(table))).toEqual([
        `SEARCH ${table} USING INDEX ${table}_symbol (app_id=? AND symbol=? AND id<?)`,
      ])
      expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    },
  )

  test.each([
    { kind: 'deposit', state: 'gone' },
    { kind: 'account', uid: 1.5 },
    { kind: 'deposit', txid: "' or 1=1 --" },
  ] as const)('finds nothing for %o', async (page) => {
    const { control } = await createBusySandbox()
    expect(await control.records.list(page)).toEqual([])
  })
})

describe('records.get', () => {
  test('shows the history and the transfers of a withdrawal', async () => {
    const { control } = await createBusySandbox()
    const [paid] = await control.records.list({ kind: 'withdrawal', requestId: 'life-7' })
    const found = await control.records.get({ kind: 'withdrawal', id: paid?.id ?? 0 })
    expect(found.history.map(({ state }) => state)).toEqual(['reviewing', 'paying'])
    expect(found.transfers).toMatchObject([
      { to: 'chain', symbol: 'BTC', amount: '0.01', kind: 'pending', reason: 'withdrawal' },
      { to: 'fees', kind: 'pending', reason: 'withdrawal fee' },
    ])
    expect(found.transactions).toEqual([{ txid: found.values['txid'], network: 'Bitcoin', height: null }])
  })

  test('shows which call, or the clock, caused each state', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    const { uid } = await control.users.create({})
    const address = { uid, symbol: 'BTC' }
    await callControl(sandbox, 'addresses.generate', { symbol: 'BTC', count: 1 })
    const { address: to } = await control.addresses.assign(address)
    await callControl(sandbox, 'chain.pay', { symbol: 'BTC', to, amount: '1' })
    await control.time.runUntilIdle()
    const { history } = await control.records.get({ kind: 'deposit', id: 1 })
    expect(history).toMatchObject([
      { state: 'confirming', cause: 'chain.pay', request: '' },
      { state: 'credited', cause: 'clock', request: '' },
    ])
    const withdrawal = { ...address, amount: '0.1', to: 'outside', requestId: 'life-1' }
    const { id } = await control.withdrawals.request(withdrawal)
    await createClient(sandbox).withdrawals.cancel({ symbol: 'BTC', trans_id: id, msg: 'not today' })
    const [request] = await control.requests.list({ operation: 'cancelWithdrawal' })
    const canceled = await control.records.get({ kind: 'withdrawal', id })
    expect(canceled.history.at(0)).toMatchObject({ cause: 'withdrawals.request', request: '' })
    expect(canceled.history.at(-1)).toMatchObject({
      cause: 'cancelWithdrawal',
      request: request?.requestId,
    })
  })

  test('the last state of each history is the state of the record', async () => {
    const { control } = await createBusySandbox()
    for (const kind of kinds)
      for (const { id, state } of await control.records.list({ kind, limit: 100 })) {
        const { history } = await control.records.get({ kind, id })
        expect([kind, id, history.at(-1)?.state]).toEqual([kind, id, state])
      }
  })

  test('an action is possible exactly if its control call succeeds', async () => {
    const sandbox = await createBusySandbox()
    const { control } = sandbox
    const before = await control.snapshot()
    const seen = new Set<string>()
    for (const kind of kinds)
      for (const { id, state, values } of await control.records.list({ kind, limit: 100 })) {
        const { held, saas_status: audit, txid } = values
        const sample = `${kind} ${state} ${held} ${audit} ${txid === ''}`
        if (seen.has(sample)) continue
        seen.add(sample)
        for (const { name, call, parameters, reason } of (await control.records.get({ kind, id })).actions) {
          const isDone = await callControl(sandbox, call, parameters).then(
            async () => {
              await control.restore(before)
              return true
            },
            () => false,
          )
          expect([sample, name, reason, isDone]).toEqual([sample, name, reason, reason === undefined])
        }
      }
    expect(seen.size).toBeGreaterThan(20)
  })

  test('rejects an unknown record', async () => {
    const { control } = await createTestSandbox()
    await expect(control.records.get({ kind: 'stake', id: 1 })).rejects.toThrow('There is no stake 1:')
  })
})
