import { type NewStake, stakeCoins, stakeType } from '../life/stakes.ts'
import type { SandboxRecord } from '../records/list.ts'
import { type StakeAction, stakeStates } from '../states/stakes.ts'
import { createMoveCalls, type RecordCall, runChange } from './actions.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

/** Control calls for stakes. The chain confirms each step. */
export interface StakesControl extends Readonly<Record<StakeAction, RecordCall>> {
  readonly stake: (stake: MerchantScoped<NewStake>) => Promise<SandboxRecord>
}

export const createStakesControl = (context: ControlContext): StakesControl => ({
  ...createMoveCalls(context, 'stake', stakeType, stakeStates),
  stake: ({ appId = context.appId, ...input }) =>
    runChange(context, 'stake', (work) => stakeCoins(work, { ...input, appId })),
})
