// A call, its request and its response.
import type { OperationId } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

/**
 * What protects a response. `signature`: the service signed the whole response. `blocks`: the service encrypted each
 * block, so an attacker can combine blocks of several responses. `transport`: only the connection.
 */
export type Assurance = 'signature' | 'blocks' | 'transport'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call, with waits and retries. */
  readonly timeout?: number | undefined
  /** Most attempts, if the call is safe to retry. */
  readonly attempts?: number | undefined
  /** Headers, such as `traceparent`. They replace those of the client. An `Access-Token` replaces the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Call options that a client sets for all its calls. */
export type CallDefaults = Omit<CallOptions, 'signal'>

/** A call. `raw` makes the same call and returns the whole response. */
export interface Call<Parameters, Value, ResponseBody> {
  (...callArguments: CallArguments<Parameters>): Promise<Value>
  readonly raw: (...callArguments: CallArguments<Parameters>) => Promise<RawResponse<Value, ResponseBody>>
}

// Parameters without a required field may be left out.
type CallArguments<Parameters> =
  Record<string, never> extends Parameters
    ? [parameters?: Parameters, options?: CallOptions]
    : [parameters: Parameters, options?: CallOptions]

/** A whole response. A failure of the service is also a response. */
export type RawResponse<Value, ResponseBody> = {
  readonly operation: OperationId
  /** HTTP status. Like the headers, it is unsigned. */
  readonly status: number
  readonly headers: Headers
  /** The decrypted response, with code and message if its family has them. */
  readonly response: ResponseBody
  readonly assurance: Assurance
} & ({ readonly succeeded: true; readonly value: Value } | { readonly succeeded: false })

export interface CallRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A response that fits the contract and belongs to its call. `assurance` says how it is verified. */
export interface VerifiedResponse {
  readonly response: unknown
  readonly assurance: Assurance
}

/** A response with the HTTP response that carried it. */
export interface Outcome extends VerifiedResponse {
  readonly operation: OperationId
  readonly status: number
  readonly headers: Headers
}

/** Reads the code of a response as a string. A response without an envelope has no code. */
export function readCode(response: unknown): string | undefined {
  if (!isObject(response) || !('code' in response)) return undefined
  const text = String(response['code'])
  return /^-?\w{1,16}$/.test(text) ? text : '?'
}
