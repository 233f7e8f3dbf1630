import type { Deposit, MinerFee, Stake, StateName } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { ClientSettings } from '../../calls/client-settings.ts'
import type { Resources } from '../../generated/resources.ts'
import { since } from '../cursors/since.ts'
import type { Tracked } from '../follow/book.ts'
import { finalStatus, type FollowSource } from '../follow/source.ts'
import type { SourceOptions } from '../moves.ts'
import type { Iterating, Lister } from './options.ts'

/** Records that can be iterated over and followed. */
export type Sync<R> = FollowSource<R> & { readonly since: Iterating<R> }

export interface Syncs {
  readonly deposits: Sync<Deposit>
  readonly minerFees: Sync<MinerFee>
  readonly staking: Sync<Stake>
}

interface Numbered extends Tracked {
  readonly id: number
}

const idOf = ({ id }: Numbered): number => id

/** Iteration over the calls that page by `max_id`. Stakes alone can be looked up by their ids as well. */
export function syncsOf(
  { deposits, minerFees, staking }: Resources,
  details: Lister<Stake>,
  { readings }: ClientSettings,
): Syncs {
  const { first = '0' } = readings?.cursor ?? {}
  const isFinal = (state: StateName) => finalStatus(state, readings?.finality[state])
  const { cursor: perDeposits } = operations.syncDeposits
  const { cursor: perMinerFees } = operations.syncMinerFees
  const { cursor: perStakes } = operations.listStakes
  const look = {
    maximum: operations.getStakingDetails.batch.maximum,
    list: async (ids: readonly string[], how: SourceOptions) => (await details(ids, how)).found,
  }
  return {
    deposits: iterable({
      name: 'deposits',
      ...perDeposits,
      idOf,
      first,
      isFinal: isFinal('depositStatus'),
      fetch: (max_id: string, how: SourceOptions) => deposits.sync({ max_id }, how),
    }),
    minerFees: iterable({
      name: 'minerFees',
      ...perMinerFees,
      idOf,
      first,
      isFinal: isFinal('minerFeeStatus'),
      fetch: (max_id: number, how: SourceOptions) => minerFees.sync({ max_id }, how),
    }),
    staking: iterable({
      name: 'staking',
      ...perStakes,
      idOf,
      first,
      look,
      isFinal: isFinal('stakingStatus'),
      fetch: (max_id: string, how: SourceOptions) => staking.list({ max_id }, how),
    }),
  }
}

function iterable<R>(source: FollowSource<R>): Sync<R> {
  const { page, idOf: id } = source
  return {
    ...source,
    since: (cursor = source.first ?? 0, options = {}) =>
      source.kind === 'text'
        ? since(source.fetch, { ...options, cursor, page, idOf: id, kind: source.kind })
        : since(source.fetch, { ...options, cursor, page, idOf: id, kind: source.kind }),
  }
}
