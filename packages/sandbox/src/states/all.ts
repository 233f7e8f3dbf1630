import { delegationStates } from './delegations.ts'
import { depositStates } from './deposits.ts'
import { minerFeeStates } from './miner-fees.ts'
import { mpcWithdrawalStates } from './mpc-withdrawals.ts'
import { stakeStates } from './stakes.ts'
import { withdrawalStates } from './withdrawals.ts'

/** All tables of states, by the name of the known values of `status` in the contract. */
export const stateTables = {
  withdrawalStatus: withdrawalStates,
  depositStatus: depositStates,
  minerFeeStatus: minerFeeStates,
  mpcWithdrawalStatus: mpcWithdrawalStates,
  stakingStatus: stakeStates,
  delegationStatus: delegationStates,
} as const
