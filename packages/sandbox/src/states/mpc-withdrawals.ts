import { isUnmined } from './guards.ts'
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
export type MpcWithdrawalAction = 'approve' | 'deny' | 'discard' | 'fail' | 'pay' | 'reject'
export type MpcWithdrawalEvent = MpcWithdrawalAction | 'confirm'

/** States of a withdrawal from an MPC wallet. The interface contains 1200 and 2000 without meanings. */
export const mpcWithdrawalStates: StateTable<MpcWithdrawalState, MpcWithdrawalEvent, MpcWithdrawalAction> = {
  record: 'mpc_withdrawal',
  title: 'MPC withdrawal',
  initial: 'waiting',
  happyPath: ['waiting', 'approved', 'paying', 'done'],
  states: {
    waiting: { value: 1000, isFinal: false, source: 'documented', next: { event: 'approve', after: 60_000 } },
    approved: { value: 1100, isFinal: false, source: 'documented', next: { event: 'pay', after: 60_000 } },
    paying: { value: 1200, isFinal: false, source: 'documented' },
    done: { value: 2000, isFinal: true, source: 'documented', tone: 'good' },
    unapproved: { value: 2100, isFinal: true, source: 'documented', tone: 'stop' },
    rejected: { value: 2200, isFinal: true, source: 'documented', tone: 'stop' },
    discarded: { value: 2300, isFinal: true, source: 'documented', tone: 'stop' },
    failed: { value: 2400, isFinal: true, source: 'documented', tone: 'stop' },
  },
  transitions: {
    approve: {
      from: ['waiting'],
      to: 'approved',
      source: 'model',
      meaning: 'Approvers of the merchant approve it.',
    },
    pay: {
      from: ['approved'],
      to: 'paying',
      source: 'model',
      meaning: 'Sends the transaction, which the chain must confirm.',
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
      meaning: 'Approvers of the merchant do not approve it: the funds are available again.',
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
      meaning: 'Cancels it before it is sent: the funds are available again.',
    },
    fail: {
      from: ['approved', 'paying'],
      to: 'failed',
      source: 'model',
      meaning: 'Ends a payment that is not possible, while no block contains it: the funds are available again.',
    },
  },
  actions: {
    approve: { call: 'mpcWithdrawals.approve', event: 'approve' },
    deny: { call: 'mpcWithdrawals.deny', event: 'deny' },
    reject: { call: 'mpcWithdrawals.reject', event: 'reject' },
    discard: { call: 'mpcWithdrawals.discard', event: 'discard' },
    pay: { call: 'mpcWithdrawals.pay', event: 'pay' },
    fail: { call: 'mpcWithdrawals.fail', event: 'fail', guards: [isUnmined] },
  },
}
