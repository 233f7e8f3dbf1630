import type { StateTable } from './table.ts'

export type WithdrawalState =
  | 'reviewing'
  | 'paying'
  | 'rejected'
  | 'failed'
  | 'succeeded'
  | 'cancelled'
  | 'checking'
  | 'escalated'
export type WithdrawalEvent =
  | 'check'
  | 'escalate'
  | 'accept'
  | 'approve'
  | 'reject'
  | 'pay'
  | 'confirm'
  | 'fail'
  | 'cancel'

/** States of a withdrawal. */
export const withdrawalStates: StateTable<WithdrawalState, WithdrawalEvent> = {
  record: 'withdrawal',
  initial: 'reviewing',
  states: {
    reviewing: { value: 0, isFinal: false, source: 'interface', next: { event: 'approve', after: 60_000 } },
    paying: { value: 1, isFinal: false, source: 'interface', next: { event: 'pay', after: 120_000 } },
    rejected: { value: 2, isFinal: true, source: 'interface' },
    failed: { value: 4, isFinal: true, source: 'interface' },
    succeeded: { value: 5, isFinal: true, source: 'interface' },
    cancelled: { value: 6, isFinal: true, source: 'interface' },
    checking: { value: 7, isFinal: false, source: 'interface', next: { event: 'accept', after: 60_000 } },
    escalated: { value: 8, isFinal: false, source: 'interface' },
  },
  transitions: {
    check: {
      from: ['reviewing'],
      to: 'checking',
      source: 'model',
      meaning: 'The receiver of the coins is checked (KYT).',
    },
    escalate: {
      from: ['checking'],
      to: 'escalated',
      source: 'model',
      meaning: 'The risk is too high: a person decides.',
    },
    accept: {
      from: ['checking', 'escalated'],
      to: 'reviewing',
      source: 'model',
      meaning: 'The check or the person accepts the receiver.',
    },
    approve: {
      from: ['reviewing'],
      to: 'paying',
      source: 'model',
      meaning: 'Platform and merchant have both reviewed it.',
    },
    reject: {
      from: ['reviewing', 'checking', 'escalated'],
      to: 'rejected',
      source: 'model',
      meaning: 'One of the audits rejects it: the funds are available again.',
    },
    pay: {
      from: ['paying'],
      to: 'paying',
      source: 'model',
      meaning:
        'A transaction was sent, and the chain must confirm it. Only a platform that pays withdrawals sends it automatically.',
    },
    confirm: {
      from: ['paying'],
      to: 'succeeded',
      source: 'model',
      meaning: 'The transaction has enough confirmations.',
    },
    fail: {
      from: ['paying'],
      to: 'failed',
      source: 'model',
      meaning: 'The payment is not possible: the funds are available again.',
    },
    cancel: {
      from: ['reviewing', 'paying', 'checking', 'escalated'],
      to: 'cancelled',
      source: 'model',
      meaning: 'The merchant cancels it before it is sent: the funds are available again.',
    },
  },
}
