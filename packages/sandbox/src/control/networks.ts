import { merchantOf } from '../merchants/rows.ts'
import { closeNetwork, openNetwork } from '../resources/networks.ts'
import type { ControlContext } from './context.ts'

interface NetworkKey {
  readonly appId?: string | undefined
  readonly network: string
}

/** The networks on which MPC wallets of a merchant can send. */
export interface NetworksControl {
  readonly open: (key: NetworkKey) => Promise<void>
  readonly close: (key: NetworkKey) => Promise<void>
}

export function networksControl({ run, appId }: ControlContext): NetworksControl {
  const change =
    (apply: typeof openNetwork) =>
    ({ appId: owner = appId, network }: NetworkKey) =>
      run(async (work) => {
        await merchantOf(work.db, owner)
        await apply(work, owner, network)
      })
  return { open: change(openNetwork), close: change(closeNetwork) }
}
