// What hooks and channels say about a message, without its content.
import type { RejectionReason, SealedId } from '@custody-wallet/encryption'
import type { TracedCall, TracedRequest } from '@custody-wallet/types/internal'

/** What a genuine notification did. */
export type Effect = 'credit' | 'deduct' | 'record' | 'duplicate' | 'conflict'

/** Report on a message, without content, addresses and keys. */
export interface MessageReport {
  readonly operation: SealedId
  /** Absent if the message is not genuine. */
  readonly app_id?: string
  /**
   * `record`: a new fact without a credit, such as a failed deposit. `rejected`: not genuine, or not a valid notification.
   * `failed`: your function, the store or this side failed, everything was rolled back, and the sender retries.
   */
  readonly effect: Effect | 'rejected' | 'failed'
  /** Milliseconds until the response. */
  readonly duration: number
}

/** Context of `custody:message`: one message, with the fields of its `MessageReport`. */
export interface MessageTrace extends TracedCall, TracedRequest, Partial<Pick<MessageReport, 'effect'>> {
  /** HTTP status of the response. */
  readonly status?: number
  /** Why the message is not genuine. Do not send it to the other side. */
  readonly reason?: RejectionReason
  /** Bytes of the request's body according to `Content-Length`. */
  readonly received?: number
  /** Bytes of the response's body. */
  readonly sent?: number
}
