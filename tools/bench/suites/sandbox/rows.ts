// A data file with many deposits of one user.
import { DatabaseSync } from 'node:sqlite'

import { createSandbox } from '@custody-wallet/sandbox'

/** A data file with deposits, and the user who has them. */
export interface Filled {
  readonly data: string
  readonly uid: number
}

/** Makes a sandbox with one user in a file, then adds that many credited deposits. */
export async function filled(data: string, directory: string, deposits: number): Promise<Filled> {
  const sandbox = await createSandbox({ data, directory })
  const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
  await register(sandbox.plain)
  await (await sandbox.plain(new Request(`http://sandbox${accountPath(uid)}`))).text()
  await sandbox.close()
  addDeposits(data, uid, deposits)
  return { data, uid }
}

export const accountPath = (uid: number): string => `/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`

async function register(plain: (request: Request) => Promise<Response>): Promise<void> {
  const body = JSON.stringify({ symbol: 'BTC', addresses: ['address-1'], memo: false })
  const headers = { 'content-type': 'application/json' }
  await plain(new Request('http://sandbox/api/v1/address/register', { method: 'POST', headers, body }))
}

function addDeposits(data: string, uid: number, deposits: number): void {
  const database = new DatabaseSync(data)
  database.exec(`
    insert into deposits (app_id, request_id, uid, symbol, amount, credited, address_from, address_to, memo, txid,
      confirmations, source, shortage, confirmed, held, status, saas_status, company_status, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${deposits})
    select 'demo-modern', 'request-' || n, ${uid}, 'BTC', '150000000', '150000000', 'outside', 'address-1', '',
      printf('%064x', n), 3, 'chain', '0', 1, 0, 1, 1, 1, 1767225600000 + n, 1767225600000 + n
    from numbers`)
  database.close()
}
