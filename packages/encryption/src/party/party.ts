import type { Responses, Parameters } from '@custody-wallet/types'
import type { Issue } from '@custody-wallet/types/validate'

import type { RequestFrame } from '../codec/frames.ts'
import type { RejectionReason, UnknownKey } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { SealAssurance } from '../suite.ts'

/**
 * How far you can trust a request or response. `signature`: its sender signed all of it. `blocks`: its sender sealed each
 * block, but an attacker may have mixed blocks of several genuine messages. `transport`: only TLS protects it.
 */
export type Assurance = SealAssurance | 'transport'

/** Ties a response to its request. */
export interface Binding<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly path: string
  readonly time: string
  /**
   * Signature of the request, or its sealed text if the family has no signature. It is the same for every spelling of the
   * request.
   */
  readonly request: string
}

/** A sealed request, ready to send. */
export interface SealedRequest<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly method: 'GET' | 'POST'
  /** Path of the call, with its fixed segments filled in. */
  readonly path: string
  /** Query string without its question mark. Empty for an envelope. */
  readonly query: string
  /** JSON of the envelope. Absent for a query. */
  readonly body?: string
  readonly binding: Binding<Id>
}

/** An opened and verified request. It has `issues` instead of `parameters` if its content does not fit the call. */
export type OpenedRequest<Id extends SealedId = SealedId> = {
  readonly operation: Id
  readonly appId: string
  readonly assurance: SealAssurance
  readonly binding: Binding<Id>
} & (
  | { readonly parameters: Parameters[Id]; readonly issues?: never }
  | { readonly parameters?: never; readonly issues: readonly Issue[] }
)

/** An opened response. It fits the contract, and `assurance` says how far it is verified. */
export interface OpenedResponse<Id extends SealedId = SealedId> {
  readonly response: Responses[Id]
  readonly assurance: Assurance
}

export interface SealOptions extends KeyOptions {
  /** Path segments, if they differ from those of the profile. */
  readonly segments?: Readonly<Record<string, string>>
}

/** Report on a rejected message, without content. Do not send it to the other side. */
export interface RejectionReport {
  readonly reason: RejectionReason
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request' | 'response'
  /** Key that the message names and this side does not have. */
  readonly unknownKey?: UnknownKey
  /** Error of the key service, if the key service failed. */
  readonly cause?: unknown
}

/** Report on ignored fields of a genuine request. */
export interface UnknownFieldsReport {
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request'
  /** Names of at most 16 fields; `*` replaces a string that does not look like a name. */
  readonly fields: readonly string[]
}

export interface PartyOptions {
  /** Returns the time in Unix milliseconds. Default: `Date.now`. */
  readonly clock?: () => number
  /** Called with the reason when a message is rejected. Not awaited. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Called with the names of ignored fields of a request. Not awaited. */
  readonly onUnknownFields?: (report: UnknownFieldsReport) => unknown
}

/** One side of the conversation, as caller and as receiver. */
export interface Party {
  readonly id: string
  readonly profile: Profile
  sealRequest<Id extends SealedId>(
    operation: Id,
    parameters: Parameters[Id],
    options?: SealOptions,
  ): Promise<SealedRequest<Id>>
  openRequest<Id extends SealedId>(
    operation: Id,
    path: string,
    frame: RequestFrame,
    options?: KeyOptions,
  ): Promise<OpenedRequest<Id>>
  /** Seals a plain response. Returns the HTTP body. */
  sealResponse<Id extends SealedId>(
    binding: Binding<Id>,
    response: Responses[Id],
    options?: KeyOptions,
  ): Promise<string>
  openResponse<Id extends SealedId>(
    request: SealedRequest<Id>,
    body: Uint8Array,
    options?: KeyOptions,
  ): Promise<OpenedResponse<Id>>
}
