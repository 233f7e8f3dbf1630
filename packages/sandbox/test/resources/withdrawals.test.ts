import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { findFaults } from '../support/invariants.ts'
import { appIds, createClient, createTestSandbox } from '../support/sandbox.ts'

const symbol = 'BTC'
const to = 'outside-1'

/** A user with one bitcoin. */
async function createFundedUser(appId: (typeof appIds)[number] = 'demo-modern') {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const custody = createClient(sandbox, appId)
  await custody.addresses.register({ symbol, addresses: ['address-1', 'address-2'], memo: false })
  const { uid } = await control.users.create({ appId, email: 'a@shop.example' })
  const { deposit_address } = await custody.accounts.get({ uid, symbol })
  await control.chain.pay({ symbol, to: deposit_address, amount: '1' })
  await control.chain.mine(3)
  const getBalances = async () => {
    const { normal_balance, lock_balance } = await custody.accounts.get({ uid, symbol })
    return [normal_balance, lock_balance]
  }
  let requests = 0
  const requestWithdrawal = async (amount = '0.5') => {
    const requestId = `request-${(requests += 1)}`
    const { id } = await control.withdrawals.request({ appId, uid, symbol, amount, to, requestId })
    return { id, requestId }
  }
  const getRecord = async (requestId: string) => (await custody.withdrawals.list({ ids: [requestId] })).at(0)
  return {
    sandbox,
    control,
    custody,
    appId,
    uid,
    balances: getBalances,
    request: requestWithdrawal,
    record: getRecord,
  }
}

/** Returns the message of a cancellation. */
async function cancelWithdrawal({ plain }: Sandbox, appId: string, cancellation: object): Promise<unknown> {
  const headers = { 'app-id': appId, 'content-type': 'application/json' }
  const body = JSON.stringify(cancellation)
  const response = await plain(new Request('http://sandbox/api/v1/withdraw/cancel', { method: 'POST', headers, body }))
  const { msg }: { msg: string } = JSON.parse(await response.text())
  return msg
}

async function expectSound({ control }: Sandbox): Promise<void> {
  expect(findFaults(await control.snapshot())).toEqual([])
}

describe.each(appIds)('a withdrawal of %s', (appId) => {
  test('waits for both audits, is pulled, paid and confirmed', async () => {
    const {
      sandbox,
      control,
      custody,
      balances: getBalances,
      request: requestWithdrawal,
      record: getRecord,
    } = await createFundedUser(appId)
    const { id, requestId } = await requestWithdrawal()
    expect(await getBalances()).toEqual(['0.4998', '0.5002'])
    expect(await getRecord(requestId)).toMatchObject({
      id,
      status: 0,
      saas_status: 0,
      amount: '0.5',
      withdraw_fee: '0.0002',
    })
    expect(await custody.withdrawals.pull({ symbol })).toEqual([])
    await control.withdrawals.audit({ id, by: 'platform', decision: 'approve' })
    expect(await getRecord(requestId)).toMatchObject({ status: 0, saas_status: 1, company_status: 0 })
    await control.withdrawals.audit({ id, by: 'merchant', decision: 'approve' })
    expect(await getRecord(requestId)).toMatchObject({ status: 1, saas_status: 1, company_status: 1 })
    const pending = { trans_id: id, symbol, amount: '0.5', fee: '0.0001', address_to: to }
    expect(await custody.withdrawals.pull({ symbol })).toEqual([pending])
    expect(await custody.withdrawals.pull({ symbol })).toEqual([pending])
    const { txid } = (await control.withdrawals.pay({ id })).values
    expect(await custody.withdrawals.pull({ symbol })).toEqual([])
    await control.chain.mine(2)
    expect(await getRecord(requestId)).toMatchObject({ status: 1, txid, confirmations: 2 })
    expect(await getBalances()).toEqual(['0.4998', '0.5002'])
    await control.chain.mine()
    expect(await getRecord(requestId)).toMatchObject({
      status: 5,
      txid,
      confirmations: 3,
      real_fee: '0.0001',
    })
    expect(await getBalances()).toEqual(['0.4998', '0'])
    await expectSound(sandbox)
  })

  test('that is cancelled releases its funds, and a retry succeeds', async () => {
    const {
      sandbox,
      custody,
      balances: getBalances,
      request: requestWithdrawal,
      record: getRecord,
    } = await createFundedUser(appId)
    const { id, requestId } = await requestWithdrawal()
    const cancellation = { symbol, trans_id: id, msg: 'the customer asked' }
    await custody.withdrawals.cancel(cancellation)
    expect(await getRecord(requestId)).toMatchObject({ status: 6 })
    expect(await getBalances()).toEqual(['1', '0'])
    await custody.withdrawals.cancel(cancellation)
    expect(await getBalances()).toEqual(['1', '0'])
    await expectSound(sandbox)
  })

  test('of another merchant or coin cannot be cancelled', async () => {
    const { sandbox, request: requestWithdrawal, balances: getBalances } = await createFundedUser(appId)
    const { id } = await requestWithdrawal()
    const other = appId === 'demo-modern' ? 'demo-classic' : 'demo-modern'
    for (const [caller, coin] of [
      [other, symbol],
      [appId, 'ETH'],
    ] as const)
      expect(await cancelWithdrawal(sandbox, caller, { symbol: coin, trans_id: id, msg: '' })).toContain(
        'withdrawal-exists: ',
      )
    expect(await getBalances()).toEqual(['0.4998', '0.5002'])
  })
})

describe('a withdrawal', () => {
  test.each([
    ['withdrawal-minimum', { amount: '0.0004' }],
    ['withdrawal-maximum', { amount: '100.1' }],
    ['amount-precision', { amount: '0.123456789' }],
    ['withdrawal-funds', { amount: '0.9999' }],
    ['withdrawal-address', { to: '' }],
    ['user-exists', { uid: 99 }],
    ['coin-known', { symbol: 'DOGE' }],
  ])('is rejected by the rule %s', async (rule, change) => {
    const { sandbox, control, uid, balances: getBalances } = await createFundedUser()
    const input = { uid, symbol, amount: '0.5', to, ...change }
    await expect(control.withdrawals.request(input)).rejects.toThrow(`${rule}: `)
    expect(await getBalances()).toEqual(['1', '0'])
    await expectSound(sandbox)
  })

  test('has a unique request_id', async () => {
    const { control, uid, balances: getBalances } = await createFundedUser()
    const input = { uid, symbol, amount: '0.1', to, requestId: 'request-1' }
    await control.withdrawals.request(input)
    await expect(control.withdrawals.request(input)).rejects.toThrow(
      'withdrawal-request: withdrawal 1 has the request_id request-1',
    )
    expect(await getBalances()).toEqual(['0.8998', '0.1002'])
  })

  test.each(['platform', 'merchant'] as const)('that the %s rejects releases its funds', async (by) => {
    const {
      sandbox,
      control,
      request: requestWithdrawal,
      record: getRecord,
      balances: getBalances,
    } = await createFundedUser()
    const { id, requestId } = await requestWithdrawal()
    await control.withdrawals.audit({ id, by, decision: 'reject' })
    expect(await getRecord(requestId)).toMatchObject({ status: 2 })
    expect(await getBalances()).toEqual(['1', '0'])
    await expectSound(sandbox)
  })

  test('that was sent cannot be cancelled and stays paid', async () => {
    const { sandbox, control, appId, request: requestWithdrawal, balances: getBalances } = await createFundedUser()
    const { id } = await requestWithdrawal()
    await control.time.advance('1m')
    await control.withdrawals.pay({ id })
    expect(await cancelWithdrawal(sandbox, appId, { symbol, trans_id: id, msg: '' })).toContain('withdrawal-unsent: ')
    await control.chain.mine(3)
    expect(await getBalances()).toEqual(['0.4998', '0'])
    await expect(control.withdrawals.fail({ id })).rejects.toThrow('withdrawal 1 is succeeded: fail needs paying.')
    await expectSound(sandbox)
  })

  test('is approved automatically, and waits for its merchant to pay', async () => {
    const { control, custody, request: requestWithdrawal, record: getRecord } = await createFundedUser()
    const { requestId } = await requestWithdrawal()
    await control.time.advance('59s')
    expect(await getRecord(requestId)).toMatchObject({ status: 0 })
    await control.time.advance('1s')
    expect(await getRecord(requestId)).toMatchObject({ status: 1, saas_status: 1, company_status: 1 })
    await control.time.advance('1d')
    expect(await getRecord(requestId)).toMatchObject({ status: 1, txid: '' })
    expect(await custody.withdrawals.pull({ symbol })).toHaveLength(1)
  })

  test('that is held does not advance until it is released', async () => {
    const { control, request: requestWithdrawal, record: getRecord } = await createFundedUser()
    const { id, requestId } = await requestWithdrawal()
    expect(await control.withdrawals.hold({ id })).toMatchObject({ values: { held: 1 } })
    await control.time.advance('1h')
    expect(await getRecord(requestId)).toMatchObject({ status: 0 })
    await control.withdrawals.release({ id })
    await control.time.advance('1m')
    expect(await getRecord(requestId)).toMatchObject({ status: 1 })
  })

  test('changes only by the transitions of its table', async () => {
    const { control, request: requestWithdrawal } = await createFundedUser()
    const { id } = await requestWithdrawal()
    await expect(control.withdrawals.pay({ id })).rejects.toThrow(`withdrawal ${id} is reviewing: pay needs paying.`)
    expect(await control.withdrawals.check({ id })).toMatchObject({ state: 'checking' })
    expect(await control.withdrawals.escalate({ id })).toMatchObject({ state: 'escalated' })
    expect(await control.withdrawals.accept({ id })).toMatchObject({ state: 'reviewing' })
    await control.time.advance('1m')
    expect(await control.withdrawals.fail({ id, reason: 'no route' })).toMatchObject({
      state: 'failed',
      values: { reason: 'no route' },
    })
    await expect(control.withdrawals.hold({ id: 99 })).rejects.toThrow('There is no withdrawal 99')
  })

  test('to another user of the sandbox becomes a deposit of that user', async () => {
    const { sandbox, control, custody, uid } = await createFundedUser()
    const other = await control.users.create({ email: 'b@shop.example' })
    const { deposit_address } = await custody.accounts.get({ uid: other.uid, symbol })
    const { id } = await control.withdrawals.request({ uid, symbol, amount: '0.5', to: deposit_address })
    await control.time.advance('1m')
    const { txid } = (await control.withdrawals.pay({ id })).values
    await control.chain.mine(3)
    expect((await custody.deposits.sync({ max_id: '1' })).at(0)).toMatchObject({
      uid: other.uid,
      txid,
      amount: '0.5',
    })
    expect(await custody.accounts.get({ uid: other.uid, symbol })).toMatchObject({ normal_balance: '0.5' })
    await expectSound(sandbox)
  })

  test('is one of the latest 20 that a pull returns', async () => {
    const { control, custody, request: requestWithdrawal } = await createFundedUser()
    const ids: number[] = []
    for (let each = 0; each < 22; each += 1) ids.push((await requestWithdrawal('0.001')).id)
    await control.time.advance('1m')
    const pulled = await custody.withdrawals.pull({ symbol })
    expect(pulled.map(({ trans_id }) => trans_id)).toEqual(ids.slice(2))
  })
})

describe('the timer of a withdrawal', () => {
  test('does not pay once its merchant pays', async () => {
    const { control, custody, appId, request: requestWithdrawal, record: getRecord } = await createFundedUser()
    await control.merchants.update({ appId, payer: 'platform' })
    const { id, requestId } = await requestWithdrawal()
    await control.time.advance('1m')
    await control.merchants.update({ appId, payer: 'merchant' })
    await control.time.advance('1h')
    expect(await getRecord(requestId)).toMatchObject({ status: 1, txid: '' })
    expect(await custody.withdrawals.pull({ symbol })).toMatchObject([{ trans_id: id }])
  })

  test('does nothing once its coin is in the mode manual', async () => {
    const { control, request: requestWithdrawal, record: getRecord } = await createFundedUser()
    const { requestId } = await requestWithdrawal()
    await control.coins.update({ symbol, mode: 'manual' })
    await control.time.advance('1h')
    expect(await getRecord(requestId)).toMatchObject({ status: 0 })
  })
})
