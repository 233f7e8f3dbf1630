import { formatAmount } from '../amounts.ts'
import type { CallHandlers } from './calls.ts'

export const delegationCalls: CallHandlers<'listDelegations'> = {
  async listDelegations({ db }, { ids }, { appId }) {
    const rows = await db
      .selectFrom('delegations as record')
      .innerJoin('coins as coin', 'coin.symbol', 'record.symbol')
      .selectAll('record')
      .select('coin.decimals')
      .where('record.app_id', '=', appId)
      .where('record.request_id', 'in', ids)
      .orderBy('record.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      request_id: row.request_id,
      address_form: row.address_from,
      address_to: row.address_to,
      contract_address: row.contract_address,
      service_charge_rate: row.service_charge_rate,
      service_charge: formatAmount(row.service_charge, row.decimals),
      resource_type: row.resource_type,
      buy_type: row.buy_type,
      net_num: row.net_num,
      energy_num: row.energy_num,
      net_txid: row.net_txid,
      energy_txid: row.energy_txid,
      net_price: row.net_price,
      energy_price: row.energy_price,
      status: row.status,
    }))
  },
}
