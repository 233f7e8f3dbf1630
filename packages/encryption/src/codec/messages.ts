// Sealed and opened messages.
import type { Responses, Parameters } from '@custody-wallet/types'
import type { Issue } from '@custody-wallet/types/validate'

import type { KeyOptions } from '../keys/interfaces.ts'
import type { SealedId } from '../profile/profile.ts'
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
