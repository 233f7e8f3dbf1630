// Networks that are open for the MPC wallets of merchants.
import { getNetwork } from '../chain/networks.ts'
import type { Work } from '../work.ts'

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
