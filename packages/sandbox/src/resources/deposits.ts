import type { DepositNotification } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import type { Selectable } from 'kysely'

import { amountOf, PrecisionError, unitsOf } from '../amounts.ts'
import { type Coin, coinOf, findCoin } from '../chain/coins.ts'
import type { SubjectEffects, Transaction } from '../chain/transactions.ts'
import { userOwner } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { reject } from '../rules/rejection.ts'
import type { RuleOf } from '../rules/rules.ts'
import { depositStates } from '../states/deposits.ts'
import { after } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { receiverOf } from './addresses.ts'
import type { Calls } from './calls.ts'

type Deposit = Selectable<Schema['deposits']>

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
    deposit.txid === txid &&
    deposit.address_to === address_to &&
    deposit.memo === memo
  if (!isSame) conflict('deposit-request', `${known.request_id} belongs to another deposit.`)
  const amount = notifiedUnits(notification, await coinOf(work.db, symbol))
  const before = BigInt(known.amount)
  if (amount < before)
    conflict('deposit-amount', `${known.request_id} was notified with a larger amount before.`)
  if (known.flag === 1 && flag === 0)
    conflict('deposit-flag', `${known.request_id} was notified as a success before.`)
  await remember(work, appId, notification, { amount, depositId: deposit.id })
  if (flag === 1) await succeed(work, deposit, amount, notification.confirm)
}

async function first(work: Work, appId: string, notification: DepositNotification): Promise<void> {
  const { db } = work
  const { symbol, address_to, memo = '', txid, status: flag } = notification
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
  const seen = await original(work, appId, { symbol, txid, address_to, memo })
  // A deposit that the chain showed first gets its request_id now. One that was notified under another request_id is
  // credited twice, as the interface warns.
  const isUnclaimed = seen !== undefined && seen.request_id === ''
  const deposit = isUnclaimed
    ? await claim(work, seen, notification, amount)
    : await insert(work, {
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
  await (flag === 1 ? succeed(work, deposit, amount, notification.confirm) : fail(work, deposit))
}

const conflict = (rule: RuleOf<'notifyDeposit'>, text: string): never => reject('notifyDeposit', rule, text)

function notifiedUnits({ amount }: DepositNotification, coin: Coin): bigint {
  try {
    return unitsOf(amount, coin.decimals)
  } catch (error) {
    if (error instanceof PrecisionError) return reject('notifyDeposit', 'amount-precision', error.message)
    throw error
  }
}

const depositAt = ({ db }: Work, id: number): Promise<Deposit> =>
  db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const original = (
  { db }: Work,
  appId: string,
  key: { symbol: string; txid: string; address_to: string; memo: string },
) =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('app_id', '=', appId)
    .where('symbol', '=', key.symbol)
    .where('txid', '=', key.txid)
    .where('address_to', '=', key.address_to)
    .where('memo', '=', key.memo)
    .where('repeats', 'is', null)
    .executeTakeFirst()

async function claim(work: Work, deposit: Deposit, { request_id }: DepositNotification, amount: bigint) {
  if (amount < BigInt(deposit.amount))
    return conflict('deposit-amount', 'the chain shows a larger amount for this deposit.')
  return change(work, deposit, { request_id })
}

interface NewDeposit {
  readonly appId: string
  readonly uid: number
  readonly symbol: string
  readonly amount: bigint
  readonly from: string
  readonly to: string
  readonly memo: string
  readonly txid: string
  readonly requestId: string
  readonly repeats: number | null
  readonly source: Deposit['source']
}

/** Records a deposit, without a credit. */
const insert = ({ db, now }: Work, given: NewDeposit): Promise<Deposit> =>
  db
    .insertInto('deposits')
    .values({
      app_id: given.appId,
      request_id: given.requestId,
      uid: given.uid,
      symbol: given.symbol,
      amount: `${given.amount}`,
      credited: '0',
      address_from: given.from,
      address_to: given.to,
      memo: given.memo,
      txid: given.txid,
      confirmations: 0,
      source: given.source,
      repeats: given.repeats,
      status: depositStates.states[depositStates.initial].value,
      saas_status: 0,
      company_status: 0,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const change = ({ db, now }: Work, { id }: Deposit, values: Partial<Omit<Deposit, 'id'>>): Promise<Deposit> =>
  db
    .updateTable('deposits')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

async function remember(
  { db }: Work,
  appId: string,
  { request_id, status: flag }: DepositNotification,
  { amount, depositId }: { readonly amount: bigint; readonly depositId: number },
): Promise<void> {
  const values = { amount: `${amount}`, flag }
  await db
    .insertInto('deposit_requests')
    .values({ app_id: appId, request_id, deposit_id: depositId, ...values })
    .onConflict((conflicting) => conflicting.columns(['app_id', 'request_id']).doUpdateSet(values))
    .execute()
}

/** Credits a deposit up to an amount: what it was credited before is not credited again. */
async function succeed(work: Work, deposit: Deposit, amount: bigint, confirmations: number): Promise<void> {
  const due = amount - BigInt(deposit.credited)
  const event = deposit.status === depositStates.states.failed.value ? 'retry' : 'confirm'
  const isCredited = deposit.status === depositStates.states.credited.value
  const status = isCredited ? deposit.status : after(depositStates, deposit.id, deposit.status, event)
  const credited = due > 0n ? amount : BigInt(deposit.credited)
  await change(work, deposit, {
    status,
    amount: `${amount}`,
    credited: `${credited}`,
    confirmations: Math.max(confirmations, deposit.confirmations),
    saas_status: 1,
    company_status: 1,
  })
  if (due <= 0n) return
  await post(work, {
    appId: deposit.app_id,
    symbol: deposit.symbol,
    from: 'chain',
    to: userOwner(deposit.uid),
    amount: due,
    subject: `deposit ${deposit.id}`,
    reason: deposit.repeats === null ? 'deposit' : `deposit notified again under another request_id`,
  })
}

async function fail(work: Work, deposit: Deposit): Promise<void> {
  if (deposit.status !== depositStates.states.confirming.value || deposit.source === 'chain') return
  await change(work, deposit, { status: after(depositStates, deposit.id, deposit.status, 'fail') })
}

/** Records the deposit of a transaction that pays a user; `undefined` where the address belongs to no user. */
export async function depositOf(work: Work, transaction: Transaction): Promise<Deposit | undefined> {
  const { symbol, address_from: from, address_to: to, memo, amount, txid } = transaction
  const receiver = await work.db
    .selectFrom('deposit_addresses')
    .select(['app_id', 'uid'])
    .where('symbol', '=', symbol)
    .where('address', '=', to)
    .where('memo', '=', memo)
    .executeTakeFirst()
  if (!receiver) return undefined
  const { app_id: appId, uid } = receiver
  const facts = { appId, uid, symbol, amount: BigInt(amount), from, to, memo, txid }
  return insert(work, { ...facts, requestId: '', repeats: null, source: 'chain' })
}

/** What the chain tells a deposit. */
export const depositEffects: SubjectEffects = {
  async seen(work, id, confirmations) {
    await change(work, await depositAt(work, id), { confirmations })
  },
  async confirmed(work, id, transaction, confirmations) {
    const deposit = await depositAt(work, id)
    // A person decides about a deposit that is checked: the chain only counts.
    const { checking, reviewing, paused } = depositStates.states
    if ([checking, reviewing, paused].some(({ value }) => value === deposit.status)) {
      await change(work, deposit, { confirmations })
      return
    }
    const amount = BigInt(transaction.amount)
    const notified = BigInt(deposit.amount)
    await succeed(work, deposit, amount > notified ? amount : notified, confirmations)
  },
}
