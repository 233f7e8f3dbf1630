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

/** States of a deposit, from its transaction to its credit. */
export const depositStates: StateTable<DepositState, DepositEvent> = {
  record: 'deposit',
  initial: 'confirming',
  states: {
    confirming: { value: 0, isFinal: false, source: 'documented' },
    credited: { value: 1, isFinal: true, source: 'documented' },
    failed: { value: 2, isFinal: true, source: 'documented' },
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
      meaning: 'The notification reports a failure.',
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
      meaning: 'The origin of the coins is checked (KYT).',
    },
    review: {
      from: ['checking'],
      to: 'reviewing',
      source: 'model',
      meaning: 'The risk is high: a person decides.',
    },
    pause: {
      from: ['confirming', 'checking'],
      to: 'paused',
      source: 'model',
      meaning: 'A circuit breaker stopped deposits: a person decides.',
    },
    accept: {
      from: ['checking', 'reviewing', 'paused'],
      to: 'confirming',
      source: 'model',
      meaning: 'The check or the person accepts the deposit: it is credited once it is confirmed.',
    },
    reject: {
      from: ['checking', 'reviewing', 'paused'],
      to: 'failed',
      source: 'model',
      meaning: 'The check or the person rejects the deposit.',
    },
    reverse: {
      from: ['credited'],
      to: 'confirming',
      source: 'model',
      meaning: 'A reorganization of the chain removed the transaction.',
    },
  },
}
