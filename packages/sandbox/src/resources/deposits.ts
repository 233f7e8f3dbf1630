import type { DepositNotification } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import type { Selectable } from 'kysely'

import { AmountError, amountOf, PrecisionError, sentUnitsOf, unitsOf } from '../amounts.ts'
import { type Coin, coinOf, findCoin } from '../chain/coins.ts'
import { reject } from '../rules/rejection.ts'
import type { RuleOf } from '../rules/rules.ts'
import { depositStates } from '../states/deposits.ts'
import { after } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { receiverOf } from './addresses.ts'
import type { Calls } from './calls.ts'
import {
  changeDeposit,
  type Deposit,
  depositAt,
  insertDeposit,
  isRejected,
  originalDeposit,
  succeed,
} from './deposit-records.ts'

const pageSize = operations.syncDeposits.cursor.page

export const depositCalls: Calls<'notifyDeposit' | 'syncDeposits'> = {
  async syncDeposits({ db }, { max_id: cursor }, { appId }) {
    const rows = await db
      .selectFrom('deposits')
      .innerJoin('coins', 'coins.symbol', 'deposits.symbol')
      .selectAll('deposits')
      .select('coins.decimals')
      .where('app_id', '=', appId)
      .where('id', '>', Number(cursor))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    return rows.map((row) => recordOf(row, row.decimals))
  },

  async notifyDeposit(work, notification, { appId }) {
    const { request_id } = notification
    const known = await work.db
      .selectFrom('deposit_requests')
      .selectAll()
      .where('app_id', '=', appId)
      .where('request_id', '=', request_id)
      .executeTakeFirst()
    await (known ? repeat(work, appId, notification, known) : first(work, appId, notification))
    return { data: { request_id } }
  },
}

/** A deposit as the interface shows it. It has no fees: they belong to withdrawals, which share the shape. */
const recordOf = (row: Deposit, decimals: number) => ({
  id: row.id,
  request_id: row.request_id,
  uid: row.uid,
  symbol: row.symbol,
  amount: amountOf(row.amount, decimals),
  withdraw_fee: '0',
  withdraw_fee_symbol: row.symbol,
  fee: '0',
  real_fee: '0',
  fee_symbol: row.symbol,
  address_from: row.address_from,
  address_to: row.address_to,
  txid: row.txid,
  confirmations: row.confirmations,
  created_at: row.created_at,
  updated_at: row.updated_at,
  saas_status: row.saas_status,
  company_status: row.company_status,
  status: row.status,
})

type KnownRequest = Selectable<Schema['deposit_requests']>

// The same request_id again: only what the first message did not credit is credited.
async function repeat(
  work: Work,
  appId: string,
  notification: DepositNotification,
  known: KnownRequest,
): Promise<void> {
  const deposit = await depositAt(work, known.deposit_id)
  const { symbol, txid, address_to, memo = '', status: flag } = notification
  const isSame =
    deposit.symbol === symbol &&
    known.txid === txid &&
    deposit.address_to === address_to &&
    deposit.memo === memo
  if (!isSame) conflict('deposit-request', `${known.request_id} belongs to another deposit.`)
  const coin = await coinOf(work.db, symbol)
  const amount = notifiedUnits(notification, coin)
  const before = BigInt(known.amount)
  if (amount < before)
    conflict('deposit-amount', `${known.request_id} was notified with a larger amount before.`)
  if (known.flag === 1 && flag === 0)
    conflict('deposit-flag', `${known.request_id} was notified as a success before.`)
  checkShown(deposit, notification.amount, coin)
  await remember(work, appId, notification, { amount, depositId: deposit.id })
  if (amount > before || flag > known.flag) await apply(work, deposit, notification, amount)
}

async function first(work: Work, appId: string, notification: DepositNotification): Promise<void> {
  const { db } = work
  const { symbol, address_to, memo = '', txid } = notification
  const coin = await findCoin(db, symbol)
  if (!coin) return reject('notifyDeposit', 'coin-known', `the sandbox has no coin ${symbol}.`)
  const amount = notifiedUnits(notification, coin)
  const uid = await receiverOf(work, appId, symbol, { address: address_to, memo })
  if (uid === undefined)
    return reject(
      'notifyDeposit',
      'deposit-address',
      `${address_to} is no deposit address of a user in ${symbol}.`,
    )
  const seen = await originalDeposit(work, appId, { symbol, txid, address_to, memo })
  // A deposit that the chain showed first gets its request_id now. One that was notified under another request_id is
  // credited twice, as the interface warns.
  const isUnclaimed = seen !== undefined && seen.request_id === ''
  const deposit = isUnclaimed
    ? await claim(work, seen, notification, coin)
    : await insertDeposit(work, {
        appId,
        uid,
        symbol,
        amount,
        from: notification.address_from ?? '',
        to: address_to,
        memo,
        txid,
        requestId: notification.request_id,
        repeats: seen?.id ?? null,
        source: 'notified',
      })
  await remember(work, appId, notification, { amount, depositId: deposit.id })
  await apply(work, deposit, notification, amount)
}

const conflict = (rule: RuleOf<'notifyDeposit'>, text: string): never => reject('notifyDeposit', rule, text)

function notifiedUnits({ amount }: DepositNotification, coin: Coin): bigint {
  try {
    return sentUnitsOf(amount, coin.decimals)
  } catch (error) {
    if (error instanceof PrecisionError) return reject('notifyDeposit', 'amount-precision', error.message)
    if (error instanceof AmountError) return reject('notifyDeposit', 'amount-range', error.message)
    throw error
  }
}

// The chain knows how much arrived.
async function claim(
  work: Work,
  deposit: Deposit,
  { amount, request_id }: DepositNotification,
  coin: Coin,
): Promise<Deposit> {
  checkShown(deposit, amount, coin)
  return changeDeposit(work, deposit, { request_id })
}

function checkShown(deposit: Deposit, amount: string, { decimals }: Coin): void {
  if (deposit.source === 'chain' && unitsOf(amount, decimals) !== BigInt(deposit.amount))
    conflict('deposit-amount', `the chain shows ${amountOf(deposit.amount, decimals)} for this deposit.`)
}

/** A success credits the deposit, and a failure ends it before that. */
async function apply(
  work: Work,
  deposit: Deposit,
  { status: flag, confirm }: DepositNotification,
  amount: bigint,
): Promise<void> {
  if (flag === 0) await fail(work, deposit)
  else if (isRejected(deposit))
    conflict('deposit-rejected', `deposit ${deposit.id} was rejected by a review.`)
  else await succeed(work, deposit, amount, confirm)
}

async function fail(work: Work, deposit: Deposit): Promise<void> {
  const isOpen = deposit.status === depositStates.states.confirming.value && deposit.held === 0
  if (!isOpen || deposit.source === 'chain') return
  await changeDeposit(work, deposit, { status: after(depositStates, deposit.id, deposit.status, 'fail') })
}

async function remember(
  { db }: Work,
  appId: string,
  { request_id, status: flag, txid }: DepositNotification,
  { amount, depositId }: { readonly amount: bigint; readonly depositId: number },
): Promise<void> {
  const values = { amount: `${amount}`, flag }
  await db
    .insertInto('deposit_requests')
    .values({ app_id: appId, request_id, deposit_id: depositId, txid, ...values })
    .onConflict((conflicting) => conflicting.columns(['app_id', 'request_id']).doUpdateSet(values))
    .execute()
}
