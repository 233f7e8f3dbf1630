import { changeInterval } from '../chain/networks.ts'
import { settleNetwork } from '../chain/transactions.ts'
import { merchantOf } from '../merchants/rows.ts'
import { closeNetwork, openNetwork } from '../resources/networks.ts'
import { effects } from '../service/effects.ts'
import type { ControlContext, OfMerchant } from './context.ts'

type NetworkKey = OfMerchant<{ readonly network: string }>

/** Networks: their blocks, and those on which MPC wallets of a merchant can send. */
export interface NetworksControl {
  /** Changes the milliseconds between blocks; 0 leaves them to `mine`. */
  readonly update: (network: { readonly name: string; readonly interval: number }) => Promise<void>
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
  return {
    open: change(openNetwork),
    close: change(closeNetwork),
    update: ({ name, interval }) =>
      run(async (work) => {
        await changeInterval(work, name, interval)
        await settleNetwork(work, name, effects)
      }),
  }
}
