// What a client tells the workflows about itself, so that its options are given once.
import type { Profile } from '@custody-wallet/encryption'

import type { Resources } from '../generated/resources.ts'

/** A call that takes a list of ids. */
export type ListedCall = 'getStakingDetails' | 'listDelegations' | 'listMpcWithdrawals' | 'listWithdrawals'

/** A plain client has none of them: it seals nothing and has no profile. */
export interface ClientSettings {
  /** How the profile reads what the interface leaves open. */
  readonly readings?: Pick<Profile, 'batch' | 'cursor' | 'finality' | 'poolRule'>
  /** Characters of a sealed URL at most. */
  readonly maxUrlLength?: number
  /** Characters of the sealed URL of a call for some ids. */
  readonly lengthOf?: (call: ListedCall, ids: readonly string[]) => Promise<number>
}

// Spreading a client copies this member, and every copy of the package knows it. A new shape needs a new name.
const key: unique symbol = Symbol.for('@custody-wallet/client')

interface Settled {
  readonly [key]?: ClientSettings | undefined
}

export const withSettings = <Client extends Resources>(
  client: Client,
  settings: ClientSettings | undefined,
): Client => ({ ...client, [key]: settings })

export const settingsIn = (client: Resources & Settled): ClientSettings | undefined => client[key]
