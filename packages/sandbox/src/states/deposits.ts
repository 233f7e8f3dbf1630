import { isReleased } from './guards.ts'
import { createHoldActions, type HoldEvent } from './holds.ts'
import type { StateTable } from './table.ts'

export type DepositState = 'confirming' | 'credited' | 'failed' | 'checking' | 'reviewing' | 'paused'
export type DepositEvent =
  | 'confirm'
  | 'fail'
  | 'drop'
  | 'retry'
  | 'check'
  | 'review'
  | 'pause'
  | 'accept'
  | 'reject'
  | 'reverse'
/** Events that people cause. */
export type DepositDecision = 'accept' | 'check' | 'fail' | 'pause' | 'reject' | 'review'

const guards = [isReleased]

/** States of a deposit, from its transaction to its credit. */
export const depositStates: StateTable<DepositState, DepositEvent, DepositDecision | HoldEvent> = {
  record: 'deposit',
  title: 'deposit',
  initial: 'confirming',
  happyPath: ['confirming', 'credited'],
  states: {
    confirming: { value: 0, isFinal: false, source: 'documented' },
    credited: { value: 1, isFinal: true, source: 'documented', tone: 'good' },
    failed: { value: 2, isFinal: true, source: 'documented', tone: 'stop' },
    checking: { value: 4, isFinal: false, source: 'documented' },
    reviewing: { value: 5, isFinal: false, source: 'documented' },
    paused: { value: 6, isFinal: false, source: 'documented' },
  },
  transitions: {
    confirm: {
      from: ['confirming'],
      to: 'credited',
      source: 'model',
      meaning: 'The transaction has enough confirmations, or its notification reports a success.',
    },
    fail: {
      from: ['confirming'],
      to: 'failed',
      source: 'model',
      meaning: 'Ends a deposit that waits for confirmations, or whose notification reports a failure.',
    },
    drop: {
      from: ['confirming', 'checking', 'reviewing', 'paused'],
      to: 'failed',
      source: 'model',
      meaning: 'The MPC withdrawal that sent the transaction failed, so no block will contain it.',
    },
    retry: {
      from: ['failed'],
      to: 'credited',
      source: 'model',
      meaning: 'A later notification reports a success.',
    },
    check: {
      from: ['confirming'],
      to: 'checking',
      source: 'model',
      meaning: 'Starts the check of the origin of the coins (KYT).',
    },
    review: {
      from: ['checking'],
      to: 'reviewing',
      source: 'model',
      meaning: 'Sends a checked deposit to manual review, because the risk is high.',
    },
    pause: {
      from: ['confirming', 'checking'],
      to: 'paused',
      source: 'model',
      meaning: 'Stops a deposit like a circuit breaker, until a person decides.',
    },
    accept: {
      from: ['checking', 'reviewing', 'paused'],
      to: 'confirming',
      source: 'model',
      meaning: 'Ends the check. The deposit is credited once it is confirmed.',
    },
    reject: {
      from: ['checking', 'reviewing', 'paused'],
      to: 'failed',
      source: 'model',
      meaning: 'Ends the check. The deposit is never credited.',
    },
    reverse: {
      from: ['credited'],
      to: 'confirming',
      source: 'model',
      meaning: 'A reorganization of the chain removed the transaction.',
    },
  },
  actions: {
    check: { call: 'deposits.check', event: 'check', guards },
    review: { call: 'deposits.review', event: 'review', guards },
    pause: { call: 'deposits.pause', event: 'pause', guards },
    accept: { call: 'deposits.accept', event: 'accept', guards },
    reject: { call: 'deposits.reject', event: 'reject', guards },
    fail: { call: 'deposits.fail', event: 'fail', guards },
    ...createHoldActions('deposits', {
      hold: 'Delays the credit until the deposit is released. Confirmations continue to count.',
      release: 'Resumes a held deposit, and credits it if it is confirmed.',
    }),
  },
}
