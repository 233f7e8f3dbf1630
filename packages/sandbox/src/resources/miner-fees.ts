import type { InternalNotification } from '@custody-wallet/types'
import type { Insertable, Selectable } from 'kysely'

import { formatAmount, PrecisionError, toUnits } from '../amounts.ts'
import { type Coin, getCoin, findCoin, isConfirmedBy } from '../chain/coins.ts'
import { getCurrentTxid, type SubjectEffects } from '../chain/transactions.ts'
import { toUserOwner } from '../ledger/accounts.ts'
import { FundsError, postTransfer } from '../ledger/post.ts'
import { getMerchant } from '../merchants/rows.ts'
import { reportMinerFee } from '../notifications/messages.ts'
import { reject } from '../rules/rejection.ts'
import { recordState } from '../states/history.ts'
import { minerFeeStates } from '../states/miner-fees.ts'
import { applyEvent } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import type { CallHandlers } from './calls.ts'
import { getPageLimit } from './pages.ts'
import { createRemovalHandler } from './removed.ts'

type MinerFee = Selectable<Schema['miner_fees']>

const { pending: pendingState, succeeded: succeededState } = minerFeeStates.states

export const minerFeeCalls: CallHandlers<'notifyInternal' | 'syncMinerFees'> = {
  async syncMinerFees({ db }, { max_id: cursor = 0 }, { appId }) {
    const rows = await db
      .selectFrom('miner_fees')
      .innerJoin('coins', 'coins.symbol', 'miner_fees.symbol')
      .innerJoin('coins as base', 'base.symbol', 'miner_fees.base_symbol')
      .selectAll('miner_fees')
      .select(['coins.decimals', 'base.decimals as base_decimals'])
      .where('miner_fees.app_id', '=', appId)
      .where('miner_fees.id', '>', cursor)
      .orderBy('miner_fees.id')
      .limit(getPageLimit('miner-fee-page'))
      .execute()
    return rows.map((row) => toRecord(row, row))
  },

  async notifyInternal(work, notification, { appId }) {
    const coin = await findCoin(work.db, notification.symbol)
    if (!coin) reject('notifyInternal', 'coin-known', `there is no coin ${notification.symbol}.`)
    const base = await getCoin(work.db, coin.base_symbol)
    const amount = toExactUnits(notification.amount, coin)
    const fee = toExactUnits(notification.fee, base)
    const knownFee = await findSameTransaction(work, appId, notification)
    if (!knownFee) {
      await deductFee(work, appId, notification, { coin, amount, fee })
      return
    }
    // `confirm` and `balance` may change between duplicates.
    if (amount !== BigInt(knownFee.amount) || fee !== BigInt(knownFee.fee))
      reject('notifyInternal', 'internal-facts', `${knownFee.txid} was notified with other facts before.`)
    const { confirm } = notification
    await countConfirmations(work, knownFee.id, confirm, isConfirmedBy(coin, confirm))
  },
}

const toRecord = (row: MinerFee, { decimals, base_decimals }: Record<'base_decimals' | 'decimals', number>) => ({
  id: row.id,
  symbol: row.symbol,
  amount: formatAmount(row.amount, decimals),
  fee: formatAmount(row.fee, base_decimals),
  created_at: row.created_at,
  updated_at: row.updated_at,
  txid: row.txid,
  confirmations: row.confirmations,
  status: row.status,
  address_from: row.address_from,
  address_to: row.address_to,
  txid_type: row.txid_type,
  base_symbol: row.base_symbol,
  contract_address: row.contract_address,
  email: row.email,
})

async function findSameTransaction(
  work: Work,
  appId: string,
  { address_from = '', address_to, memo = '', symbol, txid }: InternalNotification,
): Promise<MinerFee | undefined> {
  return work.db
    .selectFrom('miner_fees')
    .selectAll()
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('txid', '=', await getCurrentTxid(work, { txid, symbol, address_to, memo }))
    .where('address_from', '=', address_from)
    .where('address_to', '=', address_to)
    .where('memo', '=', memo)
    .executeTakeFirst()
}

interface InternalFacts {
  readonly coin: Coin
  readonly amount: bigint
  readonly fee: bigint
}

/**
 * Deducts the fee of a notified transaction from the collection account, in the fee coin. The first notification
 * deducts it, because the network takes the fee with the block. The record is pending until a notification has enough
 * confirmations.
 */
async function deductFee(
  work: Work,
  appId: string,
  notification: InternalNotification,
  { coin, amount, fee }: InternalFacts,
): Promise<void> {
  const { address_from = '', address_to, memo = '', txid, confirm } = notification
  const { collection_uid: uid } = await getMerchant(work.db, appId)
  const { id } = await recordMinerFee(work, coin, {
    app_id: appId,
    amount: `${amount}`,
    fee: `${fee}`,
    address_from,
    address_to,
    memo,
    txid,
    confirmations: confirm,
    email: '',
    payer: uid,
    unpaid: '0',
    status: (isConfirmedBy(coin, confirm) ? succeededState : pendingState).value,
  })
  if (fee === 0n) return
  try {
    await payMinerFee(work, { appId, symbol: coin.base_symbol, uid, fee, subject: `miner_fee ${id}` })
  } catch (error) {
    if (!(error instanceof FundsError)) throw error
    reject(
      'notifyInternal',
      'internal-funds',
      `the collection account (user ${uid}) needs ${notification.fee} ${coin.base_symbol} for the fee.`,
    )
  }
}

function toExactUnits(amount: string, { decimals }: Coin): bigint {
  try {
    return toUnits(amount, decimals)
  } catch (error) {
    if (error instanceof PrecisionError) reject('notifyInternal', 'amount-precision', error.message)
    throw error
  }
}

type NewMinerFee = Omit<
  Insertable<Schema['miner_fees']>,
  'base_symbol' | 'contract_address' | 'created_at' | 'id' | 'symbol' | 'txid_type' | 'updated_at'
>

// Public documents use 0 for transactions on a chain and 1 for others.
const onChainType = '0'

/** Records the miner fee of a transaction. */
export async function recordMinerFee(work: Work, coin: Coin, input: NewMinerFee): Promise<MinerFee> {
  const record = await work.db
    .insertInto('miner_fees')
    .values({
      ...input,
      symbol: coin.symbol,
      base_symbol: coin.base_symbol,
      contract_address: coin.contract_address,
      txid_type: onChainType,
      created_at: work.now,
      updated_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, `miner_fee ${record.id}`, record.status)
  return record
}

const feeReason = 'miner fee'

interface FeePayment {
  readonly appId: string
  readonly symbol: string
  readonly uid: number
  readonly fee: bigint
  readonly subject: string
}

/** Deducts a miner fee from a user's account. Throws a `FundsError` if the balance is too small. */
export const payMinerFee = (work: Work, { appId, symbol, uid, fee, subject }: FeePayment): Promise<void> =>
  postTransfer(work, {
    appId,
    symbol,
    from: toUserOwner(uid),
    to: 'miners',
    amount: fee,
    subject,
    reason: feeReason,
  })

/** A fee that an account could not pay. */
export interface UnpaidFee {
  readonly subject: string
  readonly reason: string
  readonly amount: string
  readonly created_at: number
}

/** Lists the unpaid fees of a user in a coin, the oldest first. */
export async function listUnpaidFees(
  db: Database,
  { appId, symbol, uid }: Pick<FeePayment, 'appId' | 'symbol' | 'uid'>,
  decimals: number,
): Promise<readonly UnpaidFee[]> {
  const rows = await db
    .selectFrom('miner_fees')
    .select(['id', 'unpaid', 'created_at'])
    .where('app_id', '=', appId)
    .where('payer', '=', uid)
    .where('base_symbol', '=', symbol)
    .where('unpaid', '<>', '0')
    .orderBy('id')
    .execute()
  return rows.map(({ id, unpaid, created_at }) => ({
    subject: `miner_fee ${id}`,
    reason: feeReason,
    amount: formatAmount(unpaid, decimals),
    created_at,
  }))
}

/**
 * Updates the confirmations of a record, which never decrease. With enough of them, it succeeds. Returns whether it
 * succeeded now.
 */
async function countConfirmations(
  work: Work,
  id: number,
  confirmations: number,
  isConfirmed: boolean,
): Promise<boolean> {
  const { db, now } = work
  const record = await db
    .selectFrom('miner_fees')
    .select(['confirmations', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isSucceeding = isConfirmed && record.status === pendingState.value
  const status = isSucceeding ? applyEvent(minerFeeStates, id, record.status, 'confirm') : record.status
  await db
    .updateTable('miner_fees')
    .set({ confirmations: Math.max(record.confirmations, confirmations), status, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (isSucceeding) await recordState(work, `miner_fee ${id}`, status)
  return isSucceeding
}

/** Effects of the chain on a miner-fee record. */
export const minerFeeEffects: SubjectEffects = {
  async onSeen(work, id, confirmations) {
    await countConfirmations(work, id, confirmations, false)
  },
  async onConfirmed(work, id, _transaction, confirmations) {
    if (!(await countConfirmations(work, id, confirmations, true))) return
    const record = work.db.selectFrom('miner_fees').selectAll().where('id', '=', id)
    await reportMinerFee(work, await record.executeTakeFirstOrThrow())
  },
  onRemoved: createRemovalHandler('miner_fees'),
}
