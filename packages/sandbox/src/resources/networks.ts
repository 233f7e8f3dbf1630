import type { Database } from '../store/database.ts'
import type { CallHandlers } from './calls.ts'

export const networkCalls: CallHandlers<'listNetworks'> = {
  async listNetworks({ db }, _, { appId }) {
    const networks = await listNetworks(db, appId)
    return {
      open_main_chain: networks.filter(({ isOpen }) => isOpen).map(({ entry }) => entry),
      support_main_chain: networks.map(({ entry, isOpen }) => ({ ...entry, if_open_chain: isOpen })),
    }
  },
}

/** Lists all networks, and whether they are open for a merchant. */
async function listNetworks(db: Database, appId: string) {
  const rows = await db
    .selectFrom('networks')
    .leftJoin('open_networks as open', (join) =>
      join.onRef('open.network', '=', 'networks.name').on('open.app_id', '=', appId),
    )
    .selectAll('networks')
    .select('open.network as open')
    .orderBy('networks.name')
    .execute()
  return rows.map(({ name, symbol, symbol_alias, acceleration, open }) => ({
    entry: { coin_net: name, symbol, symbol_alias, support_acceleration: acceleration === 1 },
    isOpen: open !== null,
  }))
}
