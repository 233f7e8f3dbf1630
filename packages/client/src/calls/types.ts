import type { OperationId } from '@custody-wallet/types/operations'

/**
 * How far an answer can be trusted. `signature`: its sender signed the whole. `blocks`: its sender encrypted each block,
 * so blocks of several answers can be mixed. `transport`: only the connection protects it.
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
export interface Call<Parameters, Value, Answer> {
  (parameters: Parameters, options?: CallOptions): Promise<Value>
  readonly raw: (parameters: Parameters, options?: CallOptions) => Promise<RawAnswer<Value, Answer>>
}

/** A call that needs no parameters. */
export interface OptionalCall<Parameters, Value, Answer> {
  (parameters?: Parameters, options?: CallOptions): Promise<Value>
  readonly raw: (parameters?: Parameters, options?: CallOptions) => Promise<RawAnswer<Value, Answer>>
}

/** What came back. A failure of the service is an answer, too. */
export type RawAnswer<Value, Answer> = RawSuccess<Value, Answer> | RawFailure<Answer>

interface Received<Answer> {
  readonly operation: OperationId
  /** Status and headers of the HTTP response, which are unsigned. */
  readonly status: number
  readonly headers: Headers
  /** The opened answer, with its code and message if its family has them. */
  readonly answer: Answer
  readonly assurance: Assurance
}

export interface RawSuccess<Value, Answer> extends Received<Answer> {
  readonly succeeded: true
  readonly value: Value
}

export interface RawFailure<Answer> extends Received<Answer> {
  readonly succeeded: false
}
