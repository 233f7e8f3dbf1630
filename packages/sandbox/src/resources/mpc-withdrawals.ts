import type { Value } from '@custody-wallet/server'
import type { MpcWithdrawal } from '@custody-wallet/types'

import { amountOf, unitsOf } from '../amounts.ts'
import { coinOf } from '../chain/coins.ts'
import { dropTransaction, type Effects, send, type SubjectEffects, waitFor } from '../chain/transactions.ts'
import { walletOwner } from '../ledger/accounts.ts'
import { reserve, settle } from '../ledger/post.ts'
import { checkedWallet, walletAddress, type WalletKey } from '../merchants/wallets.ts'
import { MissingError } from '../missing.ts'
import { recordState } from '../states/history.ts'
import { type MpcWithdrawalEvent, mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { nextOf, schedule } from '../states/progress.ts'
import { after, firstValue } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import type { Calls } from './calls.ts'
import { checkOpen } from './networks.ts'
import { followingOf } from './removed.ts'
import { checkNewRequest } from './request-ids.ts'

type Row = Awaited<ReturnType<typeof rowAt>>

export const mpcWithdrawalCalls: Calls<'listMpcWithdrawals'> = {
  async listMpcWithdrawals({ db }, { ids }, { appId }) {
    const rows = await rowsOf(db)
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map(recordOf)
  },
}

const rowsOf = (db: Database) =>
  db
    .selectFrom('mpc_withdrawals as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .innerJoin('coins as base', 'base.symbol', 'coin.base_symbol')
    .selectAll('record')
    .select(['coin.base_symbol', 'coin.contract_address', 'coin.decimals', 'coin.mode'])
    .select('base.decimals as fee_decimals')

const rowAt = ({ db }: Work, id: number) =>
  rowsOf(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no MPC withdrawal ${id}.`))

/** An MPC withdrawal as the interface shows it. */
export type MpcWithdrawalRecord = Value<'listMpcWithdrawals'>[number]

const recordOf = (row: Row): MpcWithdrawalRecord => ({
  id: row.id,
  request_id: row.request_id,
  symbol: row.symbol,
  amount: amountOf(row.amount, row.decimals),
  fee: amountOf(row.fee, row.fee_decimals),
  real_fee: amountOf(row.real_fee, row.fee_decimals),
  fee_symbol: row.base_symbol,
  withdraw_source: row.withdraw_source,
  address_from: row.address_from,
  address_to: row.address_to,
  memo: row.memo,
  txid: row.txid,
  confirmations: row.confirmations,
  contract_address: row.contract_address,
  base_symbol: row.base_symbol,
  sub_wallet_id: row.sub_wallet_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  status: row.status,
  tx_height: row.tx_height,
})

async function change(
  work: Work,
  id: number,
  values: Partial<Omit<Schema['mpc_withdrawals'], 'id'>>,
): Promise<void> {
  await work.db
    .updateTable('mpc_withdrawals')
    .set({ ...values, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  if (values.status !== undefined) await recordState(work, `mpc_withdrawal ${id}`, values.status)
}

/** What a merchant's people enter to send coins from an MPC wallet. */
export interface NewMpcWithdrawal extends WalletKey {
  readonly requestId: string
  readonly to: string
  readonly amount: string
  readonly memo?: string | undefined
}

// Control stands for a call of the merchant's own system.
const sourceApi: MpcWithdrawal['withdraw_source'] = 2

/** Requests a withdrawal from an MPC wallet. Amount and miner fee are set aside. */
export async function requestMpcWithdrawal(
  work: Work,
  { appId, requestId, wallet, symbol, to, amount, memo = '' }: NewMpcWithdrawal,
  effects: Effects,
): Promise<MpcWithdrawalRecord> {
  const { db, now } = work
  const coin = await coinOf(db, symbol)
  await checkOpen(work, appId, coin.network)
  await checkNewRequest(work, 'mpc_withdrawals', { appId, requestId })
  const units = unitsOf(amount, coin.decimals)
  const { id } = await db
    .insertInto('mpc_withdrawals')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      amount: `${units}`,
      fee: coin.miner_fee,
      real_fee: '0',
      withdraw_source: sourceApi,
      address_from: walletAddress(work, appId, wallet, coin),
      address_to: to,
      memo,
      txid: '',
      confirmations: 0,
      sub_wallet_id: checkedWallet(wallet),
      status: firstValue(mpcWithdrawalStates),
      tx_height: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { appId, from: walletOwner(wallet), subject: `mpc_withdrawal ${id}` }
  await recordState(work, facts.subject, firstValue(mpcWithdrawalStates))
  await reserve(work, { ...facts, symbol, to: 'chain', amount: units, reason: 'MPC withdrawal' })
  const fee = BigInt(coin.miner_fee)
  const reason = 'miner fee of an MPC withdrawal'
  if (fee > 0n) await reserve(work, { ...facts, symbol: coin.base_symbol, to: 'miners', amount: fee, reason })
  return goOn(work, id, effects)
}

type Actions = { readonly [Event in MpcWithdrawalEvent]: (work: Work, row: Row) => Promise<unknown> }

/** What an event does beside the change of the status. */
const actionsOf = (effects: Effects): Actions => ({
  approve: async () => {},
  pay: (work, row) => payOut(work, row, effects),
  confirm: (work, row) => end(work, row, 'posted', 'confirmed'),
  deny: (work, row) => end(work, row, 'voided', 'not approved'),
  reject: (work, row) => end(work, row, 'voided', 'rejected'),
  discard: (work, row) => end(work, row, 'voided', 'discarded'),
  async fail(work, row) {
    await dropTransaction(work, 'mpc_withdrawal', row.id)
    await end(work, row, 'voided', 'failed')
  },
})

const end = (work: Work, { id }: Row, kind: 'posted' | 'voided', how: string): Promise<void> =>
  settle(work, `mpc_withdrawal ${id}`, kind, `MPC withdrawal ${how}`)

async function payOut(work: Work, row: Row, effects: Effects): Promise<void> {
  const { id, symbol, address_from: from, address_to: to, memo } = row
  const facts = { symbol, from, to, memo, amount: BigInt(row.amount), fee: BigInt(row.fee) }
  const transaction = await send(work, await coinOf(work.db, symbol), facts)
  await change(work, id, { txid: transaction.txid })
  await waitFor(work, transaction, { kind: 'mpc_withdrawal', id }, effects)
}

/** Moves an MPC withdrawal by an event. */
export async function moveMpcWithdrawal(
  work: Work,
  id: number,
  event: MpcWithdrawalEvent,
  effects: Effects,
): Promise<MpcWithdrawalRecord> {
  const row = await rowAt(work, id)
  await change(work, id, { status: after(mpcWithdrawalStates, id, row.status, event) })
  await actionsOf(effects)[event](work, row)
  return goOn(work, id, effects)
}

async function goOn(work: Work, id: number, effects: Effects): Promise<MpcWithdrawalRecord> {
  const row = await rowAt(work, id)
  const event = await schedule(
    work,
    `mpc_withdrawal ${id}`,
    nextOf(mpcWithdrawalStates, row.status),
    row.mode,
  )
  return event === undefined ? recordOf(row) : moveMpcWithdrawal(work, id, event, effects)
}

/** What an MPC withdrawal does by itself when its timer runs. */
export async function mpcWithdrawalStep(work: Work, id: number, effects: Effects): Promise<void> {
  const { status, mode } = await rowAt(work, id)
  const next = mode === 'manual' ? undefined : nextOf(mpcWithdrawalStates, status)
  if (next) await moveMpcWithdrawal(work, id, next.event, effects)
}

/** What the chain tells an MPC withdrawal. */
export const mpcWithdrawalEffects: SubjectEffects = {
  seen: (work, id, confirmations) => change(work, id, { confirmations }),
  async confirmed(work, id, { height }, confirmations) {
    const row = await rowAt(work, id)
    const status = after(mpcWithdrawalStates, id, row.status, 'confirm')
    await change(work, id, { status, confirmations, real_fee: row.fee, tx_height: height ?? 0 })
    await end(work, row, 'posted', 'confirmed')
  },
  removed: followingOf('mpc_withdrawals'),
}
