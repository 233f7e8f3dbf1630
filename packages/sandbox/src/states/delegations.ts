import type { StateTable } from './table.ts'

export type DelegationState = 'ordered' | 'sent' | 'delegated' | 'failed'
export type DelegationEvent = 'send' | 'confirm' | 'fail'

/**
 * States of a delegation of bandwidth and energy. The interface contains only the value 1, without a meaning. The
 * sandbox defines all other values.
 */
export const delegationStates: StateTable<DelegationState, DelegationEvent> = {
  record: 'delegation',
  initial: 'ordered',
  states: {
    ordered: { value: 0, isFinal: false, source: 'model', next: { event: 'send', after: 30_000 } },
    delegated: { value: 1, isFinal: true, source: 'model' },
    failed: { value: 2, isFinal: true, source: 'model' },
    sent: { value: 3, isFinal: false, source: 'model' },
  },
  transitions: {
    send: {
      from: ['ordered'],
      to: 'sent',
      source: 'model',
      meaning: 'The transactions were sent, and the chain must confirm them.',
    },
    confirm: {
      from: ['sent'],
      to: 'delegated',
      source: 'model',
      meaning: 'The transactions have enough confirmations: the wallet has paid.',
    },
    fail: {
      from: ['ordered', 'sent'],
      to: 'failed',
      source: 'model',
      meaning: 'The delegation is not possible, and no block contains it: the funds are available again.',
    },
  },
}
