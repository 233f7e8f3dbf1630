import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { listMoves, createSandboxInMode, getWallet } from '../support/mpc.ts'
import { appIds, createClient, createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const order = { requestId: 'dlg-1', wallet: 7, symbol: 'TRX', to: 'TReceiver', net: 345, energy: 65_000 }

async function fundSandbox(sandbox: Sandbox): Promise<Sandbox> {
  for (const appId of appIds) {
    await sandbox.control.networks.open({ appId, network: 'Tron' })
    await sandbox.control.mpc.fund({ appId, wallet: 7, symbol: 'TRX', amount: '100' })
  }
  return sandbox
}

const getDelegation = async (sandbox: Sandbox) => {
  const [record] = await createClient(sandbox).delegations.list({ ids: ['dlg-1'] })
  return record
}

test('a delegation in the mode timed is sent after 30 seconds, and paid once the chain confirms it', async () => {
  const sandbox = await fundSandbox(await createTestSandbox())
  expect(await sandbox.control.delegations.create(order)).toMatchObject({ state: 'ordered', values: { net_txid: '' } })
  // 345 * 0.0004 + 65000 * 0.00009 = 5.988, and 5 % of that is 0.2994.
  expect(await getWallet(sandbox, 'TRX')).toMatchObject({ available: '93.7126', locked: '6.2874' })
  await sandbox.control.time.advance('30s')
  expect(await getDelegation(sandbox)).toMatchObject({ status: 3 })
  await sandbox.control.time.advance('1m')
  const record = await getDelegation(sandbox)
  expect(record).toMatchObject({
    request_id: 'dlg-1',
    address_to: 'TReceiver',
    contract_address: '',
    service_charge_rate: '0.05',
    service_charge: '0.2994',
    resource_type: 0,
    buy_type: 1,
    net_num: 345,
    energy_num: 65_000,
    net_price: '0.0004',
    energy_price: '0.00009',
    status: 1,
  })
  expect(record?.net_txid).toMatch(/^[0-9a-f]{64}$/)
  expect(record?.energy_txid).toMatch(/^[0-9a-f]{64}$/)
  expect(record?.energy_txid).not.toBe(record?.net_txid)
  expect(await getWallet(sandbox, 'TRX')).toMatchObject({ available: '93.7126', locked: '0' })
})

test('a delegation in the mode instant completes at once', async () => {
  const sandbox = await fundSandbox(await createSandboxInMode('instant'))
  expect(await sandbox.control.delegations.create(order)).toMatchObject({ state: 'delegated' })
})

test('a delegation in the mode manual waits for control', async () => {
  const sandbox = await fundSandbox(await createSandboxInMode('manual'))
  const { delegations, time, chain } = sandbox.control
  await delegations.create(order)
  await time.advance('1h')
  expect(await getDelegation(sandbox)).toMatchObject({ status: 0 })
  await delegations.send({ id: 1 })
  await chain.mine(19)
  expect(await getDelegation(sandbox)).toMatchObject({ status: 1 })
})

test('an order of one resource has one transaction', async () => {
  const sandbox = await fundSandbox(await createSandboxInMode('instant'))
  const { values } = await sandbox.control.delegations.create({ ...order, energy: 0 })
  expect([values['net_txid'] === '', values['energy_txid'] === '']).toEqual([false, true])
})

test('the service charge is rounded up to the smallest unit of the coin', async () => {
  const sandbox = await fundSandbox(await createTestSandbox())
  const facts = {
    ...order,
    net: 1,
    energy: 0,
    netPrice: '0.000001',
    serviceChargeRate: '0.000000000000000001',
  }
  expect(await sandbox.control.delegations.create(facts)).toMatchObject({ values: { service_charge: '0.000001' } })
})

test.each([[[]], [['send']]] as const)('a delegation that fails after %j returns its funds', async (before) => {
  const sandbox = await fundSandbox(await createTestSandbox())
  const { delegations, time } = sandbox.control
  const { id } = await delegations.create(order)
  for (const each of before) await delegations[each]({ id })
  expect(await delegations.fail({ id })).toMatchObject({ state: 'failed' })
  await time.advance('1h')
  expect(await getDelegation(sandbox)).toMatchObject({ status: 2 })
  expect(await getWallet(sandbox, 'TRX')).toMatchObject({ available: '100', locked: '0' })
  expect(await listMoves(sandbox, 'TRX')).toEqual([
    'posted 100 funded by control',
    'pending -5.988 price of a delegation',
    'pending -0.2994 service charge of a delegation',
    'voided -5.988 delegation failed',
    'voided -0.2994 delegation failed',
  ])
})

describe('control rejects', () => {
  const getSandbox = useSharedSandbox(fundSandbox)

  test.each([
    ['more than the wallet has', { energy: 1_111_112 }, /^wallet 7 has 100000000 of the smallest units of TRX/],
    ['a charge that the wallet cannot pay', { net: 250_000, energy: 0 }, /^wallet 7 has 0 of the smallest/],
    ['no resource', { net: 0, energy: 0 }, /order net or energy of at least 1/],
    ['a negative number', { net: -1 }, /net and energy must be integers from 0, not -1/],
    ['a part of a resource', { energy: 0.5 }, /net and energy must be integers from 0, not 0.5/],
    ['a negative price', { netPrice: '-1' }, /A price must be 0 or more, not -1/],
    ['a negative rate', { serviceChargeRate: '-1' }, /serviceChargeRate must be 0 or more, not -1/],
    ['a price that is not a decimal', { netPrice: 'free' }, /must be a decimal such as 0.5, not free/],
    ['a closed network', { symbol: 'XRP' }, /XRP Ledger is not open for demo-modern/],
    ['a request_id with a comma', { requestId: 'a,b' }, /contain a comma/],
  ])('%s', async (_, changed, message) => {
    const sandbox = getSandbox()
    await expect(sandbox.control.delegations.create({ ...order, ...changed })).rejects.toThrow(message)
    expect(await getWallet(sandbox, 'TRX')).toMatchObject({ available: '100', locked: '0' })
  })

  test('an event that is not possible, a used request_id and an unknown delegation', async () => {
    const { control } = await fundSandbox(await createTestSandbox())
    await control.delegations.create(order)
    await control.delegations.fail({ id: 1 })
    await expect(control.delegations.send({ id: 1 })).rejects.toThrow('delegation 1 is failed: send needs ordered.')
    await expect(control.delegations.create(order)).rejects.toThrow(
      'delegation 1 has the request_id dlg-1 already: use a new one.',
    )
    await expect(control.delegations.fail({ id: 9 })).rejects.toThrow('There is no delegation 9:')
  })
})

test.each(appIds)('listDelegations of %s returns its own records, without unknown ids', async (appId) => {
  const sandbox = await fundSandbox(await createTestSandbox())
  for (const owner of appIds)
    for (const requestId of [owner, 'shared'])
      await sandbox.control.delegations.create({ ...order, appId: owner, requestId })
  const { delegations } = createClient(sandbox, appId)
  const records = await delegations.list({ ids: ['unknown', 'shared', 'demo-modern', 'demo-classic'] })
  expect(records.map(({ request_id }) => request_id)).toEqual([appId, 'shared'])
})
