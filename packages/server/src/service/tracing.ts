// What the tracing channel says about requests.
import { tracingChannel } from 'node:diagnostics_channel'

import type { Assurance, RejectionReason } from '@custody-wallet/encryption'
import {
  type Channel,
  createChannel,
  readTraceparent,
  type TracedCall,
  type TracedRequest,
} from '@custody-wallet/types/internal'
import { operations } from '@custody-wallet/types/operations'

import type { CallReport, RequestContext } from './context.ts'

/**
 * Context of `custody:handler`: one request, with fields of its `CallReport`. At the start it has only `view` and
 * `traceparent`. Later, `operation`, `family` and `app_id` are absent like those of the report.
 */
export interface HandlerTrace
  extends
    Partial<TracedCall>,
    TracedRequest,
    Pick<CallReport, 'view'>,
    Partial<Pick<CallReport, 'received' | 'sent' | 'status'>> {
  /** How far the parameters can be trusted. */
  readonly assurance?: Assurance
  /** Why the message was rejected. Do not send it to the caller. */
  readonly reason?: RejectionReason
}

export const handlerChannel: Channel<HandlerTrace> = createChannel<HandlerTrace>(
  tracingChannel,
  'custody:handler',
  () => ({ code: 'threw' }),
)

/** Returns what is known before a request is read. */
export function describeRequest(view: HandlerTrace['view'], { headers }: Request): HandlerTrace {
  const traceparent = readTraceparent(headers)
  return { view, ...(traceparent !== undefined && { traceparent }) }
}

/** Returns what the report of a request adds. */
export function describeReport(
  { operation, appId, status, code, duration, received, sent }: CallReport,
  { assurance, rejection }: RequestContext,
): Partial<HandlerTrace> {
  const errorCode = rejection ? 'ENVELOPE_REJECTED' : status >= 400 ? 'HTTP_STATUS' : undefined
  const responseCode = errorCode ?? code
  return {
    ...(operation && { operation, family: operations[operation].family }),
    ...(appId !== undefined && { app_id: appId }),
    ...(assurance && { assurance }),
    ...(rejection && { reason: rejection.reason }),
    ...(responseCode !== undefined && { code: responseCode }),
    status,
    duration,
    received,
    sent,
  }
}

/** Whether a request got no response from its handler. */
export const isError = ({ status }: CallReport, { rejection }: RequestContext): boolean =>
  rejection !== undefined || status >= 400
