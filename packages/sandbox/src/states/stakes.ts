import { canPayFee, isUnlocked, isUnmined } from './guards.ts'
import type { StateTable } from './table.ts'

export type StakeState = 'staking' | 'staked' | 'unbonding' | 'unbonded' | 'unstaking' | 'unstaked' | 'failed'
export type StakeAction = 'fail' | 'unbond' | 'unstake'
export type StakeEvent = StakeAction | 'confirmStake' | 'confirmUnbond' | 'confirmUnstake'

/**
 * States of a stake, until the coins are back in the wallet. The interface contains only the value 2000, without a
 * meaning. The sandbox defines all other values.
 */
export const stakeStates: StateTable<StakeState, StakeEvent, StakeAction> = {
  record: 'stake',
  title: 'stake',
  initial: 'staking',
  happyPath: ['staking', 'staked', 'unbonding', 'unbonded', 'unstaking', 'unstaked'],
  states: {
    staking: { value: 1000, isFinal: false, source: 'model' },
    staked: { value: 1100, isFinal: false, source: 'model', tone: 'good' },
    unbonding: { value: 1200, isFinal: false, source: 'model' },
    unbonded: { value: 1300, isFinal: false, source: 'model' },
    unstaking: { value: 1400, isFinal: false, source: 'model' },
    unstaked: { value: 2000, isFinal: true, source: 'model', tone: 'good' },
    failed: { value: 2400, isFinal: true, source: 'model', tone: 'stop' },
  },
  transitions: {
    confirmStake: {
      from: ['staking'],
      to: 'staked',
      source: 'model',
      meaning: 'The transaction of `stake` has its confirmations: the coins are staked.',
    },
    unbond: {
      from: ['staked'],
      to: 'unbonding',
      source: 'model',
      meaning: 'Sends the transaction of `unbond`. Its fee is deducted from the stake.',
    },
    confirmUnbond: {
      from: ['unbonding'],
      to: 'unbonded',
      source: 'model',
      meaning: 'The transaction of `unbond` has its confirmations. The coins stay locked for some blocks.',
    },
    unstake: {
      from: ['unbonded'],
      to: 'unstaking',
      source: 'model',
      meaning: 'Sends the transaction of `unstake` once the lock has ended. Its fee is deducted from the stake.',
    },
    confirmUnstake: {
      from: ['unstaking'],
      to: 'unstaked',
      source: 'model',
      meaning: 'The transaction of `unstake` has its confirmations: the coins are back in the wallet.',
    },
    fail: {
      from: ['staking'],
      to: 'failed',
      source: 'model',
      meaning:
        'Ends a stake that is not possible, while no block contains its transaction: the funds are available again.',
    },
  },
  actions: {
    unbond: { call: 'stakes.unbond', event: 'unbond', guards: [canPayFee] },
    unstake: { call: 'stakes.unstake', event: 'unstake', guards: [isUnlocked, canPayFee] },
    fail: { call: 'stakes.fail', event: 'fail', guards: [isUnmined] },
  },
}
