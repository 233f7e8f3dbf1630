// Claims of internal notifications, which have no request_id: their facts are the key.
import type { InternalNotification } from '@custody-wallet/types'
import { compare, type Decimal } from '@custody-wallet/types/arithmetic'

import { amountIn, decimalOf } from './deposits.ts'
import { run, type Store } from './store.ts'

/** What the store keeps of an internal notification, beside its key. */
export interface KnownTransfer {
  readonly amount: Decimal
  readonly fee: Decimal
}

/** What a claim found. */
export interface TransferClaim {
  readonly kind: 'new' | 'repeat' | 'conflict'
  /** What the store knew before; absent for a new transfer. */
  readonly known?: KnownTransfer | undefined
}

const key = 'app_id, symbol, txid, address_from, address_to, memo'

const insert = `INSERT INTO custody_transfers (${key}, amount, fee) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT DO NOTHING RETURNING txid`

const find = `SELECT amount, fee FROM custody_transfers WHERE app_id = $1 AND symbol = $2 AND txid = $3
  AND address_from = $4 AND address_to = $5 AND memo = $6`

/** Claims a transfer. A copy waits here until the first one is committed. */
export async function claimTransfer<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appId: string,
  { symbol, txid, address_from = '', address_to, memo = '', ...facts }: InternalNotification,
): Promise<TransferClaim> {
  const values = [appId, symbol, txid, address_from, address_to, memo]
  const now = { amount: decimalOf(facts.amount, 'amount'), fee: decimalOf(facts.fee, 'fee') }
  const inserted = await run(store, tx, insert, [...values, now.amount, now.fee])
  if (inserted.length > 0) return { kind: 'new' }
  const [row] = await run(store, tx, find, values)
  if (!row) throw new TypeError('The store does not show a row that it has: use READ COMMITTED transactions.')
  const known = { amount: amountIn(row, 'amount'), fee: amountIn(row, 'fee') }
  const isSame = compare(now.amount, known.amount) === 0 && compare(now.fee, known.fee) === 0
  return { kind: isSame ? 'repeat' : 'conflict', known }
}
