import { describe, expect, test } from 'vitest'

import type { ControlId } from '../../src/control/calls.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { namesOf } from '../../src/states/table.ts'
import { type ControlRequest, controlOf } from '../support/control.ts'
import { clientOf, freshSandbox, start } from '../support/sandbox.ts'

type Step = readonly [id: ControlId, parameters: object]

/** One call of the control port, and what it changes. */
interface Row {
  readonly after?: readonly Step[]
  readonly given: object
  /** Absent where the answer has no content. */
  readonly answer?: unknown
}

/** One call in a state that does not allow it. */
interface RejectedRow extends Pick<Row, 'after' | 'given'> {
  readonly id: ControlId
  readonly detail: string
}

type IdsOf<Group extends string> = Extract<ControlId, `${Group}.${string}`>

async function run(call: ControlRequest, [id, given]: Step): Promise<Response> {
  const { method, path } = controlCalls[id]
  if (method === 'POST') return call(path, given)
  const query = Object.entries(given).map(([name, value]) => [name, String(value)])
  return call(`${path}?${new URLSearchParams(query).toString()}`)
}

async function runAll(call: ControlRequest, steps: readonly Step[]): Promise<void> {
  for (const step of steps) expect([step, (await run(call, step)).ok]).toEqual([step, true])
}

const symbol = 'BTC'
const uid = 10_001
const address = 'address-1'
const [id, minute] = [1, ['time.advance', { duration: '1m' }] as const]
// Nothing listens there.
const receiver = 'http://127.0.0.1:9'
const expected = {
  address_from: expect.stringMatching(/./),
  address_to: address,
  amount: '1',
  confirm: 3,
  symbol,
  balance: '1',
  status: 1,
}
const txid = expect.stringMatching(/^[0-9a-f]{64}$/)

/** Calls of a sandbox with a deposit address of a user, after some steps. */
async function after(steps: readonly Step[]): Promise<ControlRequest> {
  const sandbox = await freshSandbox()
  const custody = clientOf(sandbox)
  await custody.addresses.register({ symbol, addresses: [address, 'address-2'], memo: false })
  await custody.accounts.get({ uid, symbol })
  const call = await controlOf(sandbox)
  await runAll(call, steps)
  return call
}

function testAll<Id extends ControlId>(start: readonly Step[], rows: Readonly<Record<Id, Row>>): void {
  test.each(namesOf(rows))('%s works', async (each) => {
    const row: Row = rows[each]
    const answer = await run(await after([...start, ...(row.after ?? [])]), [each, row.given])
    const text = await answer.text()
    expect([answer.status, text === '' ? undefined : JSON.parse(text)]).toEqual(
      row.answer === undefined ? [204, undefined] : [200, row.answer],
    )
  })
}

function testRejections(start: readonly Step[], status: number, rows: readonly RejectedRow[]): void {
  test.each(rows)('$id is rejected: $detail', async (row) => {
    const call = await after([...start, ...(row.after ?? [])])
    const answer = await run(call, [row.id, row.given])
    const { detail }: { detail: string } = await answer.json()
    expect([answer.status, detail]).toEqual([status, expect.stringContaining(row.detail)])
  })
}

const paid: readonly Step[] = [['chain.pay', { symbol, to: address, amount: '1' }]]
const credited: readonly Step[] = [...paid, ['chain.mine', { blocks: 3 }]]

describe('of withdrawals,', () => {
  const request = { uid, symbol, amount: '0.5', to: 'outside-1', requestId: 'request-1' }
  const requested: readonly Step[] = [...credited, ['withdrawals.request', request]]
  const key = { id }
  const audit = { id, by: 'platform', decision: 'approve' }
  const checking: Step = ['withdrawals.check', key]
  const withdrawal = {
    id,
    requestId: 'request-1',
    uid,
    symbol,
    amount: '0.5',
    status: 0,
    held: false,
    txid: '',
    reason: '',
    events: ['check', 'approve', 'reject', 'cancel'],
  }
  const events = {
    checking: ['escalate', 'accept', 'reject', 'cancel'],
    escalated: ['accept', 'reject', 'cancel'],
    paying: ['pay', 'confirm', 'fail', 'cancel'],
  }

  testAll<IdsOf<'withdrawals'>>(requested, {
    'withdrawals.accept': { after: [checking], given: key, answer: withdrawal },
    'withdrawals.audit': {
      after: [['withdrawals.audit', { ...audit, by: 'merchant' }]],
      given: audit,
      answer: { ...withdrawal, status: 1, events: events.paying },
    },
    'withdrawals.check': { given: key, answer: { ...withdrawal, status: 7, events: events.checking } },
    'withdrawals.escalate': {
      after: [checking],
      given: key,
      answer: { ...withdrawal, status: 8, events: events.escalated },
    },
    'withdrawals.fail': {
      after: [minute],
      given: { id, reason: 'no route' },
      answer: { ...withdrawal, status: 4, reason: 'no route', events: [] },
    },
    'withdrawals.hold': { given: key, answer: { ...withdrawal, held: true } },
    'withdrawals.pay': {
      after: [minute],
      given: key,
      answer: { ...withdrawal, status: 1, txid, events: ['confirm'] },
    },
    'withdrawals.release': { after: [['withdrawals.hold', key]], given: key, answer: withdrawal },
    'withdrawals.request': {
      given: { ...request, amount: '0.25', requestId: 'request-2' },
      answer: { ...withdrawal, id: 2, requestId: 'request-2', amount: '0.25' },
    },
  })

  testRejections(requested, 409, [
    { id: 'withdrawals.accept', given: key, detail: 'is reviewing: accept needs checking or escalated' },
    { id: 'withdrawals.audit', after: [minute], given: audit, detail: 'is paying: approve needs reviewing' },
    { id: 'withdrawals.check', after: [checking], given: key, detail: 'is checking: check needs reviewing' },
    { id: 'withdrawals.escalate', given: key, detail: 'is reviewing: escalate needs checking' },
    { id: 'withdrawals.fail', given: key, detail: 'is reviewing: fail needs paying' },
    {
      id: 'withdrawals.hold',
      after: [['withdrawals.audit', { ...audit, decision: 'reject' }]],
      given: key,
      detail: 'is rejected: nothing is left to hold',
    },
    { id: 'withdrawals.pay', given: key, detail: 'is reviewing: pay needs paying' },
    { id: 'withdrawals.request', given: request, detail: 'request-1 is the request of withdrawal 1 already' },
    {
      id: 'withdrawals.request',
      given: { ...request, amount: '9', requestId: 'request-2' },
      detail: 'user 10001 needs 9.0002 BTC',
    },
  ])

  testRejections(requested, 404, [
    { id: 'withdrawals.pay', given: { id: 99 }, detail: 'There is no withdrawal 99' },
  ])
})

describe('of users,', () => {
  const created: readonly Step[] = [
    ['users.create', { email: 'a@shop.example', country: '86', mobile: '5550100' }],
  ]

  testRejections(created, 409, [
    { id: 'users.create', given: { email: 'a@shop.example' }, detail: 'has this e-mail address' },
    { id: 'users.create', given: { country: '86', mobile: '5550100' }, detail: 'has this mobile number' },
  ])
})

describe('of deposits,', () => {
  const key = { id }
  const shown = { id, state: 'confirming', held: false }
  const checking: Step = ['deposits.check', key]

  testAll<IdsOf<'deposits'>>(paid, {
    'deposits.accept': { after: [checking], given: key, answer: shown },
    'deposits.check': { given: key, answer: { ...shown, state: 'checking' } },
    'deposits.fail': { given: key, answer: { ...shown, state: 'failed' } },
    'deposits.hold': { given: key, answer: { ...shown, held: true } },
    'deposits.pause': { given: key, answer: { ...shown, state: 'paused' } },
    'deposits.reject': { after: [checking], given: key, answer: { ...shown, state: 'failed' } },
    'deposits.release': { after: [['deposits.hold', key]], given: key, answer: shown },
    'deposits.review': { after: [checking], given: key, answer: { ...shown, state: 'reviewing' } },
  })

  testRejections(paid, 409, [
    { id: 'deposits.accept', given: key, detail: 'is confirming: accept needs checking' },
    { id: 'deposits.check', after: [['deposits.hold', key]], given: key, detail: 'is held: release it' },
    { id: 'deposits.hold', after: [['deposits.fail', key]], given: key, detail: 'nothing is left to hold' },
    { id: 'deposits.review', given: key, detail: 'is confirming: review needs checking' },
  ])

  testRejections([], 404, [{ id: 'deposits.hold', given: { id: 9 }, detail: 'There is no deposit 9' }])
})

describe('of chains, coins, networks and pools,', () => {
  const coin = { symbol: 'USDX', network: 'Ethereum', decimals: 6, base: 'ETH', mode: 'instant' }
  const created = {
    ...coin,
    kind: 'account',
    memo: false,
    contractAddress: '',
    confirmations: 1,
    withdrawFee: '0',
    minerFee: '0',
    minimum: '0',
    maximum: expect.stringMatching(/^1000/),
  }

  testAll<IdsOf<'addresses' | 'coins' | 'networks'> | 'chain.reorg'>([], {
    'addresses.generate': { given: { symbol, count: 5 }, answer: { available: 6 } },
    'chain.reorg': {
      after: credited,
      given: { network: 'Bitcoin', depth: 3, shortage: 'shortage' },
      answer: { transactions: 1 },
    },
    'coins.create': { given: coin, answer: created },
    'coins.update': {
      after: [['coins.create', coin]],
      given: { symbol: 'USDX', withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
      answer: { ...created, withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
    },
    'networks.close': { given: { network: 'Bitcoin' } },
    'networks.open': { given: { network: 'Tron' } },
    'networks.update': { given: { name: 'Bitcoin', interval: 60_000 } },
  })

  testRejections([], 409, [
    {
      id: 'chain.reorg',
      after: credited,
      given: { network: 'Bitcoin', depth: 3 },
      detail: 'name the account that bears a shortage',
    },
    { id: 'coins.create', given: { ...coin, symbol }, detail: 'There is a coin BTC already' },
  ])

  testRejections([], 404, [
    { id: 'coins.update', given: { symbol: 'BTX' }, detail: 'There is no coin BTX' },
    { id: 'networks.open', given: { network: 'Bitcon' }, detail: 'Bitcon' },
    { id: 'addresses.generate', given: { appId: 'other', symbol, count: 1 }, detail: 'no merchant other' },
  ])
})

describe('of MPC wallets,', () => {
  const wallet = { wallet: 7, symbol }
  const funded: readonly Step[] = [['mpc.fund', { ...wallet, amount: '1' }]]
  const key = { id }
  const manual: Step = ['coins.update', { symbol, mode: 'manual' }]
  const withdrawal = { ...wallet, requestId: 'mpc-1', to: 'outside-1', amount: '0.5' }
  const waiting: readonly Step[] = [manual, ['mpcWithdrawals.request', withdrawal]]
  const approved: readonly Step[] = [...waiting, ['mpcWithdrawals.approve', key]]
  const record = (status: number) => expect.objectContaining({ id, status })

  testAll<IdsOf<'mpc' | 'mpcWithdrawals'>>(funded, {
    'mpc.explain': {
      given: wallet,
      answer: { available: '1', locked: '0', transfers: [expect.objectContaining({ amount: '1' })] },
    },
    'mpc.fund': { given: { ...wallet, amount: '1' }, answer: { address: expect.any(String) } },
    'mpcWithdrawals.approve': { after: waiting, given: key, answer: record(1100) },
    'mpcWithdrawals.deny': { after: waiting, given: key, answer: record(2100) },
    'mpcWithdrawals.discard': { after: waiting, given: key, answer: record(2300) },
    'mpcWithdrawals.fail': { after: approved, given: key, answer: record(2400) },
    'mpcWithdrawals.pay': { after: approved, given: key, answer: record(1200) },
    'mpcWithdrawals.reject': { after: waiting, given: key, answer: record(2200) },
    'mpcWithdrawals.request': { after: [manual], given: withdrawal, answer: record(1000) },
  })

  const stake = { ...wallet, requestId: 'stake-1', amount: '0.25' }
  const staked: readonly Step[] = [
    ['stakes.stake', stake],
    ['chain.mine', { blocks: 3 }],
  ]
  const unbonded: readonly Step[] = [...staked, ['stakes.unbond', key], ['chain.mine', { blocks: 1010 }]]

  testAll<IdsOf<'stakes'>>(funded, {
    'stakes.fail': { after: [['stakes.stake', stake]], given: key, answer: record(2400) },
    'stakes.stake': { given: stake, answer: record(1000) },
    'stakes.unbond': { after: staked, given: key, answer: record(1200) },
    'stakes.unstake': { after: unbonded, given: key, answer: record(1400) },
  })

  const tron = { wallet: 7, symbol: 'TRX' }
  const delegation = { ...tron, requestId: 'delegation-1', to: 'TReceiver', net: 345 }
  const open: readonly Step[] = [
    ['networks.open', { network: 'Tron' }],
    ['mpc.fund', { ...tron, amount: '100' }],
    ['coins.update', { symbol: 'TRX', mode: 'manual' }],
  ]
  const ordered: readonly Step[] = [...open, ['delegations.create', delegation]]
  const order = (status: number) => expect.objectContaining({ request_id: 'delegation-1', status })

  testAll<IdsOf<'delegations'>>([], {
    'delegations.create': { after: open, given: delegation, answer: order(0) },
    'delegations.fail': { after: ordered, given: key, answer: order(2) },
    'delegations.send': { after: ordered, given: key, answer: order(3) },
  })

  testRejections(funded, 409, [
    { id: 'mpcWithdrawals.pay', after: waiting, given: key, detail: 'pay needs' },
    { id: 'mpcWithdrawals.request', after: waiting, given: withdrawal, detail: 'mpc-1 is the request_id' },
    {
      id: 'mpcWithdrawals.request',
      given: { ...withdrawal, amount: '9' },
      detail: 'wallet 7 has 100000000 of the smallest units',
    },
    { id: 'stakes.stake', after: staked, given: stake, detail: 'stake-1 is the request_id' },
    { id: 'stakes.unbond', after: [['stakes.stake', stake]], given: key, detail: 'unbond needs' },
    { id: 'stakes.unstake', after: staked, given: key, detail: 'unstake needs' },
    { id: 'delegations.create', after: ordered, given: delegation, detail: 'delegation-1 is the request_id' },
    {
      id: 'delegations.send',
      after: [...ordered, ['delegations.fail', key]],
      given: key,
      detail: 'send needs',
    },
  ])

  testRejections(funded, 404, [
    { id: 'mpcWithdrawals.pay', given: key, detail: 'There is no MPC withdrawal 1' },
    { id: 'stakes.unbond', given: key, detail: 'There is no stake 1' },
    { id: 'delegations.send', given: key, detail: 'There is no delegation 1' },
  ])
})

describe('of faults,', () => {
  const fault = { id, kind: 'status', status: 500, percent: 100, remaining: 2, calls: 0, acted: 0 }
  const added: readonly Step[] = [['faults.add', { kind: 'status', status: 500, times: 2 }]]

  testAll<IdsOf<'faults'>>(added, {
    'faults.add': {
      given: { kind: 'lost', operation: 'getAccount', view: 'wire', percent: 10, seed: 'a' },
      answer: { id: 2, kind: 'lost', operation: 'getAccount', view: 'wire', percent: 10, calls: 0, acted: 0 },
    },
    'faults.clear': { given: {}, answer: { count: 1 } },
    'faults.list': { given: {}, answer: [fault] },
    'faults.remove': { given: { id } },
  })

  testRejections(added, 404, [{ id: 'faults.remove', given: { id: 7 }, detail: 'There is no fault 7.' }])

  testRejections(added, 422, [
    { id: 'faults.add', given: { kind: 'losst' }, detail: 'kind' },
    { id: 'faults.add', given: { kind: 'lost', status: 500 }, detail: 'lost takes no status.' },
  ])
})

describe('of notifications,', () => {
  const content = { ...expected, txid, request_id: expect.stringMatching(/^deposit-1-/) }
  const notification = {
    id,
    appId: 'demo-modern',
    kind: 'deposit',
    sender: 'platform',
    url: receiver,
    state: 'waiting',
    attempts: 0,
    content,
    created_at: start,
    updated_at: start,
  }
  const settings = { enabled: true, sender: 'platform', accept: 'signed' }
  const off: Step = ['notifications.configure', { enabled: false }]
  const key = { id }
  const quiet: readonly Step[] = [
    ['merchants.update', { appId: 'demo-modern', notificationUrls: [receiver] }],
    off,
    ...credited,
    ['notifications.send', { deposits: [1], delay: '1h' }],
  ]

  testAll<IdsOf<'notifications'>>(quiet, {
    'notifications.configure': { given: { enabled: true }, answer: settings },
    'notifications.get': { given: key, answer: { ...notification, log: [] } },
    'notifications.list': { given: { state: 'waiting', limit: 5 }, answer: [notification] },
    'notifications.redeliver': { given: key, answer: notification },
    'notifications.redeliverAll': { given: {}, answer: { count: 0 } },
    'notifications.send': {
      given: { deposits: [1], delay: '1h' },
      answer: [{ ...notification, id: 2 }],
    },
  })

  testRejections(quiet, 404, [
    { id: 'notifications.get', given: { id: 7 }, detail: 'There is no notification 7.' },
    { id: 'notifications.send', given: { deposits: [7] }, detail: 'There is no deposit 7.' },
  ])

  testRejections(quiet, 422, [
    {
      id: 'notifications.send',
      given: { deposits: [1], overrides: { amout: '1' } },
      detail: 'did you mean amount?',
    },
    { id: 'notifications.configure', given: { sender: 'shop' }, detail: 'sender' },
  ])
})

test('every function of the control object is a call, too', async () => {
  const { control } = await freshSandbox()
  const names = Object.entries<unknown>({ ...control }).flatMap(([name, member]) =>
    typeof member === 'function' ? [name] : Object.keys(Object(member)).map((each) => `${name}.${each}`),
  )
  expect(names.toSorted()).toEqual(
    Object.keys(controlCalls)
      .filter((each) => each !== 'health')
      .toSorted(),
  )
})
