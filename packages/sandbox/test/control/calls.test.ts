import { describe, expect, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import {
  credited,
  id,
  type IdsOf,
  minute,
  paid,
  type Step,
  symbol,
  testAll,
  testRejections,
  txid,
  uid,
} from '../support/calls.ts'
import { freshSandbox } from '../support/sandbox.ts'

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
    {
      id: 'withdrawals.audit',
      after: [['withdrawals.audit', audit]],
      given: audit,
      detail: 'withdrawal 1 is approved by the platform already: it waits for the merchant',
    },
    { id: 'withdrawals.check', after: [checking], given: key, detail: 'is checking: check needs reviewing' },
    { id: 'withdrawals.escalate', given: key, detail: 'is reviewing: escalate needs checking' },
    { id: 'withdrawals.fail', given: key, detail: 'is reviewing: fail needs paying' },
    {
      id: 'withdrawals.hold',
      after: [['withdrawals.audit', { ...audit, decision: 'reject' }]],
      given: key,
      detail: 'is rejected: nothing is left to hold',
    },
    { id: 'withdrawals.hold', after: [['withdrawals.hold', key]], given: key, detail: 'is held already' },
    { id: 'withdrawals.pay', given: key, detail: 'is reviewing: pay needs paying' },
    { id: 'withdrawals.release', given: key, detail: 'withdrawal 1 is not held: it goes on already' },
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
    { id: 'deposits.hold', after: [['deposits.hold', key]], given: key, detail: 'deposit 1 is held already' },
    { id: 'deposits.release', given: key, detail: 'deposit 1 is not held: it goes on already' },
    {
      id: 'deposits.release',
      after: [['deposits.fail', key]],
      given: key,
      detail: 'nothing is left to release',
    },
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
    'addresses.assign': {
      after: [['users.create', {}]],
      given: { uid: 10_003, symbol },
      answer: { address: 'address-2', memo: '' },
    },
    'addresses.generate': { given: { symbol, count: 5 }, answer: { available: 6 } },
    'addresses.pools': {
      after: [['addresses.generate', { symbol, count: 5 }]],
      given: {},
      answer: [{ symbol, available: 6, limit: 5000 }],
    },
    'chain.reorg': {
      after: credited,
      given: { network: 'Bitcoin', depth: 3, shortage: 'shortage' },
      answer: { transactions: 1 },
    },
    'coins.create': { given: coin, answer: created },
    'coins.list': {
      after: [['coins.create', coin]],
      given: {},
      answer: expect.arrayContaining([created]),
    },
    'coins.update': {
      after: [['coins.create', coin]],
      given: { symbol: 'USDX', withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
      answer: { ...created, withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
    },
    'networks.close': { given: { network: 'Bitcoin' } },
    'networks.list': {
      after: [['chain.mine', { blocks: 2, network: 'Bitcoin' }]],
      given: {},
      answer: expect.arrayContaining([
        { name: 'Bitcoin', symbol: 'BTC', height: expect.any(Number), interval: 600_000 },
      ]),
    },
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

test('every function of the control object is a call, too', async () => {
  const { control } = await freshSandbox()
  const names = Object.entries<unknown>({ ...control }).flatMap(([name, member]) =>
    typeof member === 'function' ? [name] : Object.keys(Object(member)).map((each) => `${name}.${each}`),
  )
  expect(names.toSorted()).toEqual(
    Object.keys(controlCalls)
      // They describe the port, not the sandbox.
      .filter((each) => each !== 'health' && each !== 'calls.list')
      .toSorted(),
  )
})
