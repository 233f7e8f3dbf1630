// A sandbox with all types of records, so that generated ids sometimes exist.
import type { Parameters } from '@custody-wallet/types'

import type { Sandbox } from '../../src/index.ts'
import { appIds, createClient, createTestSandbox, start } from './sandbox.ts'
import type { KnownValues } from './values.ts'

const symbols = ['BTC', 'ETH', 'USDT', 'TRX', 'XRP'] as const

interface FilledData {
  readonly snapshot: Uint8Array
  readonly uids: readonly number[]
}

// Filling a sandbox takes longer than the calls of a short test.
let filledData: Promise<FilledData> | undefined

/** A sandbox with data of both demo merchants, and the values that name them. */
export async function createPopulatedSandbox(): Promise<{
  readonly sandbox: Sandbox
  readonly knownValues: KnownValues
}> {
  const sandbox = await createTestSandbox()
  const { snapshot, uids } = await (filledData ??= fillSandbox(sandbox))
  await sandbox.control.restore(snapshot)
  return { sandbox, knownValues: { ...knownNames, uid: uids, ids } }
}

async function fillSandbox(sandbox: Sandbox): Promise<FilledData> {
  const uids: number[] = []
  for (const appId of appIds) uids.push(await populate(sandbox, appId))
  return { snapshot: await sandbox.control.snapshot(), uids }
}

async function populate(sandbox: Sandbox, appId: (typeof appIds)[number]): Promise<number> {
  const { control } = sandbox
  const custody = createClient(sandbox, appId)
  const { uid } = await control.users.create({ appId, email: 'a@shop.example', country: '86', mobile: '555' })
  const deposits: number[] = []
  for (const symbol of symbols) {
    await custody.addresses.register({
      symbol,
      addresses: listAddresses(symbol, appId),
      memo: symbol === 'XRP',
    })
    const { deposit_address: to } = await custody.accounts.get({ uid, symbol })
    const memo = symbol === 'XRP' ? String(uid) : ''
    deposits.push((await control.chain.pay({ symbol, to, amount: '500', memo })).deposit ?? 0)
  }
  await control.chain.mine(20)
  for (const requestId of ['wd-1', 'wd-2', 'wd-3'])
    await control.withdrawals.request({ appId, uid, requestId, symbol: 'BTC', amount: '1', to: 'outside' })
  for (const symbol of ['BTC', 'TRX']) await control.mpc.fund({ appId, wallet: 7, symbol, amount: '1000' })
  for (const network of ['Bitcoin', 'Tron']) await control.networks.open({ appId, network })
  const wallet = { appId, wallet: 7 }
  await control.faults.add({ kind: 'latency', operation: 'getToken', milliseconds: 0 })
  await control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1:9/shop'] })
  await control.notifications.send({ appId, deposits: [deposits[0] ?? 0], delay: '300d' })
  await control.mpcWithdrawals.request({ ...wallet, symbol: 'BTC', amount: '1', to: 'b', requestId: 'wd-1' })
  await control.stakes.stake({ ...wallet, symbol: 'BTC', amount: '1', requestId: 'wd-2' })
  await control.delegations.create({ ...wallet, symbol: 'TRX', to: 'b', net: 9, requestId: 'wd-3' })
  return uid
}

const listAddresses = (symbol: string, appId: string): readonly string[] =>
  symbol === 'XRP' ? [`${appId}-XRP`] : [`${appId}-${symbol}-1`, `${appId}-${symbol}-2`]

const addresses = appIds.flatMap((appId) => [`${appId}-BTC-1`, `${appId}-BTC-1`, `${appId}-XRP`])
const ids = ['wd-1', 'wd-2', 'wd-3', '1', '2', '3']

// Each belongs to one deposit, so a few would soon be used up.
const requestIds = Array.from({ length: 40 }, (_, at) => `request-${at}`)

const knownNames: KnownValues = {
  symbol: ['BTC', 'BTC', 'BTC', ...symbols, 'btc'],
  network: ['Bitcoin', 'Tron', 'bitcoin'],
  name: ['Bitcoin', 'Tron', 'bitcoin', 'first-deposit'],
  address_to: addresses,
  to: addresses,
  txid: ['txid-1', 'txid-2'],
  request_id: [...Array.from({ length: 20 }, () => 'wd-1'), ...requestIds],
  trans_id: [1, 2, 3, 4],
  email: ['a@shop.example'],
  mobile: ['555'],
  country: ['86'],
  appId: [...appIds, 'shop-1', 'shop-2'],
  duration: [0, 5, '90s', '1h', '30d'],
  time: [start, start + 1, start + 86_400_000],
  limit: [1, 50],
  deposits: [1, 1, 1, 6],
  copies: [1, 2, 3],
}

const transactionFacts = { txid: 'txid-3', symbol: 'BTC', amount: '0.5', confirm: 6, balance: '0' } as const

/** Calls that succeed for the first merchant, because generated parameters rarely do. */
export const successfulParameters: Partial<Parameters> = {
  cancelWithdrawal: { trans_id: 1, symbol: 'BTC', msg: 'cancelled' },
  notifyDeposit: {
    ...transactionFacts,
    request_id: 'request-0',
    address_to: `${appIds[0]}-BTC-1`,
    status: 1,
  },
  notifyInternal: { ...transactionFacts, address_to: 'cold-wallet', fee: '0' },
}
