import type { DepositFlag, DepositNotification, InternalNotification } from '@custody-wallet/types'
import type { Decimal } from '@custody-wallet/types/arithmetic'

/**
 * A genuine notification that contradicts an earlier one, or contains NUL. It credits and deducts nothing.
 */
export type Conflict = ConflictFacts & {
  /** Identifies the conflict. Retries of the notification have the same. */
  readonly id: string
  /** Time of the first notification, such as `2026-01-31T12:00:00.000Z`. */
  readonly at: string
}

export type ConflictFacts = { readonly app_id: string } & (
  | {
      readonly kind: 'deposit'
      readonly notification: DepositNotification
      readonly reason:
        /** The deposit was notified as a success before, and now as a failure. */
        | 'failure-after-success'
        /** The request_id belongs to another deposit. */
        | 'other-deposit'
        /** The deposit is known under another request_id, so it would be credited twice. */
        | 'other-request-id'
        /** The deposit was notified with a larger amount before. */
        | 'smaller-amount'
      /** The known facts. */
      readonly known: {
        readonly requestId: string
        readonly symbol: string
        readonly txid: string
        readonly addressTo: string
        readonly memo: string
        /** The largest amount so far. It is credited if the flag is 1. */
        readonly amount: Decimal
        readonly flag: DepositFlag
      }
    }
  | {
      readonly kind: 'internal'
      readonly notification: InternalNotification
      readonly reason:
        /** The transfer was notified with another amount or fee before. */
        | 'other-content'
        /** The transfer is known in another spelling, or only one notification has a source address. */
        | 'other-spelling'
      /** The known facts. */
      readonly known: { readonly amount: Decimal; readonly fee: Decimal }
    }
  | {
      readonly kind: 'deposit'
      /** With the text `\u0000` instead of NUL, so that a database can store it. */
      readonly notification: DepositNotification
      readonly reason: 'nul-character'
      readonly known?: undefined
    }
  | {
      readonly kind: 'internal'
      /** With the text `\u0000` instead of NUL, so that a database can store it. */
      readonly notification: InternalNotification
      readonly reason: 'nul-character'
      readonly known?: undefined
    }
)

type Contradiction<Kind extends Conflict['kind']> = Extract<Conflict, { readonly kind: Kind; readonly known: object }>

export type DepositConflict = Contradiction<'deposit'>['reason']

export type TransferConflict = Contradiction<'internal'>['reason']

/** Facts of a deposit notification that the store keeps. */
export type KnownDeposit = Contradiction<'deposit'>['known']

/** Facts of an internal notification that the store keeps, besides its key. */
export type KnownTransfer = Contradiction<'internal'>['known']
