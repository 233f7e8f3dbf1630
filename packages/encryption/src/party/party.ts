import type { Responses, Parameters } from '@custody-wallet/types'

import type { RequestFrame } from '../codec/frames.ts'
import type { Binding, OpenedRequest, OpenedResponse, SealedRequest, SealOptions } from '../codec/messages.ts'
import type { RejectionReason, UnknownKey } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import type { Profile, SealedId } from '../profile/profile.ts'

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

/** `onRejected` is called with the reason if this message is rejected, after the hook of the party. */
export type OpenOptions = KeyOptions & Pick<PartyOptions, 'onRejected'>

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
    options?: OpenOptions,
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
    options?: OpenOptions,
  ): Promise<OpenedResponse<Id>>
}
