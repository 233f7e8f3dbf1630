// The life cycle of a withdrawal from an MPC wallet.
import type { MpcWithdrawal } from '@custody-wallet/types'
import type { Selectable } from 'kysely'

import { toPositiveUnits } from '../amounts.ts'
import { getCoin } from '../chain/coins.ts'
import { dropTransaction, sendTransaction, watchTransaction } from '../chain/transactions.ts'
import type { RecordType } from '../engine/record-types.ts'
import { toWalletOwner } from '../ledger/accounts.ts'
import { reserveTransfer } from '../ledger/post.ts'
import { checkNetworkIsOpen } from '../merchants/networks.ts'
import { checkWallet, createWalletAddress, type WalletKey } from '../merchants/wallets.ts'
import { type MpcWithdrawalEvent, mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { createMissingError, getInitialValue } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { ReadOnlyWork, Work } from '../work.ts'
import { recordState } from './history.ts'
import { continueRecord, moveRecord, type MovingType, readMinedFacts, runMove } from './moves.ts'
import { dropReceivedTransaction, receiveTransaction } from './payments.ts'
import { createRemovalHandler } from './removed.ts'
import { checkNewRequest } from './request-ids.ts'

type MpcWithdrawalRow = Selectable<Schema['mpc_withdrawals']>

const getRow = ({ db }: ReadOnlyWork, id: number): Promise<MpcWithdrawalRow> =>
  db
    .selectFrom('mpc_withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => createMissingError(mpcWithdrawalStates.title, id))

async function updateRow(
  work: Work,
  id: number,
  values: Partial<Omit<MpcWithdrawalRow, 'id' | 'status'>>,
): Promise<void> {
  await work.db
    .updateTable('mpc_withdrawals')
    .set({ ...values, updated_at: work.now })
    .where('id', '=', id)
    .execute()
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

/** Requests a withdrawal from an MPC wallet, and returns its id. Reserves its amount and miner fee. */
export async function requestMpcWithdrawal(
  work: Work,
  { appId, requestId, wallet, symbol, to, amount, memo = '' }: NewMpcWithdrawal,
): Promise<number> {
  const { db, now } = work
  const coin = await getCoin(db, symbol)
  await checkNetworkIsOpen(work, appId, coin.network)
  await checkNewRequest(work, 'mpc_withdrawals', { appId, requestId, title: mpcWithdrawalStates.title })
  const units = toPositiveUnits(amount, coin.decimals)
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
  await continueRecord(work, mpcWithdrawalType, id)
  return id
}

async function payOut(work: Work, row: MpcWithdrawalRow): Promise<void> {
  const { id, symbol, address_from: from, address_to: to, memo } = row
  const facts = { symbol, from, to, memo, amount: BigInt(row.amount), fee: BigInt(row.fee) }
  const transaction = await sendTransaction(work, await getCoin(work.db, symbol), facts)
  await updateRow(work, id, { txid: transaction.txid })
  await watchTransaction(work, transaction, { kind: 'mpc_withdrawal', id })
  await receiveTransaction(work, { ...transaction, subject: `mpc_withdrawal ${id}` })
}

const voidFunds = (outcome: string) => ({ funds: { end: 'voided', reason: `MPC withdrawal ${outcome}` } }) as const

export const mpcWithdrawalType: MovingType<MpcWithdrawalRow, MpcWithdrawalEvent> & RecordType = {
  states: mpcWithdrawalStates,
  table: 'mpc_withdrawals',
  getRow,
  readFacts: async (work, id) => readMinedFacts(work, 'mpc_withdrawal', await getRow(work, id)),
  moves: {
    approve: {},
    pay: { effect: payOut },
    confirm: { funds: { end: 'posted', reason: 'MPC withdrawal confirmed' } },
    deny: voidFunds('not approved'),
    reject: voidFunds('rejected'),
    discard: voidFunds('discarded'),
    fail: {
      async effect(work, row) {
        await dropTransaction(work, `mpc_withdrawal ${row.id}`)
        await dropReceivedTransaction(work, row)
      },
      ...voidFunds('failed'),
    },
  },
  step: (work, id) => runMove(work, mpcWithdrawalType, id),
  onSeen: (work, id, confirmations) => updateRow(work, id, { confirmations }),
  async onConfirmed(work, id, { height }, confirmations) {
    const { fee } = await getRow(work, id)
    await updateRow(work, id, { confirmations, real_fee: fee, tx_height: height ?? 0 })
    await moveRecord(work, mpcWithdrawalType, id, 'confirm')
  },
  onRemoved: createRemovalHandler('mpc_withdrawals'),
}
