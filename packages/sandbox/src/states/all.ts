import { delegationStates } from './delegations.ts'
import { depositStates } from './deposits.ts'
import { minerFeeStates } from './miner-fees.ts'
import { mpcWithdrawalStates } from './mpc-withdrawals.ts'
import { stakeStates } from './stakes.ts'
import type { StateTable } from './table.ts'
import { withdrawalStates } from './withdrawals.ts'

/** Name in the contract of the known values of `status`. */
type StatusName =
  | 'delegationStatus'
  | 'depositStatus'
  | 'minerFeeStatus'
  | 'mpcWithdrawalStatus'
  | 'stakingStatus'
  | 'withdrawalStatus'

/** All tables of states. */
export const stateTables: Readonly<Record<StatusName, StateTable>> = {
  withdrawalStatus: withdrawalStates,
  depositStatus: depositStates,
  minerFeeStatus: minerFeeStates,
  mpcWithdrawalStatus: mpcWithdrawalStates,
  stakingStatus: stakeStates,
  delegationStatus: delegationStates,
}
