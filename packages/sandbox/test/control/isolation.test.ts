// Two merchants never see each other's records: in every read of the interface, and in every read of control.
import { createCustody, type Custody } from '@custody-wallet/client'
import type { SealedId } from '@custody-wallet/encryption'
import { expect, test } from 'vitest'

import type { Control, Sandbox } from '../../src/index.ts'
import { freshSandbox } from '../support/sandbox.ts'

/** Calls that change records. All others are reads. */
type Write = 'cancelWithdrawal' | 'notifyDeposit' | 'notifyInternal' | 'registerAddresses'

/** What names the records of a merchant. */
interface Keys {
  readonly appId: string
  readonly uid: number
  readonly email: string
  readonly withdrawal: string
  readonly mpcWithdrawal: string
  readonly stake: string
  readonly delegation: string
}

type Read = (custody: Custody, keys: Keys) => Promise<unknown>

const reads: Readonly<Record<Exclude<SealedId, Write>, Read>> = {
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
const controlReads: Readonly<
  Record<string, (control: Control, appId: string, keys: Keys) => Promise<unknown>>
> = {
  'balances.explain': ({ balances }, appId, { uid }) => balances.explain({ appId, uid, symbol: 'BTC' }),
  'mpc.explain': ({ mpc }, appId) => mpc.explain({ appId, wallet: 7, symbol: 'BTC' }),
  'mpc.explain of a stake': ({ mpc }, appId) =>
    mpc.explain({ appId, wallet: 7, symbol: 'BTC', staked: true }),
}

const custodyOf = (sandbox: Sandbox, appId: string): Custody => createCustody(sandbox.merchant(appId).client)

/** Gives a merchant records for each read. Numbers tell them apart from those of another merchant. */
async function recordsOf(sandbox: Sandbox, appId: string, count: 1 | 2): Promise<Keys> {
  const { control } = sandbox
  const custody = custodyOf(sandbox, appId)
  const name = (record: string) => `${appId}-${record}`
  const addresses = ['a', 'b', 'c', 'd'].slice(0, count + 1).map(name)
  await custody.addresses.register({ symbol: 'BTC', addresses, memo: false })
  const email = `user@${appId}.example`
  const { uid } = await control.users.create({ appId, email })
  const { deposit_address: to } = await custody.accounts.get({ uid, symbol: 'BTC' })
  await control.chain.pay({ symbol: 'BTC', to, amount: `${count}` })
  for (const network of ['Tron', 'XRP Ledger'].slice(0, count))
    await control.networks.open({ appId, network })
  for (const symbol of ['BTC', 'TRX'])
    await control.mpc.fund({ appId, wallet: 7, symbol, amount: `${100 * count}` })
  await control.chain.mine(20)
  const withdrawal = { requestId: name('withdrawal'), uid, symbol: 'BTC', amount: '0.5', to: 'outside' }
  const { id } = await control.withdrawals.request({ appId, ...withdrawal })
  for (const by of ['merchant', 'platform'] as const)
    await control.withdrawals.audit({ id, by, decision: 'approve' })
  const wallet = { appId, wallet: 7 }
  const mpcWithdrawal = { requestId: name('mpc'), symbol: 'BTC', amount: '1', to: 'outside' }
  await control.mpcWithdrawals.request({ ...wallet, ...mpcWithdrawal })
  const stake = { requestId: name('stake'), symbol: 'BTC', amount: `${count}`, remark: '' }
  const staked = await control.stakes.stake({ ...wallet, ...stake })
  const delegation = {
    requestId: name('delegation'),
    symbol: 'TRX',
    to: 'TReceiver',
    net: 345,
    energy: 65_000,
  }
  await control.delegations.create({ ...wallet, ...delegation })
  const fee = { symbol: 'USDT', amount: '5', fee: '0', confirm: 12, balance: '0' }
  await custody.notifications.internal({ ...fee, address_to: 'cold', txid: name('txid') })
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
async function shownTo(
  sandbox: Sandbox,
  appId: string,
  keys: Keys,
): Promise<Readonly<Record<string, unknown>>> {
  const custody = custodyOf(sandbox, appId)
  const answers: Record<string, unknown> = {}
  const refused = () => 'refused'
  for (const [name, read] of Object.entries(reads)) answers[name] = await read(custody, keys).catch(refused)
  for (const [name, read] of Object.entries(controlReads))
    answers[name] = await read(sandbox.control, appId, keys).catch(refused)
  return answers
}

// Making the keys of a merchant takes longer than to restore it.
let shop: Promise<Uint8Array> | undefined

async function snapshotOfShop({ control }: Sandbox): Promise<Uint8Array> {
  await control.merchants.create({ appId: 'shop', profile: 'classic' })
  return control.snapshot()
}

test.each([
  ['demo-modern', 'demo-classic'],
  ['shop', 'demo-modern'],
  ['demo-classic', 'shop'],
])('no read shows records of %s to %s', async (owner, other) => {
  const sandbox = await freshSandbox()
  if ([owner, other].includes('shop')) await sandbox.control.restore(await (shop ??= snapshotOfShop(sandbox)))
  const own = await recordsOf(sandbox, other, 1)
  const snapshot = await sandbox.control.snapshot()
  const keys = await recordsOf(sandbox, owner, 2)
  const toOwner = await shownTo(sandbox, owner, keys)
  const toOther = [await shownTo(sandbox, other, keys), await shownTo(sandbox, other, own)]
  await sandbox.control.restore(snapshot)
  expect(toOther).toEqual([await shownTo(sandbox, other, keys), await shownTo(sandbox, other, own)])
  for (const [name, answer] of Object.entries(toOwner)) {
    expect([name, answer]).not.toEqual([name, toOther[0]?.[name]])
    for (const empty of ['refused', []]) expect([name, answer]).not.toEqual([name, empty])
  }
})
