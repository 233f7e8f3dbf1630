/**
 * The operation table: all that a codec and a client have to know about the calls, as plain data.
 *
 * @example
 * ```ts
 * import { operations } from '@custody-wallet/types/operations'
 *
 * const { method, path, batch } = operations.listWithdrawals
 * console.log(`${method} ${path} takes ${batch.maximum} ids`)
 * ```
 *
 * @module
 */
import { operations } from './generated/operations.ts'
import type { ShapeName } from './generated/shapes.ts'

export { operations }

/** Id of a call, such as `listWithdrawals`. */
export type OperationId = keyof typeof operations

/** How a call is encoded. */
export type Family = 'token' | 'v2' | 'mpc' | 'v1'

/** A member that a caller gives. */
export interface ParameterFacts {
  readonly kind: 'text' | 'decimal' | 'integer' | 'flag' | 'list'
  readonly required: boolean
}

/** A list of ids that travels as one joined text. */
export interface Batch {
  readonly parameter: string
  readonly maximum: number
  readonly separator: string
  /** Member of a record that holds one of the ids; absent where no records come back. */
  readonly record?: string
  /** What the maximum counts: the ids that are sent, or the records that come back. */
  readonly caps: 'ids' | 'records'
}

/** A sync that goes page by page. */
export interface Cursor {
  readonly parameter: string
  readonly kind: 'text' | 'integer'
  /** Member of a record whose greatest value is the next cursor. */
  readonly record: string
  readonly page: number
}

/** When a failed call may be made again: always, never, or with the same values in the named members. */
export type Retry = 'safe' | 'never' | { readonly idempotent: readonly string[] }

/** A limit of the interface, or one that is assumed. */
export interface Limit {
  readonly rule: string
  readonly value: number
  readonly unit: string
  readonly source: 'interface' | 'documented' | 'open'
}

/** Places inside a value, as JSON pointers in which `*` stands for every entry of a list. */
export type Pointers = readonly `/${string}`[]

/** What the table says about a call. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** Which of the three addresses serves the call. */
  readonly server: 'open_platform_url' | 'base_url' | 'v1_url'
  /** Path segments whose text the profile fixes. */
  readonly segments: readonly string[]
  readonly family: Family
  readonly summary: string
  readonly parameters: Readonly<Record<string, ParameterFacts>>
  /** Members and headers that the codec fills in: their fixed text, or `null` for the moment of the call. */
  readonly filled: Readonly<Record<string, string | null>>
  readonly batch: Batch | null
  readonly cursor: Cursor | null
  readonly retry: Retry
  readonly limits: readonly Limit[]
  /** Decimals that are JSON numbers on the wire, and personal data, in what the caller gives. */
  readonly request: { readonly wireNumbers: Pointers; readonly personal: Pointers }
  /** The same for the content of an answer: its `data`, or the bare value of an MPC call. */
  readonly answer: {
    readonly content: 'object' | 'list' | 'none'
    readonly wireNumbers: Pointers
    readonly personal: Pointers
    /** Which map of known values explains a member. */
    readonly states: Readonly<Record<`/${string}`, string>>
  }
  /** Names of the schemas of the plain view. */
  readonly schemas: { readonly parameters: ShapeName; readonly answer: ShapeName }
}

operations satisfies { readonly [Id in OperationId]: Operation & { readonly id: Id } }
