import type { Assurance, RejectionReport } from '@custody-wallet/encryption'
import type { OperationId } from '@custody-wallet/types/operations'

import type { RequestInfo, TextResponse } from '../core/responses.ts'

/** A finished call, without its content. */
export interface CallReport {
  readonly requestId: string
  /** Trace id of the header `traceparent`; absent without a valid one. */
  readonly traceId: string | undefined
  readonly view: 'plain' | 'wire'
  /** Absent if the request was not a call or could not be opened. */
  readonly operation: OperationId | undefined
  /** The merchant; absent if unknown. */
  readonly appId: string | undefined
  readonly status: number
  /** Code of the response; `0` for a success, absent if no handler responded. */
  readonly code: string | undefined
  /** Milliseconds from the request to its response. */
  readonly duration: number
  /** Bytes of the request's body according to `Content-Length`. */
  readonly received: number
  /** Bytes of the response's body. */
  readonly sent: number
}

/** A request with everything that is known about it. Fields of its `RequestInfo` are fields of it, too. */
export interface RequestContext extends RequestInfo {
  readonly requestId: string
  readonly traceId: string | undefined
  readonly view: 'plain' | 'wire'
  readonly headers: Headers
  /** The original request. Its body may have been read. */
  readonly request: Request
  operation?: OperationId
  appId?: string
  code?: string
  /** How far the parameters can be trusted. */
  assurance?: Assurance
  /** Bytes of the body, once read. */
  body?: Uint8Array
  /** Parameters of the call in plain form, once checked. */
  parameters?: unknown
  /** Response of the call in plain form, if a handler responded. */
  response?: unknown
  /** What the caller gets: the response as JSON, sealed if the call was. */
  sent?: TextResponse
  /** Why the message was rejected. The sender does not get the reason. */
  rejection?: RejectionReport
}
