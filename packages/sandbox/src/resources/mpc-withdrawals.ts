import { formatAmount } from '../amounts.ts'
import type { CallHandlers } from './calls.ts'

export const mpcWithdrawalCalls: CallHandlers<'listMpcWithdrawals'> = {
  async listMpcWithdrawals({ db }, { ids }, { appId }) {
    const rows = await db
      .selectFrom('mpc_withdrawals as record')
      .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
      .innerJoin('coins as base', 'base.symbol', 'coin.base_symbol')
      .selectAll('record')
      .select(['coin.base_symbol', 'coin.contract_address', 'coin.decimals', 'base.decimals as fee_decimals'])
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map((row) => ({
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
    }))
  },
}
