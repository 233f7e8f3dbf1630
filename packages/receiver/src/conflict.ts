import type { DepositFlag, DepositNotification, InternalNotification } from '@custody-wallet/types'
import type { Decimal } from '@custody-wallet/types/arithmetic'

/**
 * A genuine notification that contradicts an earlier one, or that no database can store. Nothing was credited or deducted
 * for it.
 */
export type Conflict = { readonly app_id: string } & (
  | {
      readonly kind: 'deposit'
      readonly notification: DepositNotification
      readonly reason:
        /** A deposit that was notified as a success is notified as a failure. */
        | 'failure-after-success'
        /** The request_id belongs to another deposit. */
        | 'other-deposit'
        /** The deposit is known under another request_id: a credit would be the second one. */
        | 'other-request-id'
        /** A known deposit is notified with a smaller amount. */
        | 'smaller-amount'
      /** What the receiver knew before. */
      readonly known: {
        readonly requestId: string
        readonly symbol: string
        readonly txid: string
        readonly addressTo: string
        readonly memo: string
        /** The largest amount so far. It was credited if the flag is 1. */
        readonly amount: Decimal
        readonly flag: DepositFlag
      }
    }
  | {
      readonly kind: 'internal'
      readonly notification: InternalNotification
      readonly reason:
        /** A known transfer is notified with another amount or fee. */
        | 'other-content'
        /** A transfer is known in another spelling, or the source address is missing on one side. */
        | 'other-spelling'
      /** What the receiver knew before. */
      readonly known: { readonly amount: Decimal; readonly fee: Decimal }
    }
  | {
      readonly kind: 'deposit'
      /** With the text `\u0000` in place of the character NUL, so that a database can store it. */
      readonly notification: DepositNotification
      readonly reason: 'nul-character'
      readonly known?: undefined
    }
  | {
      readonly kind: 'internal'
      /** With the text `\u0000` in place of the character NUL, so that a database can store it. */
      readonly notification: InternalNotification
      readonly reason: 'nul-character'
      readonly known?: undefined
    }
)

type Contradiction<Kind extends Conflict['kind']> = Extract<
  Conflict,
  { readonly kind: Kind; readonly known: object }
>

/** Why a deposit notification is held for a person to look at. */
export type DepositConflict = Contradiction<'deposit'>['reason']

/** Why an internal notification is held. */
export type TransferConflict = Contradiction<'internal'>['reason']

/** What the store keeps of a deposit notification. */
export type KnownDeposit = Contradiction<'deposit'>['known']

/** What the store keeps of an internal notification, beside its key. */
export type KnownTransfer = Contradiction<'internal'>['known']
