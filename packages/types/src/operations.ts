/**
 * The operation table: what a codec and a client need to know about the calls, as data.
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

/** A parameter of a call. */
export interface ParameterFacts {
  readonly kind: 'text' | 'decimal' | 'integer' | 'flag' | 'list'
  readonly required: boolean
}

/** A list of ids that is sent as one joined text. */
export interface Batch {
  readonly parameter: string
  readonly maximum: number
  readonly separator: string
  /** Field of a record that contains one of the ids; absent if the call returns no records. */
  readonly record?: string
  /** What the maximum limits: the ids of the call, or the records that it returns. */
  readonly caps: 'ids' | 'records'
}

/** A sync with pages. */
export interface Cursor {
  readonly parameter: string
  readonly kind: 'text' | 'integer'
  /** Field of a record whose greatest value is the next cursor. */
  readonly record: string
  readonly page: number
}

/** When a failed call may be repeated: always, never, or with the same values in the named fields. */
export type Retry = 'safe' | 'never' | { readonly idempotent: readonly string[] }

/** A limit of the interface, or one that is assumed. */
export interface Limit {
  readonly rule: string
  readonly value: number
  readonly unit: string
  readonly source: 'interface' | 'documented' | 'open'
}

/** Places inside a value: JSON pointers in which `*` means every entry of a list. */
export type Pointers = readonly `/${string}`[]

/** An entry of the table. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** Which of the three addresses serves the call. */
  readonly server: 'open_platform_url' | 'base_url' | 'v1_url'
  /** Path segments that the profile sets. */
  readonly segments: readonly string[]
  readonly family: Family
  /** Resource and verb of the call in clients, such as `accounts.get`. */
  readonly name: string
  readonly summary: string
  readonly parameters: Readonly<Record<string, ParameterFacts>>
  /** Fields and headers that the codec sets: a fixed text, or `null` for the time of the call. */
  readonly filled: Readonly<Record<string, string | null>>
  readonly batch: Batch | null
  readonly cursor: Cursor | null
  readonly retry: Retry
  readonly limits: readonly Limit[]
  /** Decimals of the parameters that are JSON numbers on the wire, and personal data. */
  readonly request: { readonly wireNumbers: Pointers; readonly personal: Pointers }
  /** The same for the content of the response: its `data`, or the bare value of an MPC call. */
  readonly response: {
    readonly content: 'object' | 'list' | 'none'
    readonly wireNumbers: Pointers
    readonly personal: Pointers
    /** The map of known values for a field. */
    readonly states: Readonly<Record<`/${string}`, string>>
  }
  /** Names of the schemas of the plain view. */
  readonly schemas: { readonly parameters: ShapeName; readonly response: ShapeName }
}

operations satisfies { readonly [Id in OperationId]: Operation & { readonly id: Id } }
