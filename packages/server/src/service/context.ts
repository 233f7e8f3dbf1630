import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

import type { OperationId } from '@custody-wallet/types/operations'

import { type AnyResponse, TextResponse } from '../core/responses.ts'
import { notify } from '../notify.ts'

/** A finished call, without its content. In `onCall`, `getCurrentRequest` returns its request. */
export interface CallReport {
  readonly requestId: string
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

/** The running request. Fields are set as they become known. */
export interface RequestContext {
  readonly requestId: string
  readonly view: 'plain' | 'wire'
  readonly address: string | undefined
  readonly headers: Headers
  /** The original request. Its body may have been read. */
  readonly request: Request
  operation?: OperationId
  appId?: string
  code?: string
  /** Bytes of the body, once read. */
  body?: Uint8Array
  /** Parameters of the call in plain form, once checked. */
  parameters?: unknown
  /** Response of the call in plain form, if a handler responded. */
  response?: unknown
}

const storage = new AsyncLocalStorage<RequestContext>()

/**
 * Returns the running request, for example to log its id, operation and merchant in code that a handler calls.
 *
 * @example
 * ```ts
 * import { getCurrentRequest } from '@custody-wallet/server'
 *
 * console.log(getCurrentRequest()?.requestId ?? 'outside of a request')
 * ```
 */
export const getCurrentRequest = (): RequestContext | undefined => storage.getStore()

/** Stores the body of the running request for logs. */
export function keepBody(body: Uint8Array): void {
  const context = getCurrentRequest()
  if (context) context.body = body
}

export interface ContextOptions {
  readonly onCall: ((report: CallReport) => unknown) | undefined
}

const readLength = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

const countSentBytes = (response: AnyResponse): number =>
  response instanceof TextResponse ? response.length : response.body ? readLength(response.headers) : 0

/** Handles a request in its own context, and reports it. */
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

// A proxy may have set the id. Other characters would let a caller inject text into logs.
function readRequestId(headers: Headers): string {
  const requestId = headers.get('x-request-id') ?? ''
  return /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID()
}
