import type { Profile } from '@custody-wallet/encryption'
import type { Urls } from '@custody-wallet/encryption/fetch'

/** A call that takes a list of ids. */
export type ListedCall = 'getStakingDetails' | 'listDelegations' | 'listMpcWithdrawals' | 'listWithdrawals'

/**
 * Measures the URL of a call with some ids, as a profile seals it. The ciphers are loaded when the first list is
 * measured: front ends, whose calls are not sealed, never load them.
 */
export function sealedLengths(
  profile: Profile,
  { base }: Pick<Urls, 'base'>,
): (call: ListedCall) => (ids: readonly string[]) => Promise<number> {
  async function load(): Promise<(call: ListedCall, ids: readonly string[]) => Promise<number>> {
    const [{ createParty }, { sealedLength }] = await Promise.all([
      import('@custody-wallet/encryption'),
      import('@custody-wallet/encryption/fetch'),
    ])
    const party = createParty(profile)
    return async (call, ids) => sealedLength(await party.sealRequest(call, { ids }), base)
  }
  let measure: ReturnType<typeof load> | undefined
  return (call) => async (ids) => (await (measure ??= load()))(call, ids)
}
