import { changeInterval, computeHeight } from '../chain/networks.ts'
import { settleNetwork } from '../chain/transactions.ts'
import { closeNetwork, openNetwork } from '../merchants/networks.ts'
import { getMerchant } from '../merchants/rows.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

type NetworkKey = MerchantScoped<{ readonly network: string }>

interface SandboxNetwork {
  readonly name: string
  /** Fee coin. */
  readonly symbol: string
  /** Height of the newest block. */
  readonly height: number
  /** Milliseconds between blocks; 0 if only `mine` makes blocks. */
  readonly interval: number
}

/** Control calls for networks: their blocks, and which of them MPC wallets of a merchant can use. */
export interface NetworksControl {
  /** Lists all networks, by name. */
  readonly list: () => Promise<readonly SandboxNetwork[]>
  /** Changes the milliseconds between blocks. With 0, only `mine` makes blocks. */
  readonly update: (network: { readonly name: string; readonly interval: number }) => Promise<void>
  readonly open: (key: NetworkKey) => Promise<void>
  readonly close: (key: NetworkKey) => Promise<void>
}

export function createNetworksControl({ run, read, appId }: ControlContext): NetworksControl {
  const createChange =
    (apply: typeof openNetwork) =>
    ({ appId: owner = appId, network }: NetworkKey) =>
      run(async (work) => {
        await getMerchant(work.db, owner)
        await apply(work, owner, network)
      })
  return {
    list: () =>
      read(async ({ db, now }) => {
        const networks = await db.selectFrom('networks').selectAll().orderBy('name').execute()
        return networks.map((network) => ({
          name: network.name,
          symbol: network.symbol,
          height: computeHeight(network, now),
          interval: network.interval,
        }))
      }),
    open: createChange(openNetwork),
    close: createChange(closeNetwork),
    update: ({ name, interval }) =>
      run(async (work) => {
        await changeInterval(work, name, interval)
        await settleNetwork(work, name)
      }),
  }
}
