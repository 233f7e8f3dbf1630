import type { V1Failure } from '@custody-wallet/types'
import { compare, type Decimal, subtract } from '@custody-wallet/types/arithmetic'

import type { Conflict, DepositConflict, KnownDeposit } from './conflict.ts'
import { createPaymentKey } from './keys.ts'

/** The effect of a deposit notification. */
export type DepositEffect =
  | { readonly kind: 'credit'; readonly credit: Decimal }
  /** A new fact without a credit, such as a failure. */
  | { readonly kind: 'record' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'conflict'; readonly reason: DepositConflict }

/** Computes the effect of a deposit notification. `known` has its request_id, or belongs to its deposit. */
export function computeDepositEffect(now: KnownDeposit, known: KnownDeposit | undefined): DepositEffect {
  if (!known) return createCredit(now.flag === 1 ? now.amount : undefined)
  if (known.requestId !== now.requestId) return { kind: 'conflict', reason: 'other-request-id' }
  if (!isSameDeposit(now, known)) return { kind: 'conflict', reason: 'other-deposit' }
  if (known.flag === 1 && now.flag === 0) return { kind: 'conflict', reason: 'failure-after-success' }
  const order = compare(now.amount, known.amount)
  if (order < 0) return { kind: 'conflict', reason: 'smaller-amount' }
  if (now.flag === 0) return order === 0 ? { kind: 'duplicate' } : { kind: 'record' }
  if (known.flag === 0) return createCredit(now.amount)
  return order === 0 ? { kind: 'duplicate' } : createCredit(subtract(now.amount, known.amount))
}

// The spelling does not matter.
const isSameDeposit = (one: KnownDeposit, other: KnownDeposit): boolean =>
  createPaymentKey('', one) === createPaymentKey('', other)

const createCredit = (amount: Decimal | undefined): DepositEffect =>
  amount === undefined || /^[0.]+$/.test(amount) ? { kind: 'record' } : { kind: 'credit', credit: amount }

/** Responses to conflicts, with codes of the interface. */
export const failures: { readonly [Reason in Conflict['reason']]: V1Failure } = {
  'failure-after-success': { code: 1_000_011, msg: 'The deposit was notified as a success before' },
  'nul-character': { code: 1_000_011, msg: 'A string in the notification contains NUL' },
  'other-content': { code: 1_000_018, msg: 'The transfer was notified with another amount or fee before' },
  'other-deposit': { code: 1_000_012, msg: 'The request_id belongs to another deposit' },
  'other-request-id': { code: 1_000_012, msg: 'The deposit was notified under another request_id before' },
  'other-spelling': { code: 1_000_018, msg: 'The transfer was notified in another spelling before' },
  'smaller-amount': { code: 1_000_011, msg: 'The deposit was notified with a larger amount before' },
}
