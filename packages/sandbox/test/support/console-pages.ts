// Every page of the console, of a sandbox that has every kind of record and every outcome of a call.
import { controlCalls } from '../../src/generated/calls.ts'
import type { Sandbox } from '../../src/index.ts'
import { recordKinds } from '../../src/records/kinds.ts'
import { listNames } from '../../src/states/table.ts'
import { createPopulatedSandbox } from './populated.ts'
import { createClient } from './sandbox.ts'

/** A move of coins on the chain that costs a miner fee. */
const collectionNotification = {
  txid: 'txid-9',
  symbol: 'BTC',
  amount: '0.5',
  confirm: 6,
  balance: '0',
  address_from: 'user-1',
  address_to: 'cold-wallet',
  fee: '0',
} as const

/** A sandbox, and the paths of its pages below `/console`. */
export interface PagesFixture {
  readonly sandbox: Sandbox
  readonly paths: readonly string[]
}

export async function createAllPages(): Promise<PagesFixture> {
  const { sandbox, knownValues: known } = await createPopulatedSandbox()
  const uid = Number(known['uid']?.[0])
  await makeRequests(sandbox, uid)
  const lists = listNames(recordKinds).map((kind) => `/records/${kind}`)
  return {
    sandbox,
    paths: [
      '/',
      ...lists,
      ...(await listRecordPaths(sandbox)),
      `/balance?uid=${uid}&symbol=BTC`,
      '/requests',
      '/requests?outcome=unread&appId=unknown-shop',
      ...(await sandbox.control.requests.list({ before: 7 })).map(({ id }) => `/requests/${id}`),
      '/notifications',
      '/notifications/1',
      '/actions',
      ...listNames(controlCalls).map((id) => `/actions/${id}`),
      '/faults',
      '/message',
      '/chain',
      '/merchant',
      '/data',
      '/keys',
      '/nowhere',
      '/records/nothing',
      '/records/deposit/999',
    ],
  }
}

/** The page of one record of every kind. */
const listRecordPaths = (sandbox: Sandbox): Promise<readonly string[]> =>
  Promise.all(
    listNames(recordKinds).map(async (kind) => {
      const [record] = await sandbox.control.records.list({ kind, limit: 1 })
      if (record) return `/records/${kind}/${record.id}`
      throw new Error(`The sandbox has no ${kind}.`)
    }),
  )

/** Calls on both views: accepted, rejected, unread, and one on which a fault acts. */
async function makeRequests(sandbox: Sandbox, uid: number): Promise<void> {
  const custody = createClient(sandbox)
  const callPlain = (query: string) =>
    sandbox.plain(new Request(`http://sandbox/api/v2/account/getByUidAndSymbol?${query}`))
  await custody.notifications.internal(collectionNotification)
  await custody.accounts.get({ uid, symbol: 'BTC' })
  await custody.accounts.get({ uid: 999_999, symbol: 'BTC' }).catch(() => {})
  await callPlain(`uid=${uid}&symbol=BTC`)
  await callPlain('uid=none')
  await sandbox.wire(new Request('http://sandbox/api/v2/user/info?app_id=demo-modern&data=AAAA'))
  await sandbox.control.faults.add({ kind: 'status', operation: 'getAccount', status: 503, times: 1 })
  await callPlain(`uid=${uid}&symbol=BTC`)
}
