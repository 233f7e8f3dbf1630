// No read of the interface or of control shows a merchant the records of another one.
import { createCustody, type Custody } from '@custody-wallet/client'
import type { SealedId } from '@custody-wallet/encryption'
import { expect, test } from 'vitest'

import type { Control, Sandbox } from '../../src/index.ts'
import { createTestSandbox } from '../support/sandbox.ts'

/** Calls that change records. All others only read. */
type WriteOperation = 'cancelWithdrawal' | 'notifyDeposit' | 'notifyInternal' | 'registerAddresses'

/** Keys of the records of a merchant. */
interface RecordKeys {
  readonly appId: string
  readonly uid: number
  readonly email: string
  readonly withdrawal: string
  readonly mpcWithdrawal: string
  readonly stake: string
  readonly delegation: string
}

type ReadOperation = (custody: Custody, keys: RecordKeys) => Promise<unknown>

const reads: Readonly<Record<Exclude<SealedId, WriteOperation>, ReadOperation>> = {
  countAvailableAddresses: (custody) => custody.addresses.available({ symbol: 'BTC' }),
  findUser: (custody, { email }) => custody.users.find({ email }),
  getAccount: (custody, { uid }) => custody.accounts.get({ uid, symbol: 'BTC' }),
  getStakingDetails: (custody, { stake }) => custody.staking.details({ ids: [stake] }),
  listDelegations: (custody, { delegation }) => custody.delegations.list({ ids: [delegation] }),
  listMpcWithdrawals: (custody, { mpcWithdrawal }) => custody.mpcWithdrawals.list({ ids: [mpcWithdrawal] }),
  listNetworks: (custody) => custody.networks.list(),
  listStakes: (custody) => custody.staking.list({ max_id: '0' }),
  listWithdrawals: (custody, { withdrawal }) => custody.withdrawals.list({ ids: [withdrawal] }),
  pullWithdrawals: (custody) => custody.withdrawals.pull({ symbol: 'BTC' }),
  syncDeposits: (custody) => custody.deposits.sync({ max_id: '0' }),
  syncMinerFees: (custody) => custody.minerFees.sync(),
}

/** Reads of control by the app_id of a merchant. The others show the whole sandbox. */
const controlReads: Readonly<Record<string, (control: Control, appId: string, keys: RecordKeys) => Promise<unknown>>> =
  {
    'balances.explain': ({ balances }, appId, { uid }) => balances.explain({ appId, uid, symbol: 'BTC' }),
    'mpc.explain': ({ mpc }, appId) => mpc.explain({ appId, wallet: 7, symbol: 'BTC' }),
    'mpc.explain of a stake': ({ mpc }, appId) => mpc.explain({ appId, wallet: 7, symbol: 'BTC', staked: true }),
  }

const createClientOf = (sandbox: Sandbox, appId: string): Custody => createCustody(sandbox.merchant(appId).client)

/** Creates records of a merchant for each read. Their numbers differ from those of the other merchant. */
async function createRecords(sandbox: Sandbox, appId: string, count: 1 | 2): Promise<RecordKeys> {
  const { control } = sandbox
  const custody = createClientOf(sandbox, appId)
  const prefixName = (record: string) => `${appId}-${record}`
  const addresses = ['a', 'b', 'c', 'd'].slice(0, count + 1).map(prefixName)
  await custody.addresses.register({ symbol: 'BTC', addresses, memo: false })
  const email = `user@${appId}.example`
  const { uid } = await control.users.create({ appId, email })
  const { deposit_address: to } = await custody.accounts.get({ uid, symbol: 'BTC' })
  await control.chain.pay({ symbol: 'BTC', to, amount: `${count}` })
  for (const network of ['Tron', 'XRP Ledger'].slice(0, count)) await control.networks.open({ appId, network })
  for (const symbol of ['BTC', 'TRX']) await control.mpc.fund({ appId, wallet: 7, symbol, amount: `${100 * count}` })
  await control.chain.mine(20)
  const withdrawal = { requestId: prefixName('withdrawal'), uid, symbol: 'BTC', amount: '0.5', to: 'outside' }
  const { id } = await control.withdrawals.request({ appId, ...withdrawal })
  for (const by of ['merchant', 'platform'] as const) await control.withdrawals.audit({ id, by, decision: 'approve' })
  const wallet = { appId, wallet: 7 }
  const mpcWithdrawal = { requestId: prefixName('mpc'), symbol: 'BTC', amount: '1', to: 'outside' }
  await control.mpcWithdrawals.request({ ...wallet, ...mpcWithdrawal })
  const stake = { requestId: prefixName('stake'), symbol: 'BTC', amount: `${count}`, remark: '' }
  const staked = await control.stakes.stake({ ...wallet, ...stake })
  const delegation = {
    requestId: prefixName('delegation'),
    symbol: 'TRX',
    to: 'TReceiver',
    net: 345,
    energy: 65_000,
  }
  await control.delegations.create({ ...wallet, ...delegation })
  const fee = { symbol: 'USDT', amount: '5', fee: '0', confirm: 12, balance: '0' }
  await custody.notifications.internal({ ...fee, address_to: 'cold', txid: prefixName('txid') })
  await control.chain.mine(20)
  return {
    appId,
    uid,
    email,
    withdrawal: withdrawal.requestId,
    mpcWithdrawal: mpcWithdrawal.requestId,
    stake: `${staked.id}`,
    delegation: delegation.requestId,
  }
}

/** What a merchant sees of the records of some keys, by the name of the read. */
async function readAll(sandbox: Sandbox, appId: string, keys: RecordKeys): Promise<Readonly<Record<string, unknown>>> {
  const custody = createClientOf(sandbox, appId)
  const responses: Record<string, unknown> = {}
  const describeRejection = () => 'rejected'
  for (const [prefixName, read] of Object.entries(reads))
    responses[prefixName] = await read(custody, keys).catch(describeRejection)
  for (const [prefixName, read] of Object.entries(controlReads))
    responses[prefixName] = await read(sandbox.control, appId, keys).catch(describeRejection)
  return responses
}

// Restoring a merchant is faster than making its keys.
let shop: Promise<Uint8Array> | undefined

async function createShopSnapshot({ control }: Sandbox): Promise<Uint8Array> {
  await control.merchants.create({ appId: 'shop', profile: 'classic' })
  return control.snapshot()
}

test.each([
  ['demo-modern', 'demo-classic'],
  ['shop', 'demo-modern'],
  ['demo-classic', 'shop'],
])('no read shows records of %s to %s', async (owner, other) => {
  const sandbox = await createTestSandbox()
  if ([owner, other].includes('shop')) await sandbox.control.restore(await (shop ??= createShopSnapshot(sandbox)))
  const own = await createRecords(sandbox, other, 1)
  const snapshot = await sandbox.control.snapshot()
  const keys = await createRecords(sandbox, owner, 2)
  const toOwner = await readAll(sandbox, owner, keys)
  const toOther = [await readAll(sandbox, other, keys), await readAll(sandbox, other, own)]
  await sandbox.control.restore(snapshot)
  expect(toOther).toEqual([await readAll(sandbox, other, keys), await readAll(sandbox, other, own)])
  for (const [prefixName, response] of Object.entries(toOwner)) {
    expect([prefixName, response]).not.toEqual([prefixName, toOther[0]?.[prefixName]])
    for (const empty of ['rejected', []]) expect([prefixName, response]).not.toEqual([prefixName, empty])
  }
})
