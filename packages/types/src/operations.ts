/**
 * The operation table: the calls as data, for codecs and clients.
 *
 * @example
 * ```ts
 * import { operations } from '@custody-wallet/types/operations'
 *
 * const { method, path, batch } = operations.listWithdrawals
 * console.log(`${method} ${path} accepts ${batch.maximum} ids`)
 * ```
 *
 * @module
 */
import { operations } from './generated/operations.ts'
import type { ShapeName } from './generated/shapes.ts'
import type { Exact } from './validate/options.ts'

export { operations }

/** Id of a call, such as `listWithdrawals`. */
export type OperationId = keyof typeof operations

/** Family of a call, which determines its encoding. */
export type Family = 'token' | 'v2' | 'mpc' | 'v1'

/** A parameter of a call. */
export interface ParameterDefinition {
  readonly kind: 'text' | 'decimal' | 'integer' | 'flag' | 'list'
  readonly required: boolean
}

/** A list of ids that is sent as one string. */
export interface Batch {
  readonly parameter: string
  readonly maximum: number
  readonly separator: string
  /** Field of a record that contains one of the ids; absent if the call returns no records. */
  readonly record?: string
  /** Whether `maximum` limits the ids of the call, or the records that it returns. */
  readonly caps: 'ids' | 'records'
}

/** Paging of a call. */
export interface Cursor {
  readonly parameter: string
  readonly kind: 'text' | 'integer'
  /** Field of a record whose greatest value is the next cursor. */
  readonly record: string
  readonly page: number
}

/** Whether a failed call may be retried: always, never, or with the same values in the named fields. */
export type Retry = 'safe' | 'never' | { readonly idempotent: readonly string[] }

/** A limit of a call. */
export interface Limit {
  readonly rule: string
  readonly value: number
  readonly unit: string
  readonly source: 'interface' | 'documented' | 'open'
}

/** Paths in a value: JSON pointers with `*` for every entry of a list. */
export type Pointers = readonly `/${string}`[]

/** A call in the table. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** The address that serves the call. */
  readonly server: 'open_platform_url' | 'base_url' | 'v1_url'
  /** Path segments that the profile sets. */
  readonly segments: readonly string[]
  readonly family: Family
  /** Resource and verb of the call in clients, such as `accounts.get`. */
  readonly name: string
  readonly summary: string
  readonly parameters: Readonly<Record<string, ParameterDefinition>>
  /** Fields and headers that the codec sets: a fixed string, or `null` for the time of the call. */
  readonly filled: Readonly<Record<string, string | null>>
  readonly batch: Batch | null
  readonly cursor: Cursor | null
  readonly retry: Retry
  readonly limits: readonly Limit[]
  /** Paths of decimals that are JSON numbers on the wire, and of personal data. */
  readonly request: { readonly wireNumbers: Pointers; readonly personal: Pointers }
  /** The same for the content of the response: its `data`, or the whole response of an MPC call. */
  readonly response: {
    readonly content: 'object' | 'list' | 'none'
    readonly wireNumbers: Pointers
    readonly personal: Pointers
    /** Name of the open list of a field, by path. */
    readonly states: Readonly<Record<`/${string}`, string>>
  }
  /** Names of schemas in the plain view. */
  readonly schemas: { readonly parameters: ShapeName; readonly response: ShapeName }
}

operations satisfies Exact<typeof operations, { readonly [Id in OperationId]: Operation & { readonly id: Id } }>
