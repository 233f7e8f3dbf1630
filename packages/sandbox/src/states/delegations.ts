import { isUnmined } from './guards.ts'
import type { StateTable } from './table.ts'

export type DelegationState = 'ordered' | 'sent' | 'delegated' | 'failed'
export type DelegationAction = 'fail' | 'send'
export type DelegationEvent = DelegationAction | 'confirm'

/**
 * States of a delegation of bandwidth and energy. The interface contains only the value 1, without a meaning. The
 * sandbox defines all other values.
 */
export const delegationStates: StateTable<DelegationState, DelegationEvent, DelegationAction> = {
  record: 'delegation',
  title: 'delegation',
  initial: 'ordered',
  happyPath: ['ordered', 'sent', 'delegated'],
  states: {
    ordered: { value: 0, isFinal: false, source: 'model', next: { event: 'send', after: 30_000 } },
    delegated: { value: 1, isFinal: true, source: 'model', tone: 'good' },
    failed: { value: 2, isFinal: true, source: 'model', tone: 'stop' },
    sent: { value: 3, isFinal: false, source: 'model' },
  },
  transitions: {
    send: {
      from: ['ordered'],
      to: 'sent',
      source: 'model',
      meaning: 'Sends the transactions, which the chain must confirm.',
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
      meaning: 'Ends a delegation that is not possible, while no block contains it: the funds are available again.',
    },
  },
  actions: {
    send: { call: 'delegations.send', event: 'send' },
    fail: { call: 'delegations.fail', event: 'fail', guards: [isUnmined] },
  },
}
