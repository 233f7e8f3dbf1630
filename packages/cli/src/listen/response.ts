import { Failure } from '@custody-wallet/demo/cli'
import { isEncryptionError, readEnvelope } from '@custody-wallet/encryption'
import { createGateway } from '@custody-wallet/encryption/gateway'
import { readBody } from '@custody-wallet/types/http'

import { findCall, findEvent, type EventName } from '../notifications.ts'
import type { LocalParty } from '../party.ts'

/** A message and the response to it, for the output. */
export interface MessageReport {
  readonly event: EventName | undefined
  readonly path: string
  /** Why the message is not genuine; absent if it is. */
  readonly problem?: string
  readonly content?: object
  readonly response: { readonly status: number; readonly milliseconds: number; readonly by: string }
}

export interface HandlerOptions {
  readonly local: LocalParty
  readonly forwardTo: string | undefined
  readonly show: (message: MessageReport) => void
}

type OpenResult = Pick<MessageReport, 'content' | 'problem'>

const mostBytes = 256 * 1024

/** Creates a handler that verifies messages, then replies to them or returns the response of the receiver. */
export function createMessageHandler({
  local,
  forwardTo,
  show,
}: HandlerOptions): (request: Request) => Promise<Response> {
  const gateway = createGateway({
    findParty: (appId) => (appId === local.party.profile.appId ? local.party : undefined),
    respond: ({ operation, parameters }) => ({
      code: 0,
      msg: 'success',
      ...(operation === 'notifyDeposit' && { data: { data: { request_id: parameters.request_id } } }),
    }),
  })
  return async (request) => {
    const startTime = performance.now()
    const { pathname: path, search } = new URL(request.url)
    const body = await readBody(request.body, mostBytes, request.signal)
    if (body.byteLength > mostBytes) return new Response(null, { status: 413 })
    const event = findEvent(path)
    const opened = event === undefined ? { problem: 'unknown path' } : await openMessage(local, { event, path, body })
    const response = await (forwardTo === undefined
      ? gateway(createRequest(request, request.url, body))
      : forward(createRequest(request, `${forwardTo}${path}${search}`, body)))
    const milliseconds = Math.round(performance.now() - startTime)
    show({
      event,
      path,
      ...opened,
      response: { status: response.status, milliseconds, by: forwardTo ?? 'custody' },
    })
    return response
  }
}

interface Message {
  readonly event: EventName
  readonly path: string
  readonly body: Uint8Array
}

/** Returns the content of a genuine message, or why it is not genuine. */
async function openMessage({ party, explainErrors }: LocalParty, { event, path, body }: Message): Promise<OpenResult> {
  try {
    const opened = await explainErrors(async () => party.openRequest(findCall(event), path, readEnvelope(body)))
    if (opened.parameters !== undefined) return { content: opened.parameters }
    return { problem: opened.issues.map(({ pointer, message }) => `${pointer} ${message}`).join(', ') }
  } catch (error) {
    if (error instanceof Failure || isEncryptionError(error)) return { problem: error.message }
    throw error
  }
}

/** Creates the same request for another URL, with the exact bytes of the body. */
function createRequest({ method, headers, signal }: Request, url: string, body: Uint8Array): Request {
  const type = headers.get('content-type')
  return new Request(url, {
    method,
    signal,
    redirect: 'manual',
    headers: type === null ? {} : { 'content-type': type },
    body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
  })
}

async function forward(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    const type = response.headers.get('content-type')
    return new Response(await response.arrayBuffer(), {
      status: response.status,
      headers: type === null ? {} : { 'content-type': type },
    })
  } catch {
    return new Response(null, { status: 502 })
  }
}
