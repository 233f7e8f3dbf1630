import type { Custody } from '@custody-wallet/client'
import type { DepositNotification } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { findFaults } from '../support/invariants.ts'
import { readResponse, listDeposits, type Shop, createShop } from '../support/merchant.ts'
import { appIds, createTestSandbox } from '../support/sandbox.ts'

type ClientNotification = Parameters<Custody['notifications']['deposit']>[0]

/** A notification of 0.5 BTC to the user of a shop. */
const createNotification = ({ address }: Shop, changes: Partial<DepositNotification> = {}): ClientNotification => ({
  request_id: 'request-1',
  txid: 'tx-1',
  amount: '0.5',
  confirm: 3,
  symbol: 'BTC',
  address_to: address,
  address_from: 'outside',
  balance: '7',
  status: 1,
  ...changes,
})

interface RuleRow {
  readonly first?: Partial<DepositNotification>
  readonly second: Partial<DepositNotification>
  readonly balance: string
  readonly deposits: number
  /** The rule that rejects the second notification, and its code. */
  readonly rule?: readonly [string, number]
}

const request = ['deposit-request', 1000012] as const
const amount = ['deposit-amount', 1000011] as const
const flag = ['deposit-flag', 1000011] as const
const failure = { status: 0 } as const
const another = { request_id: 'request-2' } as const

/** A second notification after a first one of 0.5 BTC with request_id request-1. */
const table: Readonly<Record<string, RuleRow>> = {
  'the same again': { second: {}, balance: '0.5', deposits: 1 },
  'the same with other confirmations, balance and sender': {
    second: { confirm: 9, balance: '1', address_from: 'elsewhere' },
    balance: '0.5',
    deposits: 1,
  },
  'a larger amount': { second: { amount: '0.7' }, balance: '0.7', deposits: 1 },
  'an equal amount, written otherwise': { second: { amount: '0.50' }, balance: '0.5', deposits: 1 },
  'a smaller amount': { second: { amount: '0.4' }, balance: '0.5', deposits: 1, rule: amount },
  'a success, then a failure': { second: failure, balance: '0.5', deposits: 1, rule: flag },
  'a success, then a failure with a larger amount': {
    second: { ...failure, amount: '0.7' },
    balance: '0.5',
    deposits: 1,
    rule: flag,
  },
  'a failure, then a success': { first: failure, second: {}, balance: '0.5', deposits: 1 },
  'a failure, then a success with a larger amount': {
    first: failure,
    second: { amount: '0.7' },
    balance: '0.7',
    deposits: 1,
  },
  'a failure, then a success with a smaller amount': {
    first: failure,
    second: { amount: '0.4' },
    balance: '0',
    deposits: 1,
    rule: amount,
  },
  'a failure twice': { first: failure, second: failure, balance: '0', deposits: 1 },
  'another txid under the same request_id': {
    second: { txid: 'tx-2' },
    balance: '0.5',
    deposits: 1,
    rule: request,
  },
  'another memo under the same request_id': {
    second: { memo: 'm' },
    balance: '0.5',
    deposits: 1,
    rule: request,
  },
  'another deposit with a larger amount under the same request_id': {
    second: { txid: 'tx-2', amount: '0.7' },
    balance: '0.5',
    deposits: 1,
    rule: request,
  },
  'another deposit under the same request_id, after a failure': {
    first: failure,
    second: { txid: 'tx-2' },
    balance: '0',
    deposits: 1,
    rule: request,
  },
  'a known deposit under another request_id': { second: another, balance: '1', deposits: 2 },
  'a known deposit as a failure under another request_id': {
    second: { ...another, ...failure },
    balance: '0.5',
    deposits: 2,
  },
  'another deposit under another request_id': {
    second: { ...another, txid: 'tx-2', amount: '0.1' },
    balance: '0.6',
    deposits: 2,
  },
  'another deposit as a failure under another request_id': {
    second: { ...another, ...failure, txid: 'tx-2' },
    balance: '0.5',
    deposits: 2,
  },
}

const expectRejection = ([rule, code]: readonly [string, number], appId: Shop['appId']): object =>
  appId === 'demo-classic' ? { code } : { code, msg: expect.stringMatching(`^${rule}: `) }

const receipt = { code: 0, msg: 'success', data: { data: { request_id: 'request-1' } } } as const

async function expectOneCredit(shop: Shop): Promise<void> {
  const { appId, sandbox, uid } = shop
  const key = { appId, uid, symbol: 'BTC' }
  expect(await listDeposits(shop)).toMatchObject([{ status: 1, amount: '0.5', request_id: 'request-1' }])
  const { available, transfers } = await sandbox.control.balances.explain(key)
  expect([available, transfers.map(({ amount }) => amount)]).toEqual(['0.5', ['0.5']])
  expect(findFaults(await sandbox.control.snapshot())).toEqual([])
}

describe.each(appIds)('a notification to %s', (appId) => {
  test.each(Object.entries(table))('of %s', async (_, { first = {}, second, balance, deposits, rule }) => {
    const shop = await createShop({ appId })
    const receivedResponses = await shop.custody.notifications.deposit(createNotification(shop, first))
    expect(receivedResponses).toEqual({ data: { request_id: 'request-1' } })
    const response = await readResponse(shop.custody.notifications.deposit.raw(createNotification(shop, second)))
    const accepted = { code: 0, data: { data: { request_id: second.request_id ?? 'request-1' } } }
    expect(response).toMatchObject(rule ? expectRejection(rule, appId) : accepted)
    expect(await shop.getAvailable()).toBe(balance)
    expect(await listDeposits(shop)).toHaveLength(deposits)
  })

  test('in 8 concurrent copies credits once, with equal responses', async () => {
    const shop = await createShop({ appId })
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => shop.custody.notifications.deposit.raw(createNotification(shop))),
    )
    expect(new Set(copies.map(({ response }) => JSON.stringify(response))).size).toBe(1)
    expect(copies[0]?.response).toEqual(receipt)
    await expectOneCredit(shop)
  })

  test.each([0, 5])('in 8 copies, with a payment and blocks after %i of them, credits once', async (before) => {
    const shop = await createShop({ appId })
    const { chain } = shop.sandbox.control
    const copies = (count: number) =>
      Array.from({ length: count }, () => shop.custody.notifications.deposit.raw(createNotification(shop)))
    const first = copies(before)
    const paid = chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
    const mined = [chain.mine(1, 'Bitcoin'), chain.mine(2, 'Bitcoin')]
    const responses = await Promise.all([...first, ...copies(8 - before)])
    await Promise.all([paid, ...mined])
    expect(responses.map(({ response }) => response)).toEqual(Array.from({ length: 8 }, () => receipt))
    await expectOneCredit(shop)
    await chain.mine(3, 'Bitcoin')
    await expectOneCredit(shop)
  })
})

type RejectedChange = readonly [string, Partial<DepositNotification>, string, number]

const wrong: readonly RejectedChange[] = [
  ['an unknown coin', { symbol: 'DOGE' }, 'coin-known', 100009],
  ['an address of no user', { address_to: 'elsewhere' }, 'deposit-address', 1000017],
  ['a memo that no user has', { memo: '7' }, 'deposit-address', 1000017],
  ['the amount 0', { amount: '0' }, 'amount-range', 1000011],
  ['nine decimal places', { amount: '0.000000001' }, 'amount-precision', 1000011],
  ['36 digits', { amount: '9'.repeat(36) }, 'amount-range', 1000011],
  ['36 digits with decimals', { amount: `${'9'.repeat(28)}.${'9'.repeat(8)}` }, 'amount-range', 1000011],
]

test.each(wrong)('a notification with %s is rejected without effects', async (_, changes, rule, code) => {
  const shop = await createShop()
  const { response } = await shop.custody.notifications.deposit.raw(createNotification(shop, changes))
  expect(response).toMatchObject({ code, msg: expect.stringMatching(`^${rule}: `) })
  expect(await listDeposits(shop)).toEqual([])
  await shop.custody.notifications.deposit(createNotification(shop))
  expect(await shop.getAvailable()).toBe('0.5')
})

test('the largest amount is credited exactly', async () => {
  const shop = await createShop()
  const largest = `${'9'.repeat(22)}.${'9'.repeat(8)}`
  await shop.custody.notifications.deposit(createNotification(shop, { amount: largest }))
  expect(await shop.getAvailable()).toBe(largest)
})

describe.each(appIds)('a deposit of %s that is paid on the chain and notified', (appId) => {
  const orders = {
    'notified, paid, mined': ['notify', 'pay', 'mine'],
    'paid, notified, mined': ['pay', 'notify', 'mine'],
    'paid, mined, notified': ['pay', 'mine', 'notify'],
    'paid, notified twice, mined, notified': ['pay', 'notify', 'notify', 'mine', 'notify'],
  } as const

  test.each(Object.entries(orders))('is credited once: %s', async (_, steps) => {
    const shop = await createShop({ appId })
    const { chain } = shop.sandbox.control
    const run = {
      notify: () => shop.custody.notifications.deposit(createNotification(shop)),
      pay: () => chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' }),
      mine: () => chain.mine(3, 'Bitcoin'),
    }
    for (const step of steps) await run[step]()
    expect(await shop.getAvailable()).toBe('0.5')
    expect(await listDeposits(shop)).toMatchObject([{ request_id: 'request-1', confirmations: 3, status: 1 }])
  })
})

test.each([
  ['less', '0.4', '0.5'],
  ['more', '0.6', '0.6'],
])('a notified deposit is credited up to the larger amount if the chain shows %s', async (_, paid, balance) => {
  const shop = await createShop()
  await shop.custody.notifications.deposit(createNotification(shop))
  await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: paid, txid: 'tx-1' })
  await shop.sandbox.control.chain.mine(3, 'Bitcoin')
  expect(await listDeposits(shop)).toMatchObject([{ amount: balance }])
  expect(await shop.getAvailable()).toBe(balance)
})

describe('a deposit from the chain', () => {
  test.each(['0.4', '0.6'])('cannot be notified with the amount %s', async (notified) => {
    const shop = await createShop()
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
    const { response } = await shop.custody.notifications.deposit.raw(createNotification(shop, { amount: notified }))
    expect(response).toMatchObject({
      code: 1000011,
      msg: 'deposit-amount: the chain shows 0.5 for this deposit.',
    })
    expect(await listDeposits(shop)).toMatchObject([{ request_id: '', status: 0 }])
  })

  test('cannot grow by a second notification', async () => {
    const shop = await createShop()
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
    await shop.custody.notifications.deposit(createNotification(shop))
    const { response } = await shop.custody.notifications.deposit.raw(createNotification(shop, { amount: '0.6' }))
    expect(response).toMatchObject({ code: 1000011 })
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('does not fail by a notification', async () => {
    const shop = await createShop()
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
    await shop.custody.notifications.deposit(createNotification(shop, failure))
    await shop.sandbox.control.chain.mine(3, 'Bitcoin')
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test('is not credited if its notification first reports a failure', async () => {
    const shop = await createShop()
    await shop.custody.notifications.deposit(createNotification(shop, failure))
    await shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
    await shop.sandbox.control.chain.mine(3, 'Bitcoin')
    expect(await listDeposits(shop)).toMatchObject([{ status: 2, confirmations: 3 }])
    expect(await shop.getAvailable()).toBe('0')
    await shop.custody.notifications.deposit(createNotification(shop))
    expect(await shop.getAvailable()).toBe('0.5')
  })

  test.each([
    ['that no merchant has', { to: 'elsewhere' }, 'no merchant has the address elsewhere in BTC. Check'],
    ['of another coin', { symbol: 'ETH' }, 'no merchant has the address demo-modern-BTC-1 in ETH. Check'],
    ['that no user has yet', { to: 'free' }, 'no user has the address free yet. Assign it with addresses.assign'],
    ['with a memo that its coin does not use', { memo: '7' }, 'BTC has no memos. Omit the memo.'],
  ])('is not made for an address %s, and the response explains why', async (_, changes, hint) => {
    const shop = await createShop()
    await shop.custody.addresses.register({ symbol: 'BTC', addresses: ['free'], memo: false })
    const payment = { symbol: 'BTC', to: shop.address, amount: '1', ...changes }
    expect(await shop.sandbox.control.chain.pay(payment)).toEqual({
      txid: expect.any(String),
      hint: expect.stringContaining(`The payment makes no deposit and changes no balance: ${hint}`),
    })
    await shop.sandbox.control.chain.mine(12)
    expect(await listDeposits(shop)).toEqual([])
  })

  test.each([
    ['-1', 'An amount must be more than 0, not -1.'],
    ['0', 'An amount must be more than 0, not 0.'],
    ['0.000000001', '0.000000001 has 9 decimal places; the coin allows 8.'],
    ['1e8', 'An amount must be a decimal such as 0.5, not 1e8.'],
    ['9'.repeat(36), 'is too large: the limit is'],
  ])('cannot have the amount %s', async (paid, text) => {
    const shop = await createShop()
    await expect(shop.sandbox.control.chain.pay({ symbol: 'BTC', to: shop.address, amount: paid })).rejects.toThrow(
      text,
    )
    expect(await listDeposits(shop)).toEqual([])
  })

  test('cannot be paid twice with one txid', async () => {
    const shop = await createShop()
    const payment = { symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' }
    await shop.sandbox.control.chain.pay(payment)
    await expect(shop.sandbox.control.chain.pay(payment)).rejects.toThrow('use another txid')
  })
})

describe('users of a coin with memos', () => {
  test('share an address, and the memo identifies their deposits', async () => {
    const sandbox = await createTestSandbox()
    const shop = await createShop({ symbol: 'XRP' }, sandbox)
    const other = await sandbox.control.users.create({})
    const account = { uid: other.uid, symbol: 'XRP' }
    expect((await shop.custody.accounts.get(account)).deposit_address).toBe(shop.address)
    const pay = (amount: string, memo?: string) =>
      sandbox.control.chain.pay({ symbol: 'XRP', to: shop.address, amount, memo })
    await pay('1', `${shop.uid}`)
    await pay('2', `${other.uid}`)
    expect((await pay('4')).hint).toContain(`no user of ${shop.address} has the memo (empty).`)
    expect((await pay('8', '99999')).hint).toContain('has the memo 99999. Use the memo of a user.')
    await sandbox.control.chain.mine(1, 'XRP Ledger')
    expect(await shop.getAvailable()).toBe('1')
    expect(await shop.custody.accounts.get(account)).toMatchObject({ normal_balance: '2' })
    expect(await listDeposits(shop)).toHaveLength(2)
  })

  test('need the memo in a notification', async () => {
    const shop = await createShop({ symbol: 'XRP' })
    const xrp = { symbol: 'XRP', amount: '5' }
    const { response } = await shop.custody.notifications.deposit.raw(createNotification(shop, xrp))
    expect(response).toMatchObject({ code: 1000017 })
    await shop.custody.notifications.deposit(createNotification(shop, { ...xrp, memo: `${shop.uid}` }))
    expect(await shop.getAvailable()).toBe('5')
  })
})

test('two merchants with equal txids and request_ids never mix', async () => {
  const sandbox = await createTestSandbox()
  const [one, other] = [
    await createShop({ appId: 'demo-modern' }, sandbox),
    await createShop({ appId: 'demo-classic' }, sandbox),
  ]
  await one.custody.notifications.deposit(createNotification(one))
  await other.custody.notifications.deposit(createNotification(other, { amount: '0.2' }))
  expect([await one.getAvailable(), await other.getAvailable()]).toEqual(['0.5', '0.2'])
  expect(await listDeposits(one)).toMatchObject([{ uid: one.uid, amount: '0.5' }])
  expect(await listDeposits(other)).toMatchObject([{ uid: other.uid, amount: '0.2' }])
  const stolen = await one.custody.notifications.deposit.raw(
    createNotification(one, { request_id: 'request-3', address_to: other.address }),
  )
  expect(stolen.response).toMatchObject({ code: 1000017 })
})
