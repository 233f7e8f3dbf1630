/** Why a delivery failed. */
export type FailureName =
  /** The host is another machine, and not allowed by name. */
  | 'address-refused'
  /** The receiver answered with the code of a failure. */
  | 'answer-code'
  /** The answer is too long. */
  | 'answer-length'
  /** The answer belongs to another notification. */
  | 'answer-request-id'
  /** The receiver did not seal and sign the answer. */
  | 'answer-seal'
  /** There was no connection, or it broke. */
  | 'connection-failed'
  /** The DNS does not know the host. */
  | 'lookup-failed'
  /** The receiver redirects. */
  | 'redirect'
  /** The content cannot be sealed. */
  | 'sealing-failed'
  /** The HTTP status is not a success. */
  | 'status'
  /** No answer came in time. */
  | 'timeout'

/** A delivery that failed. */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly failure: FailureName

  constructor(failure: FailureName, detail: string) {
    super(detail)
    this.failure = failure
  }
}
