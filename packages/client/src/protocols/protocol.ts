import type { OperationId } from '@custody-wallet/types/operations'

import type { CallRequest, Outcome, VerifiedResponse } from '../call.ts'
import type { ResponseSource } from '../errors/errors.ts'

/** A call whose parameters are not checked yet. */
export interface PlainCall {
  readonly operation: OperationId
  readonly parameters: unknown
  /** Path segments that replace those of the client. */
  readonly segments?: Readonly<Record<string, string>> | undefined
  /** Headers to send besides those of the protocol, which they replace. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A call that can be sent, once or several times. */
export interface PreparedCall {
  createRequest(): CallRequest | Promise<CallRequest>
  /** Called with each HTTP response, also a failure, before it is read. */
  readonly listen?: ((response: Response) => void) | undefined
  /** Reads the body of a response, or throws the error that describes it. */
  read(body: Uint8Array, signal: AbortSignal, source: ResponseSource): VerifiedResponse | Promise<VerifiedResponse>
  /** Removes the cause of a failure if possible, and returns whether to send the call once more. */
  readonly recover?: ((failure: Failure) => boolean) | undefined
}

/** An attempt that failed: with a response of the service, or with an error. */
export type Failure = { readonly outcome: Outcome } | { readonly error: unknown }

/** Prepares calls and reads responses: sealed, plain, or the token call. */
export interface Protocol {
  prepare(call: PlainCall, signal: AbortSignal): Promise<PreparedCall>
}
