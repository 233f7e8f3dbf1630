import type { InternalNotification } from '@custody-wallet/types'

import { formatAmount, PrecisionError, toUnits } from '../amounts.ts'
import { type Coin, describeUnknownCoin, findCoin, getCoin, isConfirmedBy } from '../chain/coins.ts'
import { getCurrentTxid } from '../chain/transactions.ts'
import { FundsError } from '../ledger/post.ts'
import { countConfirmations, type MinerFee, payMinerFee, recordMinerFee } from '../life/miner-fees.ts'
import { getMerchant } from '../merchants/rows.ts'
import { reject } from '../rules/rejection.ts'
import { minerFeeStates } from '../states/miner-fees.ts'
import type { Work } from '../work.ts'
import type { CallHandlers } from './calls.ts'
import { getPageLimit } from './pages.ts'

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
    if (!coin) reject('notifyInternal', 'coin-known', await describeUnknownCoin(work.db, notification.symbol))
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
