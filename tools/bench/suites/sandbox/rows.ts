// Sandboxes with many rows, in a file or in a database.
import { DatabaseSync } from 'node:sqlite'

import { runAt } from '@custody-wallet/postgres'
import { createSandbox, type Sandbox, type SandboxOptions } from '@custody-wallet/sandbox'

/** A data file or the address of a database. */
export type Place = string

/** A place with deposits, and the user who has them. */
export interface Filled {
  readonly data: Place
  readonly uid: number
}

const isDatabase = (place: Place): boolean => place.startsWith('postgres://')

/** Opens a sandbox on a place. */
export const openedAt = (place: Place, options: SandboxOptions): Promise<Sandbox> =>
  createSandbox({ ...(isDatabase(place) ? { database: place } : { data: place }), ...options })

/** Makes a sandbox with one user, then adds that many credited deposits. */
export async function filled(data: Place, directory: string, deposits: number): Promise<Filled> {
  const sandbox = await openedAt(data, { directory })
  const uid = await userWithAddress(sandbox, 'demo-modern', 'address-1')
  await sandbox.close()
  await addDeposits(data, uid, deposits)
  return { data, uid }
}

export const accountPath = (uid: number): string => `/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`

/** A page of deposits after an id. */
export const pagePath = (cursor: number): string => `/api/v2/billing/syncDepositList?max_id=${cursor}`

/** Makes a user of a merchant, who is assigned this deposit address. */
export async function userWithAddress(
  { control, plain }: Sandbox,
  appId: string,
  address: string,
): Promise<number> {
  const { uid } = await control.users.create({ appId, email: 'a@shop.example' })
  const headers = { 'content-type': 'application/json', 'app-id': appId }
  const body = JSON.stringify({ symbol: 'BTC', addresses: [address], memo: false })
  await plain(new Request('http://sandbox/api/v1/address/register', { method: 'POST', headers, body }))
  await plain(new Request(`http://sandbox${accountPath(uid)}`, { headers }))
  return uid
}

// The ids of transactions have 64 digits, as those of a chain.
const depositsSql = (table: string, uid: number, deposits: number): string => `
  insert into ${table} (app_id, request_id, uid, symbol, amount, credited, address_from, address_to, memo, txid,
    confirmations, source, shortage, confirmed, held, status, saas_status, company_status, created_at, updated_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${deposits})
  select 'demo-modern', 'request-' || n, ${uid}, 'BTC', '150000000', '150000000', 'outside', 'address-1', '',
    '${'0'.repeat(54)}' || (1000000000 + n), 3, 'chain', '0', 1, 0, 1, 1, 1, 1767225600000 + n, 1767225600000 + n
  from numbers`

async function addDeposits(place: Place, uid: number, deposits: number): Promise<void> {
  if (isDatabase(place)) {
    await runAt(place, depositsSql('custody_sandbox.deposits', uid, deposits))
    await runAt(place, 'analyze')
    return
  }
  const database = new DatabaseSync(place)
  database.exec(depositsSql('deposits', uid, deposits))
  database.close()
}

/** A notification of a new deposit. */
export const depositOf = (address_to: string, id: string) =>
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
