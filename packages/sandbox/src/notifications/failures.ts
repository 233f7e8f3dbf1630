/** Why a delivery failed. */
export type FailureName =
  /** The host is another machine, and not allowed by name. */
  | 'address-rejected'
  /** The receiver answered with the code of a failure. */
  | 'response-code'
  /** The answer is too long. */
  | 'response-length'
  /** The answer belongs to another notification. */
  | 'response-request-id'
  /** The receiver did not seal and sign the answer. */
  | 'response-seal'
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
export class DeliveryError extends Error {
  override readonly name: string = 'Failure'
  readonly failure: FailureName

  constructor(failure: FailureName, detail: string) {
    super(detail)
    this.failure = failure
  }
}
