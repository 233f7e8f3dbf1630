import type { OperationId } from '@custody-wallet/types/operations'

/**
 * How far a response can be trusted. `signature`: its sender signed the whole. `blocks`: its sender encrypted each block,
 * so blocks of several responses can be mixed. `transport`: only the connection protects it.
 */
export type Assurance = 'signature' | 'blocks' | 'transport'

/** Options of one call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call with its waits and retries. */
  readonly timeout?: number | undefined
}

/** A call as a function; `raw` makes the same call and returns everything that came back. */
export interface Call<Parameters, Value, ResponseBody> {
  (...given: Given<Parameters>): Promise<Value>
  readonly raw: (...given: Given<Parameters>) => Promise<RawResponse<Value, ResponseBody>>
}

// Parameters without a required field may be left out.
type Given<Parameters> =
  Record<string, never> extends Parameters
    ? [parameters?: Parameters, options?: CallOptions]
    : [parameters: Parameters, options?: CallOptions]

/** What came back. A failure of the service is a response, too. */
export type RawResponse<Value, ResponseBody> = {
  readonly operation: OperationId
  /** Status and headers of the HTTP response, which are unsigned. */
  readonly status: number
  readonly headers: Headers
  /** The opened response, with its code and message if its family has them. */
  readonly response: ResponseBody
  readonly assurance: Assurance
} & ({ readonly succeeded: true; readonly value: Value } | { readonly succeeded: false })
