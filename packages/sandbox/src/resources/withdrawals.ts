import { formatAmount } from '../amounts.ts'
import { describeUnknownCoin, findCoin, getCoin } from '../chain/coins.ts'
import { endUnpaidWithdrawal, type Withdrawal } from '../life/withdrawals.ts'
import { reject } from '../rules/rejection.ts'
import { findObstacle } from '../states/table.ts'
import { cancellation, withdrawalStates } from '../states/withdrawals.ts'
import type { CallHandlers } from './calls.ts'
import { getPageLimit } from './pages.ts'

const { paying: payingState, cancelled: cancelledState } = withdrawalStates.states

export const withdrawalCalls: CallHandlers<'cancelWithdrawal' | 'listWithdrawals' | 'pullWithdrawals'> = {
  async listWithdrawals({ db }, { ids }, { appId }) {
    const rows = await db
      .selectFrom('withdrawals')
      .innerJoin('coins', 'coins.symbol', 'withdrawals.symbol')
      .innerJoin('coins as base', 'base.symbol', 'coins.base_symbol')
      .selectAll('withdrawals')
      .select(['coins.decimals', 'base.decimals as base_decimals', 'base.symbol as fee_symbol'])
      .where('withdrawals.app_id', '=', appId)
      .where('withdrawals.request_id', 'in', ids)
      .orderBy('withdrawals.id')
      .execute()
    return rows.map((row) => toRecord(row, row))
  },

  async pullWithdrawals({ db }, { symbol }, { appId }) {
    const coin = await findCoin(db, symbol)
    if (!coin) reject('pullWithdrawals', 'coin-known', await describeUnknownCoin(db, symbol))
    const { decimals } = await getCoin(db, coin.base_symbol)
    const rows = await db
      .selectFrom('withdrawals')
      .innerJoin('merchants', 'merchants.app_id', 'withdrawals.app_id')
      .selectAll('withdrawals')
      .where('withdrawals.app_id', '=', appId)
      .where('merchants.payer', '=', 'merchant')
      .where('withdrawals.symbol', '=', symbol)
      .where('withdrawals.status', '=', payingState.value)
      .where('withdrawals.txid', '=', '')
      .where('withdrawals.held', '=', 0)
      .orderBy('withdrawals.id', 'desc')
      .limit(getPageLimit('pull-page'))
      .execute()
    return rows.toReversed().map((row) => ({
      trans_id: row.id,
      symbol,
      amount: formatAmount(row.amount, coin.decimals),
      fee: formatAmount(row.fee, decimals),
      address_to: row.address_to,
    }))
  },

  async cancelWithdrawal(work, { symbol, trans_id: id, msg }, { appId }) {
    const withdrawal = await work.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('symbol', '=', symbol)
      .executeTakeFirst()
    if (!withdrawal)
      reject('cancelWithdrawal', 'withdrawal-exists', `this merchant has no withdrawal ${id} in ${symbol}.`)
    // A retry succeeds if the withdrawal is cancelled already.
    if (withdrawal.status === cancelledState.value) return
    const obstacle = findObstacle(withdrawalStates, cancellation, withdrawal)
    if (obstacle !== undefined) reject('cancelWithdrawal', 'withdrawal-unsent', obstacle)
    await endUnpaidWithdrawal(work, withdrawal, 'cancel', msg)
  },
}

interface CoinUnits {
  readonly decimals: number
  readonly base_decimals: number
  readonly fee_symbol: string
}

const toRecord = (row: Withdrawal, { decimals, base_decimals, fee_symbol }: CoinUnits) => ({
  id: row.id,
  request_id: row.request_id,
  uid: row.uid,
  symbol: row.symbol,
  amount: formatAmount(row.amount, decimals),
  withdraw_fee: formatAmount(row.withdraw_fee, decimals),
  withdraw_fee_symbol: row.symbol,
  fee: formatAmount(row.fee, base_decimals),
  real_fee: formatAmount(row.real_fee, base_decimals),
  fee_symbol,
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
