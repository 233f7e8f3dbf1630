// Verifies a message, then answers it, or passes it on and returns the answer of the receiver.
import { isEncryptionError, readEnvelope } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'
import { Failure } from '@custody-wallet/server/cli'
import { readBody } from '@custody-wallet/types/http'

import { callOfEvent, eventAt, type EventName } from '../events.ts'
import type { LocalParty } from '../party.ts'

/** What is shown of a message. */
export interface Received {
  readonly event: EventName | undefined
  readonly path: string
  /** Why it is not genuine; absent if it is. */
  readonly problem?: string
  readonly content?: object
  readonly answered: { readonly status: number; readonly milliseconds: number; readonly by: string }
}

export interface Answering {
  readonly local: LocalParty
  readonly forwardTo: string | undefined
  readonly show: (message: Received) => void
}

type Opened = Pick<Received, 'content' | 'problem'>

const mostBytes = 256 * 1024

/** Answers messages of the platform. */
export function messageAnswerer({
  local,
  forwardTo,
  show,
}: Answering): (request: Request) => Promise<Response> {
  const own = gateway({
    partyFor: (appId) => (appId === local.party.profile.appId ? local.party : undefined),
    answer: ({ operation, parameters }) => ({
      code: 0,
      msg: 'success',
      ...(operation === 'notifyDeposit' && { data: { data: { request_id: parameters.request_id } } }),
    }),
  })
  return async (request) => {
    const started = performance.now()
    const { pathname: path, search } = new URL(request.url)
    const body = await readBody(request.body, mostBytes, request.signal)
    if (body.byteLength > mostBytes) return new Response(null, { status: 413 })
    const event = eventAt(path)
    const opened =
      event === undefined ? { problem: 'unknown path' } : await openedBy(local, { event, path, body })
    const response = await (forwardTo === undefined
      ? own(withBody(request, request.url, body))
      : forwarded(withBody(request, `${forwardTo}${path}${search}`, body)))
    const milliseconds = Math.round(performance.now() - started)
    show({
      event,
      path,
      ...opened,
      answered: { status: response.status, milliseconds, by: forwardTo ?? 'custody' },
    })
    return response
  }
}

interface Message {
  readonly event: EventName
  readonly path: string
  readonly body: Uint8Array
}

/** The content of a genuine message, or why it is none. */
async function openedBy({ party, explained }: LocalParty, { event, path, body }: Message): Promise<Opened> {
  try {
    const opened = await explained(async () =>
      party.openRequest(callOfEvent(event), path, readEnvelope(body)),
    )
    if (opened.parameters !== undefined) return { content: opened.parameters }
    return { problem: opened.issues.map(({ pointer, message }) => `${pointer} ${message}`).join(', ') }
  } catch (error) {
    if (error instanceof Failure || isEncryptionError(error)) return { problem: error.message }
    throw error
  }
}

/** The same request with another address. The body is the bytes that arrived. */
function withBody({ method, headers, signal }: Request, url: string, body: Uint8Array): Request {
  const type = headers.get('content-type')
  return new Request(url, {
    method,
    signal,
    redirect: 'manual',
    headers: type === null ? {} : { 'content-type': type },
    body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
  })
}

async function forwarded(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    const type = answer.headers.get('content-type')
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: type === null ? {} : { 'content-type': type },
    })
  } catch {
    return new Response(null, { status: 502 })
  }
}
