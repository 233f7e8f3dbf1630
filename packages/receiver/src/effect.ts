// What a notification does, by what the store knows about its deposit or transfer.
import type { DepositFlag, V1Failure } from '@custody-wallet/types'
import { compare, type Decimal, subtract } from '@custody-wallet/types/arithmetic'

import { type Payment, paymentKey } from './keys.ts'

/** What the store keeps of a deposit notification. */
export interface KnownDeposit extends Payment {
  readonly requestId: string
  /** The largest amount so far. It was credited if the flag is 1. */
  readonly amount: Decimal
  readonly flag: DepositFlag
}

/** Why a deposit notification is held for a person to look at. */
export type DepositConflict =
  /** A deposit that was notified as a success is notified as a failure. */
  | 'failure-after-success'
  /** The request_id belongs to another deposit. */
  | 'other-deposit'
  /** The deposit is known under another request_id: a credit would be the second one. */
  | 'other-request-id'
  /** A known deposit is notified with a smaller amount. */
  | 'smaller-amount'

/** Why an internal notification is held. */
export type TransferConflict =
  /** A known transfer is notified with another amount or fee. */
  | 'other-content'
  /** A transfer is known in another spelling, or the source address is missing on one side. */
  | 'other-spelling'

/** Why a notification is held; `nul-character`: a text in it has the character NUL, which databases do not store. */
export type ConflictReason = DepositConflict | TransferConflict | 'nul-character'

/** What a notification of a deposit does. */
export type DepositEffect =
  | { readonly kind: 'credit'; readonly credit: Decimal }
  /** Something new was notified that credits nothing, such as a failure. */
  | { readonly kind: 'record' }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'conflict'; readonly reason: DepositConflict }

/** The effect of a deposit notification. `known` has its request_id, or belongs to its deposit. */
export function depositEffect(now: KnownDeposit, known: KnownDeposit | undefined): DepositEffect {
  if (!known) return creditOf(now.flag === 1 ? now.amount : undefined)
  if (known.requestId !== now.requestId) return { kind: 'conflict', reason: 'other-request-id' }
  if (!isSameDeposit(now, known)) return { kind: 'conflict', reason: 'other-deposit' }
  if (known.flag === 1 && now.flag === 0) return { kind: 'conflict', reason: 'failure-after-success' }
  const order = compare(now.amount, known.amount)
  if (order < 0) return { kind: 'conflict', reason: 'smaller-amount' }
  if (now.flag === 0) return order === 0 ? { kind: 'repeat' } : { kind: 'record' }
  if (known.flag === 0) return creditOf(now.amount)
  return order === 0 ? { kind: 'repeat' } : creditOf(subtract(now.amount, known.amount))
}

// In any spelling: a request_id belongs to one deposit.
const isSameDeposit = (one: KnownDeposit, other: KnownDeposit): boolean =>
  paymentKey('', one) === paymentKey('', other)

const creditOf = (amount: Decimal | undefined): DepositEffect =>
  amount === undefined || /^[0.]+$/.test(amount) ? { kind: 'record' } : { kind: 'credit', credit: amount }

/** The signed answers to conflicts, with the codes of the interface. */
export const failures: { readonly [Reason in ConflictReason]: V1Failure } = {
  'failure-after-success': { code: 1_000_011, msg: 'The deposit was notified as a success before' },
  'nul-character': { code: 1_000_011, msg: 'A text in the notification has the character NUL' },
  'other-content': { code: 1_000_018, msg: 'The transfer was notified with another amount or fee before' },
  'other-deposit': { code: 1_000_012, msg: 'The request_id belongs to another deposit' },
  'other-request-id': { code: 1_000_012, msg: 'The deposit was notified under another request_id before' },
  'other-spelling': { code: 1_000_018, msg: 'The transfer was notified in another spelling before' },
  'smaller-amount': { code: 1_000_011, msg: 'The deposit was notified with a larger amount before' },
}
