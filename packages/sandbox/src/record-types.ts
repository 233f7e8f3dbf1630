import type { RecordTypes } from './engine/record-types.ts'
import { collectionEffects, runCollectionStep } from './life/collection.ts'
import { depositEffects } from './life/deposits.ts'
import { minerFeeEffects } from './life/miner-fees.ts'
import { runWithdrawalStep, withdrawalEffects } from './life/withdrawals.ts'
import { runNotificationStep } from './outbox/messages.ts'
import { delegationEffects, runDelegationStep } from './resources/delegations.ts'
import { mpcWithdrawalEffects, runMpcWithdrawalStep } from './resources/mpc-withdrawals.ts'
import { stakeEffects } from './resources/stakes.ts'
import { delegationStates } from './states/delegations.ts'
import { depositStates } from './states/deposits.ts'
import { mpcWithdrawalStates } from './states/mpc-withdrawals.ts'
import { stakeStates } from './states/stakes.ts'
import { withdrawalStates } from './states/withdrawals.ts'

/** All types of records that the chain or a timer moves. */
export const recordTypes: RecordTypes = {
  collection: { ...collectionEffects, step: runCollectionStep },
  deposit: {
    ...depositEffects,
    waiting: { table: 'deposits', states: depositStates, onChain: depositStates.states.confirming.value },
  },
  withdrawal: {
    ...withdrawalEffects,
    step: runWithdrawalStep,
    waiting: { table: 'withdrawals', states: withdrawalStates, onChain: withdrawalStates.states.paying.value },
  },
  miner_fee: minerFeeEffects,
  delegation: {
    ...delegationEffects,
    step: runDelegationStep,
    waiting: { table: 'delegations', states: delegationStates },
  },
  mpc_withdrawal: {
    ...mpcWithdrawalEffects,
    step: runMpcWithdrawalStep,
    waiting: { table: 'mpc_withdrawals', states: mpcWithdrawalStates },
  },
  stake: { ...stakeEffects, waiting: { table: 'stakes', states: stakeStates } },
  notification: { step: runNotificationStep },
}
