import type { OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
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

export interface CallRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A response that fits the contract and belongs to its call. `assurance` says how it is verified. */
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

/** A call that can be sent, once or several times. */
export interface PreparedCall {
  createRequest(signal: AbortSignal): CallRequest | Promise<CallRequest>
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

/** Reads the code of a response as a string. A response without an envelope has no code. */
export function readCode(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('code' in response)) return undefined
  const text = String(response.code)
  return /^-?\w{1,16}$/.test(text) ? text : '?'
}
