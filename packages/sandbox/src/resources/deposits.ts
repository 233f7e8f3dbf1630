import type { DepositNotification } from '@custody-wallet/types'
import type { Selectable } from 'kysely'

import { AmountError, amountOf, PrecisionError, sentUnitsOf, unitsOf } from '../amounts.ts'
import { type Coin, coinOf } from '../chain/coins.ts'
import { reject } from '../rules/rejection.ts'
import type { RuleOf } from '../rules/rules.ts'
import { depositStates } from '../states/deposits.ts'
import { after } from '../states/table.ts'
import { startIn, startOf } from '../store/long-keys.ts'
import { type Parameter, prepared, preparedPage } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { type Calls, cursorOf } from './calls.ts'
import {
  type Deposit,
  depositAt,
  insertDeposit,
  isRejected,
  saveDeposit,
  succeed,
} from './deposit-lifecycle.ts'
import { pageOf } from './pages.ts'

export const depositCalls: Calls<'notifyDeposit' | 'syncDeposits'> = {
  async syncDeposits({ db }, { max_id: cursor }, { appId }) {
    const rows = await page(db, { appId, cursor: cursorOf(cursor) })
    return rows.map(recordOf)
  },

  async notifyDeposit(work, notification, { appId }) {
    const { request_id } = notification
    const facts = await factsOf(work, appId, notification)
    await (facts.isKnown ? repeat(work, appId, notification) : first(work, appId, notification, facts))
    return { data: { request_id } }
  },
}

const page = preparedPage(
  {
    id: 'number',
    request_id: 'text',
    uid: 'number',
    amount: 'text',
    address_from: 'text',
    address_to: 'text',
    txid: 'text',
    created_at: 'number',
    updated_at: 'number',
    saas_status: 'number',
    company_status: 'number',
    status: 'number',
    symbol: 'text',
    confirmations: 'number',
    decimals: 'number',
  },
  (db, parameter: Parameter<{ readonly appId: string; readonly cursor: number }>) =>
    db
      .selectFrom('deposits')
      .innerJoin('coins', 'coins.symbol', 'deposits.symbol')
      .select([
        'id',
        'request_id',
        'uid',
        'amount',
        'address_from',
        'address_to',
        'txid',
        'created_at',
        'updated_at',
        'saas_status',
        'company_status',
        'status',
        'deposits.symbol',
        'deposits.confirmations',
        'coins.decimals',
      ])
      .where('app_id', '=', parameter('appId'))
      .where('id', '>', parameter('cursor'))
      .orderBy('id')
      .limit(pageOf('deposit-page')),
)

type FactKey = Pick<DepositNotification, 'address_to' | 'request_id' | 'symbol' | 'txid'> & {
  readonly app_id: string
  readonly memo: string
}

// One query, because this is the notification that merchants get most.
const facts = prepared((db, parameter: Parameter<FactKey>) =>
  db
    .selectFrom('merchants')
    .leftJoin('coins', (join) => join.on('coins.symbol', '=', parameter('symbol')))
    .leftJoin('deposit_requests as request', (join) =>
      join
        .on('request.app_id', '=', parameter('app_id'))
        .on('request.request_id', '=', parameter('request_id')),
    )
    .leftJoin('deposit_addresses as place', (join) =>
      join
        .on('place.symbol', '=', parameter('symbol'))
        .on(startOf('place.address'), '=', startIn(parameter('address_to')))
        .on('place.address', '=', parameter('address_to'))
        .on('place.memo', '=', parameter('memo'))
        .on('place.app_id', '=', parameter('app_id')),
    )
    .leftJoin('former_txids as former', (join) =>
      join
        .on('former.txid', '=', parameter('txid'))
        .on('former.symbol', '=', parameter('symbol'))
        .on('former.address_to', '=', parameter('address_to'))
        .on('former.memo', '=', parameter('memo')),
    )
    .leftJoin('transactions as present', 'present.id', 'former.transaction_id')
    .leftJoin('deposits as seen', (join) =>
      join
        .on('seen.app_id', '=', parameter('app_id'))
        .on('seen.symbol', '=', parameter('symbol'))
        .on(({ eb, fn }) => eb('seen.txid', '=', fn.coalesce('present.txid', parameter('txid'))))
        .on('seen.address_to', '=', parameter('address_to'))
        .on('seen.memo', '=', parameter('memo'))
        .on('seen.repeats', 'is', null),
    )
    .select(['coins.decimals', 'request.deposit_id', 'place.uid', 'seen.id as seen_id'])
    .where('merchants.app_id', '=', parameter('app_id')),
)

/** What the sandbox knows about the deposit of a notification. */
interface Facts {
  readonly isKnown: boolean
  readonly decimals: number | null
  readonly uid: number | null
  readonly seen: number | null
}

async function factsOf(
  { db }: Work,
  appId: string,
  { request_id, symbol, txid, address_to, memo = '' }: DepositNotification,
): Promise<Facts> {
  const [row] = await facts(db, { app_id: appId, request_id, symbol, txid, address_to, memo })
  if (!row) throw new TypeError(`The rows lack the merchant ${appId}.`)
  return { isKnown: row.deposit_id !== null, decimals: row.decimals, uid: row.uid, seen: row.seen_id }
}

/** A deposit as the interface shows it. It has no fees: they belong to withdrawals, which share the shape. */
const recordOf = (row: Awaited<ReturnType<typeof page>>[number]) => ({
  id: row.id,
  request_id: row.request_id,
  uid: row.uid,
  symbol: row.symbol,
  amount: amountOf(row.amount, row.decimals),
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

// The same request_id again: only what the first message did not credit is credited.
async function repeat(work: Work, appId: string, notification: DepositNotification): Promise<void> {
  const known = await work.db
    .selectFrom('deposit_requests')
    .selectAll()
    .where('app_id', '=', appId)
    .where('request_id', '=', notification.request_id)
    .executeTakeFirstOrThrow()
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
  await work.db
    .updateTable('deposit_requests')
    .set({ amount: `${amount}`, flag })
    .where('app_id', '=', appId)
    .where('request_id', '=', known.request_id)
    .execute()
  if (amount > before || flag > known.flag) await apply(work, deposit, notification, amount)
}

async function first(
  work: Work,
  appId: string,
  notification: DepositNotification,
  { decimals, uid, seen: seenId }: Facts,
): Promise<void> {
  const { symbol, address_to, memo = '', txid } = notification
  if (decimals === null) return reject('notifyDeposit', 'coin-known', `the sandbox has no coin ${symbol}.`)
  const amount = notifiedUnits(notification, { decimals })
  if (uid === null)
    return reject(
      'notifyDeposit',
      'deposit-address',
      `${address_to} is not a deposit address of a user in ${symbol}.`,
    )
  const seen = seenId === null ? undefined : await depositAt(work, seenId)
  // A deposit that the chain showed first gets its request_id now. One that was notified under another request_id is
  // credited twice, as the interface warns.
  const isUnclaimed = seen !== undefined && seen.request_id === ''
  const deposit = isUnclaimed
    ? await claim(work, seen, notification, { decimals })
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
  await remember(work.db, {
    app_id: appId,
    request_id: notification.request_id,
    deposit_id: deposit.id,
    txid,
    amount: `${amount}`,
    flag: notification.status,
  })
  await apply(work, deposit, notification, amount)
}

type Decimals = Pick<Coin, 'decimals'>

const conflict = (rule: RuleOf<'notifyDeposit'>, text: string): never => reject('notifyDeposit', rule, text)

function notifiedUnits({ amount }: DepositNotification, coin: Decimals): bigint {
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
  coin: Decimals,
): Promise<Deposit> {
  checkShown(deposit, amount, coin)
  return saveDeposit(work, { ...deposit, request_id })
}

function checkShown(deposit: Deposit, amount: string, { decimals }: Decimals): void {
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
  await saveDeposit(work, { ...deposit, status: after(depositStates, deposit.id, deposit.status, 'fail') })
}

const remember = prepared((db, parameter: Parameter<Selectable<Schema['deposit_requests']>>) =>
  db.insertInto('deposit_requests').values({
    app_id: parameter('app_id'),
    request_id: parameter('request_id'),
    deposit_id: parameter('deposit_id'),
    txid: parameter('txid'),
    amount: parameter('amount'),
    flag: parameter('flag'),
  }),
)
