import type { StateTable } from './table.ts'

export type MpcWithdrawalState =
  | 'waiting'
  | 'approved'
  | 'paying'
  | 'done'
  | 'unapproved'
  | 'rejected'
  | 'discarded'
  | 'failed'
export type MpcWithdrawalEvent = 'approve' | 'pay' | 'confirm' | 'deny' | 'reject' | 'discard' | 'fail'

/** States of a withdrawal from an MPC wallet. The interface contains 1200 and 2000 without meanings. */
export const mpcWithdrawalStates: StateTable<MpcWithdrawalState, MpcWithdrawalEvent> = {
  record: 'mpc_withdrawal',
  initial: 'waiting',
  states: {
    waiting: { value: 1000, isFinal: false, source: 'documented', next: { event: 'approve', after: 60_000 } },
    approved: { value: 1100, isFinal: false, source: 'documented', next: { event: 'pay', after: 60_000 } },
    paying: { value: 1200, isFinal: false, source: 'documented' },
    done: { value: 2000, isFinal: true, source: 'documented' },
    unapproved: { value: 2100, isFinal: true, source: 'documented' },
    rejected: { value: 2200, isFinal: true, source: 'documented' },
    discarded: { value: 2300, isFinal: true, source: 'documented' },
    failed: { value: 2400, isFinal: true, source: 'documented' },
  },
  transitions: {
    approve: {
      from: ['waiting'],
      to: 'approved',
      source: 'model',
      meaning: 'The approvers approve it.',
    },
    pay: {
      from: ['approved'],
      to: 'paying',
      source: 'model',
      meaning: 'A transaction was sent, and the chain must confirm it.',
    },
    confirm: {
      from: ['paying'],
      to: 'done',
      source: 'model',
      meaning: 'The transaction has enough confirmations.',
    },
    deny: {
      from: ['waiting'],
      to: 'unapproved',
      source: 'model',
      meaning: 'The approvers do not approve it: the funds are available again.',
    },
    reject: {
      from: ['waiting', 'approved'],
      to: 'rejected',
      source: 'model',
      meaning: 'Risk control rejects it: the funds are available again.',
    },
    discard: {
      from: ['waiting', 'approved'],
      to: 'discarded',
      source: 'model',
      meaning: 'The sender cancels it before it is sent: the funds are available again.',
    },
    fail: {
      from: ['approved', 'paying'],
      to: 'failed',
      source: 'model',
      meaning: 'The payment is not possible, and no block contains it: the funds are available again.',
    },
  },
}
