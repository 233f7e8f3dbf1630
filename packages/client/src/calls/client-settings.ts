// What the workflows need to know about a client, so that its options are given once.
import type { Profile } from '@custody-wallet/encryption'

import type { Resources } from '../generated/resources.ts'

/** A call that takes a list of ids. */
export type ListedCall = 'getStakingDetails' | 'listDelegations' | 'listMpcWithdrawals' | 'listWithdrawals'

/** Settings of a sealed client. A plain client has none. */
export interface ClientSettings {
  /** How the profile reads what the interface leaves open. */
  readonly readings?: Pick<Profile, 'batch' | 'cursor' | 'finality' | 'poolRule'>
  /** Characters of a sealed URL at most. */
  readonly maxUrlLength?: number
  /** Characters of the sealed URL of a call for some ids. */
  readonly measureLength?: (call: ListedCall, ids: readonly string[]) => Promise<number>
}

// A symbol of the registry, so that spreading a client copies it and other copies of the package find it.
const key: unique symbol = Symbol.for('@custody-wallet/client')

interface ClientWithSettings {
  readonly [key]?: ClientSettings | undefined
}

export const attachSettings = <Client extends Resources>(
  client: Client,
  settings: ClientSettings | undefined,
): Client => ({ ...client, [key]: settings })

export const getSettings = (client: Resources & ClientWithSettings): ClientSettings | undefined => client[key]
