// Settings of a client that its workflows use, so that callers set each option once.
import type { Profile } from '@custody-wallet/encryption'

import type { Resources } from '../generated/resources.ts'

/** A call that accepts a list of ids. */
export type ListedCall = 'getStakingDetails' | 'listDelegations' | 'listMpcWithdrawals' | 'listWithdrawals'

/** Settings of a sealed client. Those of a plain client are empty. */
export interface ClientSettings {
  /** Settings of the profile for open points of the interface. */
  readonly readings?: Pick<Profile, 'batch' | 'cursor' | 'finality' | 'pushWhen'>
  /** Most characters of a sealed URL. */
  readonly maxUrlLength?: number
  /** Measures the sealed URL of a call with some ids, in characters. */
  readonly measureLength?: (call: ListedCall, ids: readonly string[]) => Promise<number>
}

// A registered symbol: spreading a client copies it, and other copies of the package find it.
const key: unique symbol = Symbol.for('@custody-wallet/client')

interface ClientWithSettings {
  readonly [key]?: ClientSettings | undefined
}

export const attachSettings = <Client extends Resources>(
  client: Client,
  settings: ClientSettings | undefined,
): Client => ({ ...client, [key]: settings })

export const getSettings = (client: Resources & ClientWithSettings): ClientSettings | undefined => client[key]
