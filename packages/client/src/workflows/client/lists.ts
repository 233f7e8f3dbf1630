import type { Delegation, MpcWithdrawal, StakingDetails, Withdrawal } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { ClientSettings, ListedCall } from '../../calls/client-settings.ts'
import type { Resources } from '../../generated/resources.ts'
import { type ListSource, lookUp } from '../batches/look-up.ts'
import type { Lister } from './options.ts'

/** The calls that take a list of ids, for lists of any length. */
export interface Listers {
  readonly withdrawals: Lister<Withdrawal>
  readonly mpcWithdrawals: Lister<MpcWithdrawal>
  readonly delegations: Lister<Delegation>
  readonly staking: Lister<StakingDetails>
}

type Requested = { readonly request_id: string }

export function listersOf(
  { withdrawals, mpcWithdrawals, delegations, staking }: Resources,
  { readings, maxUrlLength, lengthOf: lengthOfCall }: ClientSettings,
): Listers {
  function lister<R>(call: ListedCall, list: ListSource<R>, idOf: (record: R) => string): Lister<R> {
    const { maximum, caps, separator } = operations[call].batch
    const lengthOf = lengthOfCall && ((ids: readonly string[]) => lengthOfCall(call, ids))
    const most = isOpen(call) ? (readings?.batch.maximum ?? maximum) : maximum
    return (ids, options) =>
      lookUp(list, ids, { ...options, idOf, caps, separator, maximum: most, lengthOf, maxUrlLength })
  }
  const requestId = ({ request_id }: Requested): string => request_id
  return {
    withdrawals: lister('listWithdrawals', (ids, how) => withdrawals.list({ ids }, how), requestId),
    mpcWithdrawals: lister('listMpcWithdrawals', (ids, how) => mpcWithdrawals.list({ ids }, how), requestId),
    delegations: lister('listDelegations', (ids, how) => delegations.list({ ids }, how), requestId),
    staking: lister(
      'getStakingDetails',
      (ids, how) => staking.details({ ids }, how),
      ({ id }) => String(id),
    ),
  }
}

// The interface does not show how many ids these calls take, so the profile says it.
const isOpen = (call: ListedCall): boolean => call === 'listDelegations' || call === 'listMpcWithdrawals'
