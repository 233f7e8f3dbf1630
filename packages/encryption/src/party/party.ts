import type { Responses, Parameters } from '@custody-wallet/types'
import type { Issue } from '@custody-wallet/types/validate'

import type { RequestFrame } from '../codec/frames.ts'
import type { RejectionReason, UnknownKey } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { SealAssurance } from '../suite.ts'

/**
 * How far a response or a request can be trusted. `signature`: its sender signed all of it. `blocks`: its sender sealed
 * each block, but an attacker may have mixed blocks of several genuine messages. `transport`: only the connection
 * protects it.
 */
export type Assurance = SealAssurance | 'transport'

/** What ties a response to its request. */
export interface Binding<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly path: string
  readonly time: string
  /**
   * Signature text of the request, or its sealed text if the family has no signature. It is in the spelling of the
   * suite, whatever the spelling of the request was.
   */
  readonly request: string
}

/** A sealed request, ready to send. */
export interface SealedRequest<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly method: 'GET' | 'POST'
  /** Path of the call, with its fixed segments filled in. */
  readonly path: string
  /** Query string without its question mark. It is empty for an envelope. */
  readonly query: string
  /** JSON text of the envelope. It is absent for a query. */
  readonly body?: string
  readonly binding: Binding<Id>
}

/** An opened and verified request. `issues` are set if its content does not fit the call. */
export type OpenedRequest<Id extends SealedId = SealedId> = {
  readonly operation: Id
  readonly appId: string
  readonly assurance: SealAssurance
  readonly binding: Binding<Id>
} & (
  | { readonly parameters: Parameters[Id]; readonly issues?: never }
  | { readonly parameters?: never; readonly issues: readonly Issue[] }
)

/** A response that was opened and verified as far as the profile can, and that fits the contract. */
export interface OpenedResponse<Id extends SealedId = SealedId> {
  readonly response: Responses[Id]
  readonly assurance: Assurance
}

export interface SealOptions extends KeyOptions {
  /** Path segments, if they differ from those of the profile. */
  readonly segments?: Readonly<Record<string, string>>
}

/** Report on a rejected message, for this side only. It never contains content. */
export interface RejectionReport {
  readonly reason: RejectionReason
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request' | 'response'
  /** Key that the message names, if the reason is that this side does not have it. */
  readonly unknownKey?: UnknownKey
  /** Error of the key service, if that is the reason. */
  readonly cause?: unknown
}

/** Report on unknown fields of a genuine request, for this side only. */
export interface UnknownFieldsReport {
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request'
  /** Their names, at most 16; `*` replaces a text that does not look like a name. It never contains values. */
  readonly fields: readonly string[]
}

export interface PartyOptions {
  /** Unix milliseconds; by default `Date.getNow`. */
  readonly clock?: () => number
  /** Called with the reason of every rejected message, and not awaited. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Called with the names of ignored fields of a request, and not awaited. */
  readonly onUnknownFields?: (report: UnknownFieldsReport) => unknown
}

/** One side of the conversation. The same object seals and opens, so it can play both roles. */
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
  /** Seals a plain response. The text is the HTTP body. */
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
