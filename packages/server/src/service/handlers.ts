import type { Assurance, Binding, SealedId } from '@custody-wallet/encryption'
import type { codes, Decimal, Parameters, Responses, Success } from '@custody-wallet/types'
import type { Family, operations } from '@custody-wallet/types/operations'

/** Facts about a call, beside its parameters. */
export interface CallContext<Id extends SealedId = SealedId> {
  readonly operation: Id
  /** The merchant that makes the call. */
  readonly appId: string
  /** `plain` calls are not authenticated. */
  readonly view: 'plain' | 'wire'
  /** How far the parameters can be trusted; `transport` for a plain call. */
  readonly assurance: Assurance
  /** Unix milliseconds at which the call arrived. */
  readonly time: number
  /** IP address of the caller, if known. */
  readonly address: string | undefined
  readonly requestId: string
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** Set for wire calls: binds the response to its request. `binding.request` identifies the message. */
  readonly binding?: Binding<Id>
}

type ContentOf<Content> = Content extends { readonly code: unknown; readonly data: infer Data }
  ? Data
  : Content extends { readonly code: unknown }
    ? void
    : Content

// The response is checked before it is sent, so decimals may be plain strings here.
type UncheckedValue<T> = T extends Decimal
  ? string
  : T extends object
    ? { readonly [Name in keyof T]: UncheckedValue<T[Name]> }
    : T

/** The value of a success: its `data`, or the whole response of an MPC call. */
export type Value<Id extends SealedId> = UncheckedValue<ContentOf<Success<Responses[Id]>>>

type CodesOf<F extends Family> = F extends Family ? `${Exclude<keyof (typeof codes)[F] & number, 0>}` : never

/** Codes that a handler may reject a call with: the failure codes of its family. */
export type RejectionCode<Id extends SealedId = SealedId> = CodesOf<(typeof operations)[Id]['family']>

/** A rejection that a handler returns. */
export interface Rejection<Code extends string = string> {
  readonly code: Code
  readonly text: string | undefined
}

/** Handles one call. Returns the value of a success, or `reject(code)`. */
export type Handler<Id extends SealedId> = (
  parameters: Parameters[Id],
  call: CallContext<Id>,
) => Value<Id> | Rejection<RejectionCode<Id>> | Promise<Value<Id> | Rejection<RejectionCode<Id>>>

/** A handler for each call, except the token call. */
export type Handlers = { readonly [Id in SealedId]: Handler<Id> }
