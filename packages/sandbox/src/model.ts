/**
 * States and rules of the sandbox as data, each with its source: the interface, public documents, or the sandbox's model.
 *
 * @example
 * ```ts
 * import { records, rules } from '@custody-wallet/sandbox/model'
 *
 * for (const { table } of records) console.log(table.record, Object.keys(table.states))
 * console.log(rules['coin-known'].says)
 * ```
 *
 * @module
 */
import { states } from '@custody-wallet/types'

import { delegationStates } from './states/delegations.ts'
import { depositStates } from './states/deposits.ts'
import { minerFeeStates } from './states/miner-fees.ts'
import { mpcWithdrawalStates } from './states/mpc-withdrawals.ts'
import { stakeStates } from './states/stakes.ts'
import type { StateTable } from './states/table.ts'
import { withdrawalStates } from './states/withdrawals.ts'

export { limits, type Rule, rules } from './rules/rules.ts'
export type { RuleSource, StateDefinition, StateTable, TransitionDefinition } from './states/table.ts'

export interface RecordModel {
  /** Display name. */
  readonly title: string
  readonly table: StateTable
  /** Meanings in the contract of the values of `status`. */
  readonly meanings: Readonly<Record<string, { readonly meaning: string }>>
}

/** All types of records with a state. */
export const records: readonly RecordModel[] = [
  { title: 'Withdrawal', table: withdrawalStates, meanings: states.withdrawalStatus },
  { title: 'Deposit', table: depositStates, meanings: states.depositStatus },
  { title: 'Miner fee', table: minerFeeStates, meanings: states.minerFeeStatus },
  { title: 'MPC withdrawal', table: mpcWithdrawalStates, meanings: states.mpcWithdrawalStatus },
  { title: 'Stake', table: stakeStates, meanings: states.stakingStatus },
  { title: 'Delegation', table: delegationStates, meanings: states.delegationStatus },
]
