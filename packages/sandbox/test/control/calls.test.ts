import { describe, expect, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import {
  creditSteps,
  id,
  type GroupIds,
  minute,
  paymentSteps,
  type Step,
  symbol,
  testAll,
  testRejections,
  txid,
  uid,
} from '../support/calls.ts'
import { createTestSandbox } from '../support/sandbox.ts'

describe('of withdrawals,', () => {
  const request = { uid, symbol, amount: '0.5', to: 'outside-1', requestId: 'request-1' }
  const requested: readonly Step[] = [...creditSteps, ['withdrawals.request', request]]
  const key = { id }
  const audit = { id, by: 'platform', decision: 'approve' }
  const checking: Step = ['withdrawals.check', key]
  const expectRecord = (state: string, values: object = {}) =>
    expect.objectContaining({ kind: 'withdrawal', id, state, values: expect.objectContaining(values) })

  testAll<GroupIds<'withdrawals'>>(requested, {
    'withdrawals.accept': { after: [checking], parameters: key, response: expectRecord('reviewing') },
    'withdrawals.audit': {
      after: [['withdrawals.audit', { ...audit, by: 'merchant' }]],
      parameters: audit,
      response: expectRecord('paying', { status: 1, saas_status: 1, company_status: 1 }),
    },
    'withdrawals.check': { parameters: key, response: expectRecord('checking') },
    'withdrawals.escalate': { after: [checking], parameters: key, response: expectRecord('escalated') },
    'withdrawals.fail': {
      after: [minute],
      parameters: { id, reason: 'no route' },
      response: expectRecord('failed', { reason: 'no route' }),
    },
    'withdrawals.hold': { parameters: key, response: expectRecord('reviewing', { held: 1 }) },
    'withdrawals.pay': { after: [minute], parameters: key, response: expectRecord('paying', { txid }) },
    'withdrawals.release': {
      after: [['withdrawals.hold', key]],
      parameters: key,
      response: expectRecord('reviewing', { held: 0 }),
    },
    'withdrawals.request': {
      parameters: { ...request, amount: '0.25', requestId: 'request-2' },
      response: expect.objectContaining({
        id: 2,
        appId: 'demo-modern',
        state: 'reviewing',
        values: expect.objectContaining({ uid, symbol, request_id: 'request-2', amount: '0.25', txid: '' }),
      }),
    },
  })

  testRejections(requested, 409, [
    { id: 'withdrawals.accept', parameters: key, detail: 'is reviewing: accept needs checking or escalated' },
    {
      id: 'withdrawals.audit',
      after: [minute],
      parameters: audit,
      detail: 'is paying: approve needs reviewing',
    },
    {
      id: 'withdrawals.audit',
      after: [['withdrawals.audit', audit]],
      parameters: audit,
      detail: 'withdrawal 1 is approved by the platform already: approve it as the merchant',
    },
    {
      id: 'withdrawals.check',
      after: [checking],
      parameters: key,
      detail: 'is checking: check needs reviewing',
    },
    { id: 'withdrawals.escalate', parameters: key, detail: 'is reviewing: escalate needs checking' },
    { id: 'withdrawals.fail', parameters: key, detail: 'is reviewing: fail needs paying' },
    {
      id: 'withdrawals.hold',
      after: [['withdrawals.audit', { ...audit, decision: 'reject' }]],
      parameters: key,
      detail: 'has ended as rejected: it is too late to hold it',
    },
    {
      id: 'withdrawals.hold',
      after: [['withdrawals.hold', key]],
      parameters: key,
      detail: 'is held already',
    },
    { id: 'withdrawals.pay', parameters: key, detail: 'is reviewing: pay needs paying' },
    { id: 'withdrawals.release', parameters: key, detail: 'withdrawal 1 is not held: hold it first' },
    {
      id: 'withdrawals.request',
      parameters: request,
      detail: 'withdrawal 1 has the request_id request-1 already',
    },
    {
      id: 'withdrawals.request',
      parameters: { ...request, amount: '9', requestId: 'request-2' },
      detail: 'user 10001 needs 9.0002 BTC',
    },
  ])

  testRejections(requested, 404, [
    { id: 'withdrawals.pay', parameters: { id: 99 }, detail: 'There is no withdrawal 99' },
  ])
})

describe('of users,', () => {
  const created: readonly Step[] = [['users.create', { email: 'a@shop.example', country: '86', mobile: '5550100' }]]

  testRejections(created, 409, [
    { id: 'users.create', parameters: { email: 'a@shop.example' }, detail: 'has this e-mail address' },
    {
      id: 'users.create',
      parameters: { country: '86', mobile: '5550100' },
      detail: 'has this mobile number',
    },
  ])
})

describe('of deposits,', () => {
  const key = { id }
  const expectDeposit = (state: string, held = 0) =>
    expect.objectContaining({ kind: 'deposit', id, state, values: expect.objectContaining({ held }) })
  const checking: Step = ['deposits.check', key]

  testAll<GroupIds<'deposits'>>(paymentSteps, {
    'deposits.accept': { after: [checking], parameters: key, response: expectDeposit('confirming') },
    'deposits.check': { parameters: key, response: expectDeposit('checking') },
    'deposits.fail': { parameters: key, response: expectDeposit('failed') },
    'deposits.hold': { parameters: key, response: expectDeposit('confirming', 1) },
    'deposits.pause': { parameters: key, response: expectDeposit('paused') },
    'deposits.reject': { after: [checking], parameters: key, response: expectDeposit('failed') },
    'deposits.release': { after: [['deposits.hold', key]], parameters: key, response: expectDeposit('confirming') },
    'deposits.review': { after: [checking], parameters: key, response: expectDeposit('reviewing') },
  })

  testRejections(paymentSteps, 409, [
    { id: 'deposits.accept', parameters: key, detail: 'is confirming: accept needs checking' },
    { id: 'deposits.check', after: [['deposits.hold', key]], parameters: key, detail: 'is held: release it' },
    {
      id: 'deposits.hold',
      after: [['deposits.fail', key]],
      parameters: key,
      detail: 'it is too late to hold it',
    },
    {
      id: 'deposits.hold',
      after: [['deposits.hold', key]],
      parameters: key,
      detail: 'deposit 1 is held already',
    },
    { id: 'deposits.release', parameters: key, detail: 'deposit 1 is not held: hold it first' },
    {
      id: 'deposits.release',
      after: [['deposits.fail', key]],
      parameters: key,
      detail: 'it is too late to release it',
    },
    { id: 'deposits.review', parameters: key, detail: 'is confirming: review needs checking' },
  ])

  testRejections([], 404, [{ id: 'deposits.hold', parameters: { id: 9 }, detail: 'There is no deposit 9' }])
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

  testAll<GroupIds<'addresses' | 'coins' | 'networks'> | 'chain.reorg'>([], {
    'addresses.assign': {
      after: [['users.create', {}]],
      parameters: { uid: 10_003, symbol },
      response: { address: 'address-2', memo: '' },
    },
    'addresses.generate': { parameters: { symbol, count: 5 }, response: { available: 6 } },
    'addresses.pools': {
      after: [['addresses.generate', { symbol, count: 5 }]],
      parameters: {},
      response: [{ symbol, available: 6, limit: 5000 }],
    },
    'chain.reorg': {
      after: creditSteps,
      parameters: { network: 'Bitcoin', depth: 3, shortage: 'shortage' },
      response: { transactions: 1 },
    },
    'coins.create': { parameters: coin, response: created },
    'coins.list': {
      after: [['coins.create', coin]],
      parameters: {},
      response: expect.arrayContaining([created]),
    },
    'coins.update': {
      after: [['coins.create', coin]],
      parameters: { symbol: 'USDX', withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
      response: { ...created, withdrawFee: '0.5', minerFee: '0.002', mode: 'timed' },
    },
    'networks.close': { parameters: { network: 'Bitcoin' } },
    'networks.list': {
      after: [['chain.mine', { blocks: 2, network: 'Bitcoin' }]],
      parameters: {},
      response: expect.arrayContaining([
        { name: 'Bitcoin', symbol: 'BTC', height: expect.any(Number), interval: 600_000 },
      ]),
    },
    'networks.open': { parameters: { network: 'Tron' } },
    'networks.update': { parameters: { name: 'Bitcoin', interval: 60_000 } },
  })

  testRejections([], 409, [
    {
      id: 'chain.reorg',
      after: creditSteps,
      parameters: { network: 'Bitcoin', depth: 3 },
      detail: "set shortage: 'shortage'",
    },
    { id: 'coins.create', parameters: { ...coin, symbol }, detail: 'Coin BTC exists already' },
  ])

  testRejections([], 404, [
    { id: 'coins.update', parameters: { symbol: 'BTX' }, detail: 'There is no coin BTX' },
    { id: 'networks.open', parameters: { network: 'Bitcon' }, detail: 'Bitcon' },
    {
      id: 'addresses.generate',
      parameters: { appId: 'other', symbol, count: 1 },
      detail: 'no merchant other',
    },
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
  const expectRecord = (state: string) => expect.objectContaining({ id, state })

  testAll<GroupIds<'mpc' | 'mpcWithdrawals'>>(funded, {
    'mpc.explain': {
      parameters: wallet,
      response: { available: '1', locked: '0', transfers: [expect.objectContaining({ amount: '1' })] },
    },
    'mpc.fund': { parameters: { ...wallet, amount: '1' }, response: { address: expect.any(String) } },
    'mpcWithdrawals.approve': { after: waiting, parameters: key, response: expectRecord('approved') },
    'mpcWithdrawals.deny': { after: waiting, parameters: key, response: expectRecord('unapproved') },
    'mpcWithdrawals.discard': { after: waiting, parameters: key, response: expectRecord('discarded') },
    'mpcWithdrawals.fail': { after: approved, parameters: key, response: expectRecord('failed') },
    'mpcWithdrawals.pay': { after: approved, parameters: key, response: expectRecord('paying') },
    'mpcWithdrawals.reject': { after: waiting, parameters: key, response: expectRecord('rejected') },
    'mpcWithdrawals.request': { after: [manual], parameters: withdrawal, response: expectRecord('waiting') },
  })

  const stake = { ...wallet, requestId: 'stake-1', amount: '0.25' }
  const staked: readonly Step[] = [
    ['stakes.stake', stake],
    ['chain.mine', { blocks: 3 }],
  ]
  const unbonded: readonly Step[] = [...staked, ['stakes.unbond', key], ['chain.mine', { blocks: 1010 }]]

  testAll<GroupIds<'stakes'>>(funded, {
    'stakes.fail': { after: [['stakes.stake', stake]], parameters: key, response: expectRecord('failed') },
    'stakes.stake': { parameters: stake, response: expectRecord('staking') },
    'stakes.unbond': { after: staked, parameters: key, response: expectRecord('unbonding') },
    'stakes.unstake': { after: unbonded, parameters: key, response: expectRecord('unstaking') },
  })

  const tron = { wallet: 7, symbol: 'TRX' }
  const delegation = { ...tron, requestId: 'delegation-1', to: 'TReceiver', net: 345 }
  const open: readonly Step[] = [
    ['networks.open', { network: 'Tron' }],
    ['mpc.fund', { ...tron, amount: '100' }],
    ['coins.update', { symbol: 'TRX', mode: 'manual' }],
  ]
  const ordered: readonly Step[] = [...open, ['delegations.create', delegation]]

  testAll<GroupIds<'delegations'>>([], {
    'delegations.create': { after: open, parameters: delegation, response: expectRecord('ordered') },
    'delegations.fail': { after: ordered, parameters: key, response: expectRecord('failed') },
    'delegations.send': { after: ordered, parameters: key, response: expectRecord('sent') },
  })

  testRejections(funded, 409, [
    { id: 'mpcWithdrawals.pay', after: waiting, parameters: key, detail: 'pay needs' },
    {
      id: 'mpcWithdrawals.request',
      after: waiting,
      parameters: withdrawal,
      detail: 'has the request_id mpc-1 already',
    },
    {
      id: 'mpcWithdrawals.request',
      parameters: { ...withdrawal, amount: '9' },
      detail: 'wallet 7 has 100000000 of the smallest units',
    },
    { id: 'stakes.stake', after: staked, parameters: stake, detail: 'has the request_id stake-1 already' },
    { id: 'stakes.unbond', after: [['stakes.stake', stake]], parameters: key, detail: 'unbond needs' },
    { id: 'stakes.unstake', after: staked, parameters: key, detail: 'unstake needs' },
    {
      id: 'delegations.create',
      after: ordered,
      parameters: delegation,
      detail: 'has the request_id delegation-1 already',
    },
    {
      id: 'delegations.send',
      after: [...ordered, ['delegations.fail', key]],
      parameters: key,
      detail: 'send needs',
    },
  ])

  testRejections(funded, 404, [
    { id: 'mpcWithdrawals.pay', parameters: key, detail: 'There is no MPC withdrawal 1' },
    { id: 'stakes.unbond', parameters: key, detail: 'There is no stake 1' },
    { id: 'delegations.send', parameters: key, detail: 'There is no delegation 1' },
  ])
})

test('every function of the control object is a call, too', async () => {
  const { control } = await createTestSandbox()
  const names = Object.entries<unknown>({ ...control }).flatMap(([name, field]) =>
    typeof field === 'function' ? [name] : Object.keys(Object(field)).map((each) => `${name}.${each}`),
  )
  expect(names.toSorted()).toEqual(
    Object.keys(controlCalls)
      // It describes the port, not the sandbox.
      .filter((each) => each !== 'calls.list')
      .toSorted(),
  )
})
