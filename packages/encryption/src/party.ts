import type { Answers, Parameters } from '@custody-wallet/types'
import type { Issue } from '@custody-wallet/types/validate'

import type { RequestFrame } from './codec/frames.ts'
import type { RejectionReason } from './errors.ts'
import type { KeyOptions } from './keys/interfaces.ts'
import type { Profile, SealedId } from './profile/profile.ts'
import type { SealAssurance } from './suite.ts'

/**
 * How far an answer or a request can be trusted. `signature`: its sender signed the whole. `blocks`: its sender sealed
 * each block, and blocks of several genuine messages may be mixed. `transport`: only the connection vouches for it.
 */
export type Assurance = SealAssurance | 'transport'

/** What ties an answer to the request that it answers. */
export interface Binding<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly path: string
  readonly time: string
  /**
   * Signature text of the request; its sealed text where the family has no signature. It is in the spelling that the
   * suite writes, so it is the same however the request spelt it.
   */
  readonly request: string
}

/** A request as it goes out. */
export interface SealedRequest<Id extends SealedId = SealedId> {
  readonly operation: Id
  readonly method: 'GET' | 'POST'
  /** Path of the call, its fixed segments filled in. */
  readonly path: string
  /** Query string without its question mark; empty for an envelope. */
  readonly query: string
  /** JSON text of the envelope; absent for a query. */
  readonly body?: string
  readonly binding: Binding<Id>
}

/** A request that was opened and verified. */
export type OpenedRequest<Id extends SealedId = SealedId> = {
  readonly operation: Id
  readonly appId: string
  readonly assurance: SealAssurance
  readonly binding: Binding<Id>
} & (
  | { readonly parameters: Parameters[Id]; readonly issues?: never }
  | { readonly parameters?: never; readonly issues: readonly Issue[] }
)

/** An answer that was opened, verified as far as the profile can, and fits the contract. */
export interface OpenedAnswer<Id extends SealedId = SealedId> {
  readonly answer: Answers[Id]
  readonly assurance: Assurance
}

export interface SealOptions extends KeyOptions {
  /** Path segments, where they are not those of the profile. */
  readonly segments?: Readonly<Record<string, string>>
}

/** What is said on this side about a rejected message. Content is never part of it. */
export interface RejectionReport {
  readonly reason: RejectionReason
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request' | 'answer'
  /** Error of the key service, where that is the reason. */
  readonly cause?: unknown
}

/** What is said on this side about members of a genuine request that its call does not know. */
export interface UnknownMembersReport {
  readonly operation: SealedId
  readonly path: string
  readonly side: 'request'
  /** Their names, at most 16; `*` stands for a text that does not look like a name. Values are never part of it. */
  readonly members: readonly string[]
}

export interface PartyOptions {
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: () => number
  /** Told about every rejected message, on this side alone. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Told about members that were ignored because the call does not know them; it delays no answer. */
  readonly onUnknownMembers?: (report: UnknownMembersReport) => unknown
}

/** One side of the conversation. The same object seals and opens, so it plays either role. */
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
  /** Seals a plain answer; the text is the body that goes out. */
  sealResponse<Id extends SealedId>(
    binding: Binding<Id>,
    answer: Answers[Id],
    options?: KeyOptions,
  ): Promise<string>
  openResponse<Id extends SealedId>(
    request: SealedRequest<Id>,
    body: Uint8Array,
    options?: KeyOptions,
  ): Promise<OpenedAnswer<Id>>
}
