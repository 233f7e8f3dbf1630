import { computePaymentKey } from '@custody-wallet/store/internal'
import type { V1Failure } from '@custody-wallet/types'
import { compare, type Decimal, subtract } from '@custody-wallet/types/arithmetic'

import type { Conflict, ConflictFacts, DepositConflict, KnownDeposit } from './conflict.ts'

/** The effect of a deposit notification. */
export type DepositEffect =
  | { readonly kind: 'credit'; readonly credit: Decimal }
  /** A new fact without a credit, such as a failure. */
  | { readonly kind: 'record' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'conflict'; readonly reason: DepositConflict }

/** Computes the effect of a deposit notification. `knownDeposit` has its request_id, or belongs to its deposit. */
export function computeDepositEffect(newDeposit: KnownDeposit, knownDeposit: KnownDeposit | undefined): DepositEffect {
  if (!knownDeposit) return createEffect(newDeposit.flag === 1 ? newDeposit.amount : undefined)
  if (knownDeposit.requestId !== newDeposit.requestId) return { kind: 'conflict', reason: 'other-request-id' }
  if (!isSameDeposit(newDeposit, knownDeposit)) return { kind: 'conflict', reason: 'other-deposit' }
  if (knownDeposit.flag === 1 && newDeposit.flag === 0) return { kind: 'conflict', reason: 'failure-after-success' }
  const order = compare(newDeposit.amount, knownDeposit.amount)
  if (order < 0) return { kind: 'conflict', reason: 'smaller-amount' }
  if (newDeposit.flag === 0) return order === 0 ? { kind: 'duplicate' } : { kind: 'record' }
  if (knownDeposit.flag === 0) return createEffect(newDeposit.amount)
  return order === 0 ? { kind: 'duplicate' } : createEffect(subtract(newDeposit.amount, knownDeposit.amount))
}

// The spelling does not matter.
const isSameDeposit = (one: KnownDeposit, other: KnownDeposit): boolean =>
  computePaymentKey('', one) === computePaymentKey('', other)

const createEffect = (amount: Decimal | undefined): DepositEffect =>
  amount === undefined || /^[0.]+$/.test(amount) ? { kind: 'record' } : { kind: 'credit', credit: amount }

/** Returns the response to a conflict. */
export const createFailure = ({ kind, reason }: ConflictFacts): V1Failure => ({
  ...failures[reason],
  ...(kind === 'internal' && { code: 1_000_018 }),
})

const failures: { readonly [Reason in Conflict['reason']]: V1Failure } = {
  'failure-after-success': { code: 1_000_011, msg: 'The deposit was notified as a success before' },
  'nul-character': { code: 1_000_011, msg: 'A string in the notification contains NUL' },
  'other-content': { code: 1_000_018, msg: 'The transfer was notified with another amount or fee before' },
  'other-deposit': { code: 1_000_012, msg: 'The request_id belongs to another deposit' },
  'other-request-id': { code: 1_000_012, msg: 'The deposit was notified under another request_id before' },
  'other-spelling': { code: 1_000_018, msg: 'The transfer was notified in another spelling before' },
  'smaller-amount': { code: 1_000_011, msg: 'The deposit was notified with a larger amount before' },
}
