import type { StateTable } from './table.ts'

export type MinerFeeState = 'failed' | 'pending' | 'succeeded'
export type MinerFeeEvent = 'confirm'

/** States of a miner-fee record. */
export const minerFeeStates: StateTable<MinerFeeState, MinerFeeEvent> = {
  record: 'miner_fee',
  initial: 'pending',
  states: {
    pending: { value: 0, isFinal: false, source: 'documented' },
    succeeded: { value: 1, isFinal: true, source: 'documented' },
    failed: { value: 2, isFinal: true, source: 'documented' },
  },
  transitions: {
    confirm: {
      from: ['pending'],
      to: 'succeeded',
      source: 'model',
      meaning: 'The chain or a notification shows enough confirmations.',
    },
  },
}
