// Internal notifications have no request_id, so their facts are the key.
import type { Store } from '@custody-wallet/store'
import { computePaymentKey, computeSourceKey, readString, type Row, runQuery } from '@custody-wallet/store/internal'
import type { InternalNotification } from '@custody-wallet/types'
import { compare } from '@custody-wallet/types/arithmetic'

import type { KnownTransfer, TransferConflict } from './conflict.ts'
import { readAmount, parseDecimal } from './deposits.ts'

export type TransferClaim =
  | { readonly kind: 'new' | 'duplicate' }
  | { readonly kind: 'conflict'; readonly reason: TransferConflict; readonly known: KnownTransfer }

const spelledFields = ['symbol', 'txid', 'address_from', 'address_to', 'memo'] as const

const columns = spelledFields.join(', ')

// Whether a transfer is new depends on several rows of its target, so this lock serializes their transactions.
const lock = `INSERT INTO custody_places (place_key) VALUES ($1)
  ON CONFLICT (place_key) DO UPDATE SET place_key = excluded.place_key`

const insert = `INSERT INTO custody_transfers (place_key, source_key, app_id, ${columns}, amount, fee)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

const selectTransfers = `SELECT ${columns}, amount, fee FROM custody_transfers WHERE place_key = $1`

// A notification without a source may belong to any source. The row with the same key comes first.
const anyTransferSql = `${selectTransfers} ORDER BY source_key LIMIT 1`
const sourceTransferSql = `${selectTransfers} AND source_key IN ($2, '') ORDER BY source_key DESC LIMIT 1`

/** Creates the key of the target of a transfer. */
export const computeLocationKey = (
  appId: string,
  { symbol, txid, address_to: addressTo, memo = '' }: InternalNotification,
): string => computePaymentKey(appId, { symbol, txid, addressTo, memo })

/** Claims a transfer. A copy waits until the first one is committed. */
export async function claimTransfer<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appId: string,
  notification: InternalNotification,
): Promise<TransferClaim> {
  const { symbol, txid, address_from = '', address_to, memo = '' } = notification
  const locationKey = computeLocationKey(appId, notification)
  const source = computeSourceKey(address_from)
  const now = readAmounts(notification)
  await runQuery(store, tx, lock, [locationKey])
  const [row] =
    source === ''
      ? await runQuery(store, tx, anyTransferSql, [locationKey])
      : await runQuery(store, tx, sourceTransferSql, [locationKey, source])
  const facts = { symbol, txid, address_from, address_to, memo }
  if (row) return computeEffect(facts, now, row)
  const values = spelledFields.map((column) => facts[column])
  await runQuery(store, tx, insert, [locationKey, source, appId, ...values, now.amount, now.fee])
  return { kind: 'new' }
}

type TransferFields = Readonly<Record<(typeof spelledFields)[number], string>>

function computeEffect(facts: TransferFields, now: KnownTransfer, row: Row): TransferClaim {
  const known = { amount: readAmount(row, 'amount'), fee: readAmount(row, 'fee') }
  const isSpelledAlike = spelledFields.every((column) => readString(row, column) === facts[column])
  if (!isSpelledAlike) return { kind: 'conflict', reason: 'other-spelling', known }
  const isSame = compare(now.amount, known.amount) === 0 && compare(now.fee, known.fee) === 0
  return isSame ? { kind: 'duplicate' } : { kind: 'conflict', reason: 'other-content', known }
}

export const readAmounts = ({ amount, fee }: InternalNotification): KnownTransfer => ({
  amount: parseDecimal(amount, 'amount'),
  fee: parseDecimal(fee, 'fee'),
})
