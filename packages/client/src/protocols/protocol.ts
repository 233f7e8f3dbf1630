import type { OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
import type { Source } from '../errors/errors.ts'

/** A call as its caller makes it. The parameters are not checked yet. */
export interface PlainCall {
  readonly operation: OperationId
  readonly parameters: unknown
  /** Path segments, where they are not those of the client. */
  readonly segments?: Readonly<Record<string, string>> | undefined
}

/** The HTTP request of a call. */
export interface CallRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A response that is verified as far as possible, fits the contract and belongs to its call. */
interface VerifiedResponse {
  readonly response: unknown
  readonly assurance: Assurance
}

/** A response with the HTTP response that carried it. */
export interface Outcome extends VerifiedResponse {
  readonly operation: OperationId
  readonly status: number
  readonly headers: Headers
}

/** A call that is ready to be sent, once or several times. */
export interface PreparedCall {
  /** Makes the request of one attempt. */
  createRequest(signal: AbortSignal): CallRequest | Promise<CallRequest>
  /** Reads the body of a response, or throws the error that describes it. */
  read(body: Uint8Array, signal: AbortSignal, source: Source): VerifiedResponse | Promise<VerifiedResponse>
  /** Removes the cause of a failure, if it can. Then the call may be sent once more. */
  readonly recover?: ((failure: Failure) => boolean) | undefined
}

/** An attempt that failed: with a response of the service, or with an error. */
export type Failure = { readonly outcome: Outcome } | { readonly error: unknown }

/** How calls are sent and responses read: sealed, plain, or as the token call. */
export interface Protocol {
  prepare(call: PlainCall, signal: AbortSignal): Promise<PreparedCall>
}

/** The code of a response as text. A response without an envelope has none. */
export function readCode(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('code' in response)) return undefined
  const text = String(response.code)
  return /^-?\w{1,16}$/.test(text) ? text : '?'
}
