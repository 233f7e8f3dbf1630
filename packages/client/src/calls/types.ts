import type { OperationId } from '@custody-wallet/types/operations'

/**
 * How far an answer can be trusted: its writer signed the whole, or sealed each block so that blocks of several answers
 * may be mixed, or only the connection vouches for it.
 */
export type Assurance = 'signature' | 'blocks' | 'transport'

/** What one call may have of its own. */
export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call, waiting and repetitions included. */
  readonly timeout?: number | undefined
}

/** A call as a function, and, as `raw`, the same call with all that came back. */
export interface Call<Parameters, Value, Answer> {
  (parameters: Parameters, options?: CallOptions): Promise<Value>
  readonly raw: (parameters: Parameters, options?: CallOptions) => Promise<RawAnswer<Value, Answer>>
}

/** A call that needs no parameters. */
export interface OptionalCall<Parameters, Value, Answer> {
  (parameters?: Parameters, options?: CallOptions): Promise<Value>
  readonly raw: (parameters?: Parameters, options?: CallOptions) => Promise<RawAnswer<Value, Answer>>
}

/** What came back, failures of the service included: they are answers too. */
export type RawAnswer<Value, Answer> = RawSuccess<Value, Answer> | RawFailure<Answer>

interface Received<Answer> {
  readonly operation: OperationId
  /** Status and headers of the HTTP response; nobody signed them. */
  readonly status: number
  readonly headers: Headers
  /** The answer as it was opened, with its code and message where its family has them. */
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
