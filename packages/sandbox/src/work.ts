// A unit of work is a transaction at one time of the sandbox's clock.
import { hash } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Database } from './store/database.ts'
import type { Schema } from './store/schema.ts'

/** Source of transaction ids and addresses. */
export interface Origin {
  /** Sandboxes with equal seeds make equal ids and addresses. */
  readonly seed: string
  /** Data of earlier versions has addresses of digits without a checksum, so its new addresses look the same. */
  readonly addressForm: 'checksum' | 'digits'
}

/** What caused a unit of work: a call of a merchant, a control call, or the clock. */
export interface Cause {
  /** A call such as `cancelWithdrawal` or `withdrawals.audit`, or `clock`. */
  readonly cause: string
  /** Id of the merchant's request; empty for other causes. */
  readonly request: string
}

/** The transaction of a call or a timer. */
export interface Work extends Origin {
  readonly db: Database
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
  readonly cause: Cause
  /** How records react to the chain. */
  readonly effects: Effects
}

/** The part of a unit of work that reading needs. Functions that change records need the other parts, too. */
export type ReadOnlyWork = Pick<Work, 'db' | 'now'>

export type Transaction = Selectable<Schema['transactions']>

export const subjectKinds = [
  'collection',
  'delegation',
  'deposit',
  'miner_fee',
  'mpc_withdrawal',
  'stake',
  'withdrawal',
] as const
/** Type of the record that a transaction belongs to. */
export type SubjectKind = (typeof subjectKinds)[number]

/** How the record of a transaction reacts to the chain. */
export interface SubjectEffects {
  /** The number of confirmations changed: fewer than the coin needs, or the record was confirmed before. */
  readonly onSeen: (work: Work, id: number, confirmations: number) => Promise<void>
  /** The transaction has enough confirmations. */
  readonly onConfirmed: (work: Work, id: number, transaction: Transaction, confirmations: number) => Promise<void>
  /**
   * A reorganization removed the block. The transaction has a new id and waits for a block again. Returns whether the
   * record needs `onConfirmed` again. Otherwise, it only gets confirmations.
   */
  readonly onRemoved: (work: Work, id: number, removal: Removal) => Promise<boolean>
}

/** A transaction that a reorganization removed from its block. */
export interface Removal {
  /** The transaction with its new id. */
  readonly transaction: Transaction
  /** Previous id. */
  readonly before: string
  /** Account that pays for spent credits. Without it, these cannot be undone. */
  readonly shortage: 'shortage' | undefined
}

/** Effects of the chain by type of record. */
type Effects = { readonly [Kind in SubjectKind]: SubjectEffects }

/** Derives 64 hexadecimal digits from a seed and a name. */
export const deriveHash = (seed: string, name: string): string => hash('sha256', `${seed}\n${name}`, 'hex')
