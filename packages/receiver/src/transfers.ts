// Claims of internal notifications, which have no request_id: their facts are the key.
import type { InternalNotification } from '@custody-wallet/types'
import { compare } from '@custody-wallet/types/arithmetic'

import type { KnownTransfer, TransferConflict } from './conflict.ts'
import { amountIn, decimalOf } from './deposits.ts'
import { paymentKey, sourceKey } from './keys.ts'
import { type Row, run, type Store, textIn } from './store.ts'

/** What a claim found. */
export type TransferClaim =
  | { readonly kind: 'new' | 'repeat' }
  | { readonly kind: 'conflict'; readonly reason: TransferConflict; readonly known: KnownTransfer }

const spelled = ['symbol', 'txid', 'address_from', 'address_to', 'memo'] as const

const columns = spelled.join(', ')

// Whether a transfer is new depends on several rows of its place, so one transaction at a time looks at them.
const lock = `INSERT INTO custody_places (place_key) VALUES ($1)
  ON CONFLICT (place_key) DO UPDATE SET place_key = excluded.place_key`

const insert = `INSERT INTO custody_transfers (place_key, source_key, app_id, ${columns}, amount, fee)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

const rowsAt = `SELECT ${columns}, amount, fee FROM custody_transfers WHERE place_key = $1`

// A notification without a source may be that of any source. The row with the same key comes first.
const findAny = `${rowsAt} ORDER BY source_key LIMIT 1`
const findSource = `${rowsAt} AND source_key IN ($2, '') ORDER BY source_key DESC LIMIT 1`

/** The key of the place that a transfer pays. */
export const placeKey = (
  appId: string,
  { symbol, txid, address_to: addressTo, memo = '' }: InternalNotification,
): string => paymentKey(appId, { symbol, txid, addressTo, memo })

/** Claims a transfer. A copy waits here until the first one is committed. */
export async function claimTransfer<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appId: string,
  notification: InternalNotification,
): Promise<TransferClaim> {
  const { symbol, txid, address_from = '', address_to, memo = '' } = notification
  const place = placeKey(appId, notification)
  const source = sourceKey(address_from)
  const now = amountsOf(notification)
  await run(store, tx, lock, [place])
  const [row] =
    source === '' ? await run(store, tx, findAny, [place]) : await run(store, tx, findSource, [place, source])
  const facts = { symbol, txid, address_from, address_to, memo }
  if (row) return effectOf(facts, now, row)
  const values = spelled.map((column) => facts[column])
  await run(store, tx, insert, [place, source, appId, ...values, now.amount, now.fee])
  return { kind: 'new' }
}

type Facts = Readonly<Record<(typeof spelled)[number], string>>

function effectOf(facts: Facts, now: KnownTransfer, row: Row): TransferClaim {
  const known = { amount: amountIn(row, 'amount'), fee: amountIn(row, 'fee') }
  const isSpelledAlike = spelled.every((column) => textIn(row, column) === facts[column])
  if (!isSpelledAlike) return { kind: 'conflict', reason: 'other-spelling', known }
  const isSame = compare(now.amount, known.amount) === 0 && compare(now.fee, known.fee) === 0
  return isSame ? { kind: 'repeat' } : { kind: 'conflict', reason: 'other-content', known }
}

const amountsOf = ({ amount, fee }: InternalNotification): KnownTransfer => ({
  amount: decimalOf(amount, 'amount'),
  fee: decimalOf(fee, 'fee'),
})
