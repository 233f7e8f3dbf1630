// A unique key decides whether a notification is new. A read before the write would race with other processes.
import type { Store } from '@custody-wallet/store'
import {
  computePaymentKey,
  computeRequestKey,
  getDialectFacts,
  readString,
  type Row,
  runQuery,
} from '@custody-wallet/store/internal'
import type { DepositFlag, DepositNotification } from '@custody-wallet/types'
import { type Decimal, isDecimal } from '@custody-wallet/types/arithmetic'

import type { KnownDeposit } from './conflict.ts'
import { type DepositEffect, computeDepositEffect } from './effect.ts'

export interface DepositClaim {
  readonly effect: DepositEffect
  /** Known facts; absent for a new deposit. */
  readonly known?: KnownDeposit | undefined
}

const columns = 'request_id, symbol, txid, address_to, memo, amount, flag'

const insert = `INSERT INTO custody_deposits (request_key, deposit_key, app_id, ${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING request_id`

// In one order, because messages that cross lock the same two rows, and would wait for each other.
const find = `SELECT ${columns} FROM custody_deposits WHERE request_key = $1 OR deposit_key = $2 ORDER BY request_key`

const update = 'UPDATE custody_deposits SET amount = $1, flag = $2 WHERE request_key = $3'

/** Claims a deposit, and returns the effect of its notification. A copy waits until the first one is committed. */
export async function claimDeposit<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appId: string,
  newDeposit: KnownDeposit,
): Promise<DepositClaim> {
  const { requestId, amount, flag } = newDeposit
  const keys = computeKeys(appId, newDeposit)
  const isNew = await insertDeposit(store, tx, appId, newDeposit)
  if (isNew) return { effect: computeDepositEffect(newDeposit, undefined) }
  const { forUpdate } = getDialectFacts(store.dialect)
  const rows = (await runQuery(store, tx, `${find}${forUpdate}`, keys)).map(readDeposit)
  const knownDeposit = rows.find((row) => row.requestId === requestId) ?? rows[0]
  if (!knownDeposit)
    throw new TypeError('The claim exists, but the store does not return its row. Use READ COMMITTED transactions.')
  const effect = computeDepositEffect(newDeposit, knownDeposit)
  if (effect.kind === 'credit' || effect.kind === 'record') await runQuery(store, tx, update, [amount, flag, keys[0]])
  return { effect, known: knownDeposit }
}

/** Inserts a deposit, unless its request_id or the deposit itself is known. Returns whether it was new. */
export async function insertDeposit<Tx>(
  store: Store<Tx>,
  tx: Tx,
  appId: string,
  deposit: KnownDeposit,
): Promise<boolean> {
  const { requestId, symbol, txid, addressTo, memo, amount, flag } = deposit
  const facts = [requestId, symbol, txid, addressTo, memo, amount, flag]
  const insertedRows = await runQuery(store, tx, insert, [...computeKeys(appId, deposit), appId, ...facts])
  return insertedRows.length > 0
}

const computeKeys = (appId: string, deposit: KnownDeposit): readonly [request: string, deposit: string] => [
  computeRequestKey(appId, deposit.requestId),
  computePaymentKey(appId, deposit),
]

const readDeposit = (row: Row): KnownDeposit => ({
  requestId: readString(row, 'request_id'),
  symbol: readString(row, 'symbol'),
  txid: readString(row, 'txid'),
  addressTo: readString(row, 'address_to'),
  memo: readString(row, 'memo'),
  amount: readAmount(row, 'amount'),
  flag: readFlag(row),
})

export const readAmount = (row: Row, column: string): Decimal => parseDecimal(readString(row, column), column)

const readFlag = ({ flag }: Row): DepositFlag => {
  // Some drivers return integers as bigints or strings.
  const value = Number(flag)
  if (value === 0 || value === 1) return value
  throw new TypeError('The store returned a flag other than 0 and 1. query() must return rows unchanged.')
}

export function parseDecimal(text: string, name: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError(`${name} is not a decimal string. query() must return rows unchanged.`)
}

export const toKnownDeposit = (notification: DepositNotification): KnownDeposit => ({
  requestId: notification.request_id,
  symbol: notification.symbol,
  txid: notification.txid,
  addressTo: notification.address_to,
  memo: notification.memo ?? '',
  amount: parseDecimal(notification.amount, 'amount'),
  flag: notification.status,
})
