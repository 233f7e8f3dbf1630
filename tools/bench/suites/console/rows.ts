// Data files in which every list of the console has the same number of rows.
import { DatabaseSync } from 'node:sqlite'

import { createSandbox } from '@custody-wallet/sandbox'

import { createUserWithAddress } from '../sandbox/rows.ts'

const appId = 'demo-modern'

/** Tables of the lists by the name of the list, each with its columns whose values differ from row to row. */
const tables: Readonly<Record<string, { readonly table: string; readonly distinct: readonly string[] }>> = {
  user: { table: 'users', distinct: ['email'] },
  address: { table: 'addresses', distinct: ['address'] },
  account: { table: 'ledger_accounts', distinct: ['owner'] },
  deposit: { table: 'deposits', distinct: ['request_id', 'txid'] },
  withdrawal: { table: 'withdrawals', distinct: ['request_id', 'txid'] },
  miner_fee: { table: 'miner_fees', distinct: ['txid'] },
  mpc_withdrawal: { table: 'mpc_withdrawals', distinct: ['request_id', 'txid'] },
  stake: { table: 'stakes', distinct: ['request_id'] },
  delegation: { table: 'delegations', distinct: ['request_id'] },
  notification: { table: 'notifications', distinct: ['subject'] },
}

/** Names of the lists. */
export const lists: readonly string[] = Object.keys(tables)

/** Creates a data file with one record of each type, and copies each of them `count` times. */
export async function fillLists(data: string, directory: string, count: number): Promise<void> {
  await createFirstRows(data, directory)
  const database = new DatabaseSync(data)
  database.exec('pragma synchronous = off')
  // A sandbox sends waiting notifications when it starts.
  database.exec("update notifications set state = 'delivered'")
  for (const { table, distinct } of Object.values(tables)) {
    const { changes } = database.prepare(createCopiesSql(database, table, distinct, count)).run()
    if (changes !== count) throw new Error(`${table} got ${changes} rows instead of ${count}.`)
  }
  database.close()
}

async function createFirstRows(data: string, directory: string): Promise<void> {
  const sandbox = await createSandbox({ data, directory })
  const { control, plain } = sandbox
  const uid = await createUserWithAddress(sandbox, appId, 'address-1')
  await control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1:9/shop'] })
  await control.chain.pay({ symbol: 'BTC', to: 'address-1', amount: '5' })
  await control.chain.mine(6)
  await control.withdrawals.request({ appId, uid, requestId: 'w', symbol: 'BTC', amount: '1', to: 'outside' })
  const wallet = { appId, wallet: 7 }
  for (const network of ['Bitcoin', 'Tron']) await control.networks.open({ appId, network })
  for (const symbol of ['BTC', 'TRX']) await control.mpc.fund({ ...wallet, symbol, amount: '1000' })
  await control.mpcWithdrawals.request({ ...wallet, symbol: 'BTC', amount: '1', to: 'b', requestId: 'w' })
  await control.stakes.stake({ ...wallet, symbol: 'BTC', amount: '1', requestId: 's' })
  await control.delegations.create({ ...wallet, symbol: 'TRX', to: 'b', net: 9, requestId: 'd' })
  const headers = { 'content-type': 'application/json', 'app-id': appId }
  const url = 'http://sandbox/api/v1/internal/notify'
  const moved = { txid: 't', symbol: 'BTC', amount: '1', confirm: 6, balance: '0', fee: '0' }
  const body = JSON.stringify({ ...moved, address_from: 'a', address_to: 'cold' })
  await plain(new Request(url, { method: 'POST', headers, body }))
  await sandbox.close()
}

/** A statement that copies the newest row of a table. */
function createCopiesSql(database: DatabaseSync, table: string, distinct: readonly string[], count: number): string {
  const columns = database
    .prepare('select name, pk from pragma_table_info(?)')
    .all(table)
    .filter(({ pk }) => pk === 0)
    .map(({ name }) => String(name))
  const values = columns.map((name) => (distinct.includes(name) ? `${name} || '-' || n` : name))
  const newest = `(select * from ${table} where app_id = '${appId}' order by rowid desc limit 1)`
  return `insert into ${table} (${columns.join(', ')})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select ${values.join(', ')} from ${newest}, numbers`
}
