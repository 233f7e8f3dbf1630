import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

import type { OperationId } from '@custody-wallet/types/operations'

import { type AnyResponse, TextResponse } from '../core/responses.ts'
import { notify } from '../notify.ts'

/** One call, after it was answered. It has no content; `getCurrentRequest` knows its request. */
export interface CallReport {
  readonly requestId: string
  readonly view: 'plain' | 'wire'
  /** Absent where the request was not a call, or could not be opened. */
  readonly operation: OperationId | undefined
  /** The merchant; absent where it is unknown. */
  readonly appId: string | undefined
  readonly status: number
  /** Code of the response; `0` for a success, absent where no handler answered. */
  readonly code: string | undefined
  /** Milliseconds from the request to its response. */
  readonly duration: number
  /** Bytes of the request's body, as far as `Content-Length` says. */
  readonly received: number
  /** Bytes of the response's body. */
  readonly sent: number
}

/** The running request. Its fields are filled in as they become known. */
export interface RequestContext {
  readonly requestId: string
  readonly view: 'plain' | 'wire'
  readonly address: string | undefined
  readonly headers: Headers
  /** The request as it arrived. Its body may be read already. */
  readonly request: Request
  operation?: OperationId
  appId?: string
  code?: string
  /** Bytes of the body, once they are read. */
  body?: Uint8Array
  /** Parameters of the call in plain form, once they are read and checked. */
  parameters?: unknown
  /** Response of the call in plain form, where a handler answered. */
  response?: unknown
}

const storage = new AsyncLocalStorage<RequestContext>()

/**
 * The request that runs here: its id, operation and merchant, for log lines of handlers and of what they call.
 *
 * @example
 * ```ts
 * import { getCurrentRequest } from '@custody-wallet/server'
 *
 * console.log(getCurrentRequest()?.requestId ?? 'outside of a request')
 * ```
 */
export const getCurrentRequest = (): RequestContext | undefined => storage.getStore()

/** Keeps the body of the running request, for logs. */
export function keepBody(body: Uint8Array): void {
  const context = getCurrentRequest()
  if (context) context.body = body
}

export interface ContextOptions {
  readonly onCall: ((report: CallReport) => unknown) | undefined
}

const readLength = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

const countSentBytes = (respond: AnyResponse): number =>
  respond instanceof TextResponse ? respond.length : respond.body ? readLength(respond.headers) : 0

/** Answers a request in a context of its own, and reports it. */
export async function runInContext(
  request: Request,
  { view, address }: Pick<RequestContext, 'view' | 'address'>,
  { onCall }: ContextOptions,
  respond: () => Promise<AnyResponse>,
): Promise<AnyResponse> {
  const { headers } = request
  const context: RequestContext = { requestId: readRequestId(headers), view, address, headers, request }
  const start = performance.now()
  return storage.run(context, async () => {
    const response = await respond()
    if (!onCall) return response
    const { requestId, operation, appId, code } = context
    const duration = performance.now() - start
    const sizes = {
      received: readLength(headers),
      sent: request.method === 'HEAD' ? 0 : countSentBytes(response),
    }
    notify(onCall, { requestId, view, operation, appId, status: response.status, code, duration, ...sizes })
    return response
  })
}

// A proxy may have given the request an id. Other texts would let a caller write into logs.
function readRequestId(headers: Headers): string {
  const requestId = headers.get('x-request-id') ?? ''
  return /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID()
}
