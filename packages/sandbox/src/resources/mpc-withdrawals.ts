import type { Value } from '@custody-wallet/server'
import type { MpcWithdrawal } from '@custody-wallet/types'

import { formatAmount, toUnits } from '../amounts.ts'
import { getCoin } from '../chain/coins.ts'
import { dropTransaction, sendTransaction, watchTransaction } from '../chain/transactions.ts'
import { MissingError } from '../errors.ts'
import { toWalletOwner } from '../ledger/accounts.ts'
import { reserveTransfer, settleTransfers } from '../ledger/post.ts'
import { recordState } from '../life/history.ts'
import { getNextStep, schedule } from '../life/progress.ts'
import { createRemovalHandler } from '../life/removed.ts'
import { checkNewRequest } from '../life/request-ids.ts'
import { checkWallet, createWalletAddress, type WalletKey } from '../merchants/wallets.ts'
import { type MpcWithdrawalEvent, mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { applyEvent, getInitialValue } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import type { Work, SubjectEffects } from '../work.ts'
import type { CallHandlers } from './calls.ts'
import { checkNetworkIsOpen } from './networks.ts'

type MpcWithdrawalRow = Awaited<ReturnType<typeof getRow>>

export const mpcWithdrawalCalls: CallHandlers<'listMpcWithdrawals'> = {
  async listMpcWithdrawals({ db }, { ids }, { appId }) {
    const rows = await selectWithdrawals(db)
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map(toRecord)
  },
}

const selectWithdrawals = (db: Database) =>
  db
    .selectFrom('mpc_withdrawals as record')
    .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
    .innerJoin('coins as base', 'base.symbol', 'coin.base_symbol')
    .selectAll('record')
    .select(['coin.base_symbol', 'coin.contract_address', 'coin.decimals', 'coin.mode'])
    .select('base.decimals as fee_decimals')

const getRow = ({ db }: Work, id: number) =>
  selectWithdrawals(db)
    .where('record.id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no MPC withdrawal ${id}: records.list shows the ids.`))

/** An MPC withdrawal in the format of the interface. */
export type MpcWithdrawalRecord = Value<'listMpcWithdrawals'>[number]

const toRecord = (row: MpcWithdrawalRow): MpcWithdrawalRecord => ({
  id: row.id,
  request_id: row.request_id,
  symbol: row.symbol,
  amount: formatAmount(row.amount, row.decimals),
  fee: formatAmount(row.fee, row.fee_decimals),
  real_fee: formatAmount(row.real_fee, row.fee_decimals),
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

async function updateWithdrawal(
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

/** A request to send coins from an MPC wallet. */
export interface NewMpcWithdrawal extends WalletKey {
  readonly requestId: string
  readonly to: string
  readonly amount: string
  readonly memo?: string | undefined
}

// Control acts as the merchant's own system.
const apiSource: MpcWithdrawal['withdraw_source'] = 2

/** Requests a withdrawal from an MPC wallet. Reserves its amount and miner fee. */
export async function requestMpcWithdrawal(
  work: Work,
  { appId, requestId, wallet, symbol, to, amount, memo = '' }: NewMpcWithdrawal,
): Promise<MpcWithdrawalRecord> {
  const { db, now } = work
  const coin = await getCoin(db, symbol)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'mpc_withdrawals', { appId, requestId })
  const units = toUnits(amount, coin.decimals)
  const { id } = await db
    .insertInto('mpc_withdrawals')
    .values({
      app_id: appId,
      request_id: requestId,
      symbol,
      amount: `${units}`,
      fee: coin.miner_fee,
      real_fee: '0',
      withdraw_source: apiSource,
      address_from: createWalletAddress(work, appId, wallet, coin),
      address_to: to,
      memo,
      txid: '',
      confirmations: 0,
      sub_wallet_id: checkWallet(wallet),
      status: getInitialValue(mpcWithdrawalStates),
      tx_height: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { appId, from: toWalletOwner(wallet), subject: `mpc_withdrawal ${id}` }
  await recordState(work, facts.subject, getInitialValue(mpcWithdrawalStates))
  await reserveTransfer(work, { ...facts, symbol, to: 'chain', amount: units, reason: 'MPC withdrawal' })
  const fee = BigInt(coin.miner_fee)
  const reason = 'miner fee of an MPC withdrawal'
  if (fee > 0n) await reserveTransfer(work, { ...facts, symbol: coin.base_symbol, to: 'miners', amount: fee, reason })
  return continueWithdrawal(work, id)
}

type Actions = {
  readonly [Event in MpcWithdrawalEvent]: (work: Work, row: MpcWithdrawalRow) => Promise<unknown>
}

/** Effects of events besides the change of the status. */
const actions: Actions = {
  approve: async () => {},
  pay: (work, row) => payOut(work, row),
  confirm: (work, row) => endWithdrawal(work, row, 'posted', 'confirmed'),
  deny: (work, row) => endWithdrawal(work, row, 'voided', 'not approved'),
  reject: (work, row) => endWithdrawal(work, row, 'voided', 'rejected'),
  discard: (work, row) => endWithdrawal(work, row, 'voided', 'discarded'),
  async fail(work, row) {
    await dropTransaction(work, 'mpc_withdrawal', row.id)
    await endWithdrawal(work, row, 'voided', 'failed')
  },
}

const endWithdrawal = (
  work: Work,
  { id }: MpcWithdrawalRow,
  kind: 'posted' | 'voided',
  outcome: string,
): Promise<void> => settleTransfers(work, `mpc_withdrawal ${id}`, kind, `MPC withdrawal ${outcome}`)

async function payOut(work: Work, row: MpcWithdrawalRow): Promise<void> {
  const { id, symbol, address_from: from, address_to: to, memo } = row
  const facts = { symbol, from, to, memo, amount: BigInt(row.amount), fee: BigInt(row.fee) }
  const transaction = await sendTransaction(work, await getCoin(work.db, symbol), facts)
  await updateWithdrawal(work, id, { txid: transaction.txid })
  await watchTransaction(work, transaction, { kind: 'mpc_withdrawal', id })
}

/** Applies an event to an MPC withdrawal. */
export async function moveMpcWithdrawal(
  work: Work,
  id: number,
  event: MpcWithdrawalEvent,
): Promise<MpcWithdrawalRecord> {
  const row = await getRow(work, id)
  await updateWithdrawal(work, id, { status: applyEvent(mpcWithdrawalStates, id, row.status, event) })
  await actions[event](work, row)
  return continueWithdrawal(work, id)
}

async function continueWithdrawal(work: Work, id: number): Promise<MpcWithdrawalRecord> {
  const row = await getRow(work, id)
  const event = await schedule(work, `mpc_withdrawal ${id}`, getNextStep(mpcWithdrawalStates, row.status), row.mode)
  return event === undefined ? toRecord(row) : moveMpcWithdrawal(work, id, event)
}

/** Advances an MPC withdrawal when its timer runs. */
export async function runMpcWithdrawalStep(work: Work, id: number): Promise<void> {
  const { status, mode } = await getRow(work, id)
  const next = mode === 'manual' ? undefined : getNextStep(mpcWithdrawalStates, status)
  if (next) await moveMpcWithdrawal(work, id, next.event)
}

/** Effects of the chain on an MPC withdrawal. */
export const mpcWithdrawalEffects: SubjectEffects = {
  onSeen: (work, id, confirmations) => updateWithdrawal(work, id, { confirmations }),
  async onConfirmed(work, id, { height }, confirmations) {
    const row = await getRow(work, id)
    const status = applyEvent(mpcWithdrawalStates, id, row.status, 'confirm')
    await updateWithdrawal(work, id, { status, confirmations, real_fee: row.fee, tx_height: height ?? 0 })
    await endWithdrawal(work, row, 'posted', 'confirmed')
  },
  onRemoved: createRemovalHandler('mpc_withdrawals'),
}
