import { getNetwork } from '../chain/networks.ts'
import type { Database } from '../store/database.ts'
import type { Work } from '../work.ts'
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

/** Opens a network for the MPC wallets of a merchant. */
export async function openNetwork({ db }: Work, appId: string, name: string): Promise<void> {
  const { name: network } = await getNetwork(db, name)
  await db
    .insertInto('open_networks')
    .values({ app_id: appId, network })
    .onConflict((conflict) => conflict.columns(['app_id', 'network']).doNothing())
    .execute()
}

/** Closes a network. Sent transactions continue. */
export async function closeNetwork({ db }: Work, appId: string, name: string): Promise<void> {
  const { name: network } = await getNetwork(db, name)
  await db.deleteFrom('open_networks').where('app_id', '=', appId).where('network', '=', network).execute()
}

/** Throws unless MPC wallets of a merchant can use the network. */
export async function checkNetworkIsOpen({ db }: Work, appId: string, network: string): Promise<void> {
  const row = await db
    .selectFrom('open_networks')
    .select('network')
    .where('app_id', '=', appId)
    .where('network', '=', network)
    .executeTakeFirst()
  if (!row) throw new TypeError(`${network} is not open for ${appId}: call networks.open first.`)
}
