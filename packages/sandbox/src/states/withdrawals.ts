import type { Auditor } from './audits.ts'
import { isFirstApproval, isReleased, isUnsent } from './guards.ts'
import { createHoldActions, type HoldEvent } from './holds.ts'
import type { ActionDefinition, Requirements, StateTable } from './table.ts'

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

export type Decision = 'approve' | 'reject'
type AuditAction = `${Decision} as ${Auditor}`
export type WithdrawalAction = AuditAction | HoldEvent | 'accept' | 'check' | 'escalate' | 'fail' | 'pay'

const createAudit = (by: Auditor, decision: Decision): ActionDefinition<WithdrawalEvent> => ({
  call: 'withdrawals.audit',
  parameters: { by, decision },
  event: decision,
  ...(decision === 'approve' && { guards: [isFirstApproval(by)] }),
})

/** Requirements of the call that merchants cancel with. */
export const cancellation: Requirements<WithdrawalEvent> = { event: 'cancel', guards: [isUnsent] }

/** States of a withdrawal. */
export const withdrawalStates: StateTable<WithdrawalState, WithdrawalEvent, WithdrawalAction> = {
  record: 'withdrawal',
  title: 'withdrawal',
  initial: 'reviewing',
  happyPath: ['reviewing', 'paying', 'succeeded'],
  states: {
    reviewing: { value: 0, isFinal: false, source: 'interface', next: { event: 'approve', after: 60_000 } },
    paying: { value: 1, isFinal: false, source: 'interface', next: { event: 'pay', after: 120_000 } },
    rejected: { value: 2, isFinal: true, source: 'interface', tone: 'stop' },
    failed: { value: 4, isFinal: true, source: 'interface', tone: 'stop' },
    succeeded: { value: 5, isFinal: true, source: 'interface', tone: 'good' },
    cancelled: { value: 6, isFinal: true, source: 'interface', tone: 'stop' },
    checking: { value: 7, isFinal: false, source: 'interface', next: { event: 'accept', after: 60_000 } },
    escalated: { value: 8, isFinal: false, source: 'interface' },
  },
  transitions: {
    check: {
      from: ['reviewing'],
      to: 'checking',
      source: 'model',
      meaning: 'Starts the check of the receiver of the coins (KYT).',
    },
    escalate: {
      from: ['checking'],
      to: 'escalated',
      source: 'model',
      meaning: 'Sends a checked withdrawal to manual review, because the risk is too high.',
    },
    accept: {
      from: ['checking', 'escalated'],
      to: 'reviewing',
      source: 'model',
      meaning: 'Ends the check. The withdrawal waits for both audits again.',
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
        'Sends the transaction, which the chain must confirm. Only a platform that pays withdrawals sends it automatically.',
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
      meaning: 'Ends a payment that is not possible: the funds are available again.',
    },
    cancel: {
      from: ['reviewing', 'paying', 'checking', 'escalated'],
      to: 'cancelled',
      source: 'model',
      meaning: 'The merchant cancels it before it is sent: the funds are available again.',
    },
  },
  actions: {
    check: { call: 'withdrawals.check', event: 'check' },
    escalate: { call: 'withdrawals.escalate', event: 'escalate' },
    accept: { call: 'withdrawals.accept', event: 'accept' },
    'approve as merchant': createAudit('merchant', 'approve'),
    'approve as platform': createAudit('platform', 'approve'),
    'reject as merchant': createAudit('merchant', 'reject'),
    'reject as platform': createAudit('platform', 'reject'),
    pay: { call: 'withdrawals.pay', event: 'pay', guards: [isUnsent, isReleased] },
    fail: { call: 'withdrawals.fail', event: 'fail', guards: [isUnsent] },
    ...createHoldActions('withdrawals', {
      hold: 'Keeps a withdrawal in its state until it is released.',
      release: 'Resumes a held withdrawal.',
    }),
  },
}
