// A merchant, and a gateway in front of a handler.
import type { Parameters } from '@custody-wallet/types'
import { parameters as predicates } from '@custody-wallet/types/validate'

import type { SealedRequest } from '../../src/codec/messages.ts'
import { type Call, createGateway, type Gateway, type GatewayOptions, type Handler } from '../../src/gateway/index.ts'
import type { Party, RejectionReport } from '../../src/party/party.ts'
import type { ProfileSettings, SealedId } from '../../src/profile/profile.ts'
import { readResponse, listRequests } from '../support/samples.ts'
import { toBytes, type ProfileName, createSides } from '../support/sides.ts'

export const origin = 'http://service.example'

/** A secret that must not appear in a response or report. */
export const canary = 'canary@custody.example'

/** The responses to rejected messages, by family. */
export const rejectedTexts = {
  v1: '200\ncache-control: no-store\ncontent-length: 61\ncontent-type: application/json\n\n{"code":100008,"msg":"ENVELOPE_REJECTED","data":"","sign":""}',
  query:
    '200\ncache-control: no-store\ncontent-length: 43\ncontent-type: application/json\n\n{"code":"100005","msg":"ENVELOPE_REJECTED"}',
}

/** A request that the handler got, with its body read. */
interface HandledCall {
  readonly request: Request
  readonly body: string
  readonly call: Call
}

export interface Scene {
  readonly merchant: Party
  readonly platform: Party
  readonly gateway: Gateway
  readonly seen: readonly HandledCall[]
  readonly rejections: readonly RejectionReport[]
  readonly errors: readonly unknown[]
}

/** Options of a gateway with a handler. */
export type HandlerOptions = Extract<GatewayOptions, { readonly handler: Handler }>

export interface SceneOptions extends Omit<Partial<HandlerOptions>, 'onRejected' | 'onError'> {
  readonly settings?: Partial<ProfileSettings>
}

/** Creates a gateway for one merchant. Its handler returns the examples of the contract by default. */
export function createScene(name: ProfileName, { settings = {}, handler, ...options }: SceneOptions = {}): Scene {
  const seen: HandledCall[] = []
  const rejections: RejectionReport[] = []
  const errors: unknown[] = []
  const onRejected = (report: RejectionReport): void => void rejections.push(report)
  const { merchant, platform } = createSides(name, settings, { onRejected })
  const listen = createGateway({
    findParty: (appId) => (appId === 'demo-shop' ? platform : undefined),
    onRejected,
    onError: (error) => void errors.push(error),
    ...options,
    handler: async (request, call) => {
      seen.push({ request, body: await request.clone().text(), call })
      return handler ? handler(request, call) : Response.json(readResponse(call.operation))
    },
  })
  return { merchant, platform, gateway: listen, seen, rejections, errors }
}

/** Seals a call, by default with the example parameters of the contract. */
function readParameters<Id extends SealedId>(id: Id, given: unknown = listRequests(id)[0]): Parameters[Id] {
  if (!isParameters(id, given)) throw new TypeError(`These are no parameters of ${id}.`)
  return given
}

function isParameters<Id extends SealedId>(id: Id, value: unknown): value is Parameters[Id] {
  return predicates[id](value)
}

export const sealCall = (merchant: Party, id: SealedId, given?: unknown): Promise<SealedRequest> =>
  merchant.sealRequest<SealedId>(id, readParameters(id, given))

/** Creates the HTTP request of a sealed one. */
export const toWebRequest = ({ method, path, query, body }: SealedRequest, at: string = origin): Request =>
  method === 'GET'
    ? new Request(`${at}${path}?${query}`)
    : new Request(`${at}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body ?? '',
      })

/** Creates the same request as a form, as some callers send v2 and MPC calls. */
export const toFormRequest = ({ path, query }: SealedRequest, at: string = origin): Request =>
  new Request(`${at}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: query,
  })

/** Writes everything that a caller sees of a response. */
export async function describeResponse(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [response.status, ...headers, '', await response.text()].join('\n')
}

/** Opens a response as the merchant. */
export const openReply = async (merchant: Party, request: SealedRequest, response: Response) =>
  merchant.openResponse(request, toBytes(await response.text()))

/** Creates a body that counts the chunks that were read, and notices cancelling. */
export function createCountedBody(chunk: Uint8Array<ArrayBuffer>, chunks: number) {
  const facts = { pulled: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        facts.pulled += 1
        controller.enqueue(chunk)
        if (facts.pulled === chunks) controller.close()
      },
      cancel: () => {
        facts.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { facts, body }
}

/** Creates a request whose body is a stream. */
export const streamed = (
  path: string,
  body: ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request => {
  const request = { method: 'POST', headers, body, duplex: 'half' }
  return new Request(`${origin}${path}`, request)
}
