// Values of columns that other folders share.

/** View of the interface. */
export type View = 'plain' | 'wire'

/** What a fault does to a call or its response. */
export type FaultKind =
  | 'html'
  | 'latency'
  | 'lost'
  | 'misdirected'
  | 'old-key'
  | 'status'
  | 'token-expired'
  | 'trickle'
  | 'truncated'
  | 'unsigned-code'
  | 'wrong-signature'

/** Why a delivery failed. */
export type FailureName =
  /** The host is another machine and is not allowed by name. */
  | 'address-rejected'
  /** The receiver returned a failure code. */
  | 'response-code'
  /** The response is too long. */
  | 'response-length'
  /** The response belongs to another notification. */
  | 'response-request-id'
  /** The response is not sealed and signed by the receiver. */
  | 'response-seal'
  /** The connection failed or broke. */
  | 'connection-failed'
  /** DNS does not know the host. */
  | 'lookup-failed'
  /** The receiver returned a redirect. */
  | 'redirect'
  /** The content cannot be sealed. */
  | 'sealing-failed'
  /** The receiver returned an HTTP error. */
  | 'status'
  /** The receiver did not respond in time. */
  | 'timeout'
