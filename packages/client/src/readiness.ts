import type { Party } from '@custody-wallet/encryption'

import type { ServerClock } from './clock.ts'

/** Whether each part that calls need is ready. */
export type CustodyReadiness = Readonly<Record<'clock' | 'keys' | 'token', boolean>>

interface ReadinessParts {
  readonly party: Party
  readonly time: Pick<ServerClock, 'compare'>
  /** Absent without an Api-Key. */
  readonly accessToken: ((options?: { readonly signal: AbortSignal }) => Promise<string>) | undefined
}

/** Creates `ready`, which never rejects. */
export const createReadinessCheck =
  ({ party, time, accessToken }: ReadinessParts) =>
  async (signal?: AbortSignal): Promise<CustodyReadiness> => {
    const options = signal && { signal }
    const [keys, token] = await Promise.all([
      // A v1 call uses all keys except the one that may seal queries.
      succeeds(() => party.sealRequest('pullWithdrawals', { symbol: 'BTC' }, options)),
      succeeds(async () => accessToken?.(options)),
    ])
    const areQueriesSealed = await succeeds(() => party.sealRequest('listNetworks', {}, options))
    // After the token, whose response has the time of the service.
    return { clock: time.compare() === undefined, keys: keys && areQueriesSealed, token }
  }

async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step()
    return true
  } catch {
    return false
  }
}
