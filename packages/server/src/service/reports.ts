// Reports each request after its response.
import { randomUUID } from 'node:crypto'

import { notify } from '@custody-wallet/encryption/internal'
import { type AddFacts, readTraceparent, trace } from '@custody-wallet/types/internal'

import {
  type AnyResponse,
  createFetch,
  type RequestInfo,
  type Responder,
  TextResponse,
  type View,
} from '../core/responses.ts'
import type { CallReport, RequestContext } from './context.ts'
import { describeReport, describeRequest, handlerChannel, type HandlerTrace, isError } from './tracing.ts'

/** Called with the report and the content of each request. */
export type CallListener = ((report: CallReport, context: RequestContext) => unknown) | undefined

/**
 * Creates a view that reports each request. The responder adds what it knows to the context.
 *
 * @example
 * ```ts
 * import { createReportedView } from '@custody-wallet/server'
 * import { TextResponse } from '@custody-wallet/server/core'
 *
 * const respond = async () => new TextResponse('hello')
 * const view = createReportedView('plain', respond, ({ status, duration }) => console.log(status, duration))
 * await view(new Request('http://service/'))
 * ```
 */
export const createReportedView = <Reply extends AnyResponse>(
  view: RequestContext['view'],
  respond: Responder<RequestContext, Reply>,
  onCall: CallListener,
): View<Reply> => {
  const respondAndReport = async (request: Request, info: RequestInfo, add?: AddFacts<HandlerTrace>) => {
    const start = performance.now()
    const context: RequestContext = {
      ...info,
      requestId: readRequestId(request),
      traceId: readTraceId(request),
      view,
      headers: request.headers,
      request,
    }
    const response = await respond(request, context)
    if (response instanceof TextResponse) context.sent = response
    if (!onCall && !add) return response
    const report = createReport(context, response, performance.now() - start)
    add?.(describeReport(report, context), isError(report, context))
    notify(onCall, report, context)
    return response
  }
  return createFetch((request, info) =>
    trace(
      handlerChannel,
      () => describeRequest(view, request),
      (add) => respondAndReport(request, info, add),
    ),
  )
}

function createReport(
  { requestId, traceId, view, operation, appId, code, request }: RequestContext,
  response: AnyResponse,
  duration: number,
): CallReport {
  const received = Number(request.headers.get('content-length') ?? 0)
  const sent = request.method === 'HEAD' ? 0 : readLength(response)
  return { requestId, traceId, view, operation, appId, status: response.status, code, duration, received, sent }
}

const readLength = (response: AnyResponse): number =>
  response instanceof TextResponse ? response.length : Number(response.headers.get('content-length') ?? 0)

// A proxy may have set the id. Other characters would let a caller inject text into logs.
function readRequestId({ headers }: Request): string {
  const requestId = headers.get('x-request-id') ?? ''
  return /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID()
}

const readTraceId = ({ headers }: Request): string | undefined => readTraceparent(headers)?.split('-')[1]
