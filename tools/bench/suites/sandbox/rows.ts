// Sandboxes with many rows, in a file or in a database.
import { DatabaseSync } from 'node:sqlite'

import { runSql } from '@custody-wallet/postgres'
import { createSandbox, type Sandbox, type SandboxOptions } from '@custody-wallet/sandbox'

/** A data file or the address of a database. */
export type DataLocation = string

/** A database with deposits, and their user. */
export interface FilledSandbox {
  readonly data: DataLocation
  readonly uid: number
}

const isDatabase = (location: DataLocation): boolean => location.startsWith('postgres://')

/** Opens a sandbox on a file or database. */
export const openSandbox = (location: DataLocation, options: SandboxOptions): Promise<Sandbox> =>
  createSandbox({ ...(isDatabase(location) ? { database: location } : { data: location }), ...options })

/** Makes a sandbox with one user, then adds that many credited deposits. */
export async function fillSandbox(data: DataLocation, directory: string, deposits: number): Promise<FilledSandbox> {
  const sandbox = await openSandbox(data, { directory })
  const uid = await createUserWithAddress(sandbox, 'demo-modern', 'address-1')
  await sandbox.close()
  await addDeposits(data, uid, deposits)
  return { data, uid }
}

export const getAccountPath = (uid: number): string => `/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`

/** A page of deposits after an id. */
export const getPagePath = (cursor: number): string => `/api/v2/billing/syncDepositList?max_id=${cursor}`

/** Makes a user of a merchant, who is assigned this deposit address. */
export async function createUserWithAddress(
  { control, plain }: Sandbox,
  appId: string,
  address: string,
): Promise<number> {
  const { uid } = await control.users.create({ appId, email: 'a@shop.example' })
  const headers = { 'content-type': 'application/json', 'app-id': appId }
  const body = JSON.stringify({ symbol: 'BTC', addresses: [address], memo: false })
  await plain(new Request('http://sandbox/api/v1/address/register', { method: 'POST', headers, body }))
  await plain(new Request(`http://sandbox${getAccountPath(uid)}`, { headers }))
  return uid
}

// The ids of transactions have 64 digits, as those of a chain.
const createDepositsSql = (table: string, uid: number, deposits: number): string => `
  insert into ${table} (app_id, request_id, uid, symbol, amount, credited, address_from, address_to, memo, txid,
    confirmations, source, shortage, confirmed, held, status, saas_status, company_status, created_at, updated_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${deposits})
  select 'demo-modern', 'request-' || n, ${uid}, 'BTC', '150000000', '150000000', 'outside', 'address-1', '',
    '${'0'.repeat(54)}' || (1000000000 + n), 3, 'chain', '0', 1, 0, 1, 1, 1, 1767225600000 + n, 1767225600000 + n
  from numbers`

async function addDeposits(location: DataLocation, uid: number, deposits: number): Promise<void> {
  if (isDatabase(location)) {
    await runSql(location, createDepositsSql('custody_sandbox.deposits', uid, deposits))
    await runSql(location, 'analyze')
    return
  }
  const database = new DatabaseSync(location)
  database.exec(createDepositsSql('deposits', uid, deposits))
  database.close()
}

/** A notification of a new deposit. */
export const createDeposit = (address_to: string, id: string) =>
  ({
    request_id: id,
    address_to,
    txid: id,
    amount: '1.5',
    confirm: 3,
    symbol: 'BTC',
    balance: '10',
    status: 1,
  }) as const
