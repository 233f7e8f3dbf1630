import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Decimal, type Deposit, type DepositNotification, isDecimal } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { runCustodyHere, createFolder } from './support/custody.ts'

function toDecimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

const folder = createFolder()
const noon = Date.UTC(2026, 10, 23, 12)

const createDeposit = (id: number, changes: Partial<Deposit> = {}): Deposit => ({
  id,
  request_id: `r-${id}`,
  uid: 1,
  symbol: 'BTC',
  amount: toDecimal('0.5'),
  withdraw_fee: toDecimal('0'),
  withdraw_fee_symbol: 'BTC',
  fee: toDecimal('0'),
  real_fee: toDecimal('0'),
  fee_symbol: 'BTC',
  address_from: '',
  address_to: 'a-1',
  txid: `t-${id}`,
  confirmations: 6,
  created_at: noon,
  updated_at: noon,
  saas_status: 1,
  company_status: 1,
  status: 1,
  ...changes,
})

const createNotification = (id: number, changes: Partial<DepositNotification> = {}): DepositNotification => ({
  request_id: `r-${id}`,
  address_to: 'a-1',
  txid: `t-${id}`,
  amount: '0.5',
  confirm: 6,
  symbol: 'BTC',
  balance: '1',
  status: 1,
  ...changes,
})

const createFile = (name: string, records: readonly object[]): string => {
  const file = join(folder, name)
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return file
}

const empty = createFile('empty', [])

const runReconcile = (notified: readonly object[], deposits: readonly object[], ...args: readonly string[]) =>
  runCustodyHere([
    'reconcile',
    '--notified',
    createFile('notified', notified),
    '--deposits',
    createFile('deposits', deposits),
    '--fees',
    empty,
    ...args,
  ])

describe('custody reconcile', () => {
  test('ends with code 0 if the books agree', async () => {
    const { code, out } = await runReconcile([createNotification(1)], [createDeposit(1)])
    expect([code, out]).toEqual([0, '0 findings, 1 agree, 2 entries compared\n'])
  })

  test('prints the differences as a table, and ends with code 1', async () => {
    const { code, out } = await runReconcile(
      [createNotification(1)],
      [createDeposit(1, { amount: toDecimal('0.7') }), createDeposit(2)],
    )
    expect(code).toBe(1)
    expect(out).toMatch(/differs +deposit +deposits +r-1 +BTC +amount +0\.5 +0\.7/)
    expect(out).toMatch(/missing +deposit +notified +r-2/)
  })

  test('prints JSON lines', async () => {
    const { out } = await runReconcile([], [createDeposit(2)], '--json')
    expect(
      out
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { kind: 'missing', what: 'deposit', key: 'r-2', symbol: 'BTC', list: 'notified', ids: [2] },
      { entries: 1, agreeing: 0 },
    ])
  })

  test('prints CSV that a spreadsheet does not run', async () => {
    const { out } = await runReconcile([], [createDeposit(2, { request_id: '=1+1,"a"' })], '--format', 'csv')
    expect(out.trim().split('\r\n')).toEqual([
      'kind,what,list,key,symbol,member,ours,theirs,count,ids',
      `missing,deposit,notified,"'=1+1,""a""",BTC,,,,,2`,
    ])
  })

  test.each([['csv'], ['table'], ['json']])('prints no control characters as %s', async (format) => {
    const hostile = '\u001B[31m\u009B1m\u202E\r\n=1'
    const found = createDeposit(2, { request_id: hostile, txid: hostile, symbol: hostile })
    const { out } = await runReconcile([], [found], '--format', format)
    expect(out.replaceAll('\r\n', '\n')).not.toMatch(/[^\P{C}\n]/u)
    expect(out).not.toMatch(/^=/m)
  })

  test('compares the records of one day, and those with a notification', async () => {
    const other = { created_at: noon - 86_400_000 }
    const { code, out } = await runReconcile(
      [createNotification(1)],
      [createDeposit(1, other), createDeposit(2, other)],
      '--day',
      '2026-11-23',
    )
    expect([code, out]).toEqual([0, '0 findings, 1 agree, 2 entries compared\n'])
  })

  test('ignores messages that custody listen could not verify', async () => {
    const listened = [
      { at: '2026-11-23T12:00:00.000Z', event: 'deposit', verified: true, content: createNotification(1) },
      { at: '2026-11-23T12:00:00.000Z', event: 'deposit', verified: false, problem: 'rejected' },
    ]
    expect((await runReconcile(listened, [createDeposit(1)])).code).toBe(0)
  })

  test('names the line that is not a record', async () => {
    const { code, err } = await runReconcile([createNotification(1), { request_id: 'r-2' }], [])
    expect([code, err]).toEqual([2, expect.stringMatching(/^Line 2 of .* is not a record of the expected type\./)])
  })
})
