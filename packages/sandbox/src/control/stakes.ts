import {
  failStake,
  type NewStake,
  stakeCoins,
  type StakeRecord,
  unbondStake,
  unstakeCoins,
} from '../resources/stakes.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'

/** Control calls for stakes. The chain confirms each step. */
export interface StakesControl {
  readonly stake: (stake: MerchantScoped<NewStake>) => Promise<StakeRecord>
  readonly unbond: (key: RecordKey) => Promise<StakeRecord>
  /** Possible once the lock of `unbond` has ended. */
  readonly unstake: (key: RecordKey) => Promise<StakeRecord>
  readonly fail: (key: RecordKey) => Promise<StakeRecord>
}

export const createStakesControl = ({ run, appId }: ControlContext): StakesControl => ({
  stake: ({ appId: owner = appId, ...input }) => run((work) => stakeCoins(work, { ...input, appId: owner })),
  unbond: ({ id }) => run((work) => unbondStake(work, id)),
  unstake: ({ id }) => run((work) => unstakeCoins(work, id)),
  fail: ({ id }) => run((work) => failStake(work, id)),
})
