import type { StateTable } from './table.ts'

export type MinerFeeState = 'failed' | 'pending' | 'succeeded'
export type MinerFeeEvent = 'confirm'

/** States of a miner-fee record. */
export const minerFeeStates: StateTable<MinerFeeState, MinerFeeEvent, never> = {
  record: 'miner_fee',
  title: 'miner fee',
  initial: 'pending',
  happyPath: ['pending', 'succeeded'],
  states: {
    pending: { value: 0, isFinal: false, source: 'documented' },
    succeeded: { value: 1, isFinal: true, source: 'documented', tone: 'good' },
    failed: { value: 2, isFinal: true, source: 'documented', tone: 'stop' },
  },
  transitions: {
    confirm: {
      from: ['pending'],
      to: 'succeeded',
      source: 'model',
      meaning: 'The chain or a notification shows enough confirmations.',
    },
  },
  actions: {},
}
