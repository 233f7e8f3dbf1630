import type { Responses } from '@custody-wallet/types'
import { keepAliveDuring } from '@custody-wallet/types/http'

import type { RequestFrame } from '../codec/frames.ts'
import type { OpenedRequest } from '../codec/messages.ts'
import { isEncryptionError, isGateError, Rejection } from '../errors.ts'
import { notify } from '../options.ts'
import type { Party, RejectionReport } from '../party/party.ts'
import type { SealedId } from '../profile/profile.ts'
import { type Call, type GatewayOptions, type ResponderOptions, type Settings, createSettings } from './options.ts'
import { isRouteAt, createPlainRequest, readFrame, findRoute, type SealedRoute } from './requests.ts'
import {
  createEmptyResponse,
  createInvalidResponse,
  createJsonResponse,
  createNotFoundRejection,
  NotSupportedError,
  readOutcome,
  describeIssues,
  HttpRejection,
  createRejectedResponse,
} from './responses.ts'
import { toResponse, TextResponse } from './text-response.ts'

/** Accepts sealed requests and returns sealed responses. Its promise never rejects. */
export type Gateway = (request: Request) => Promise<Response>

/** The same for servers that send strings themselves, and that pass a context with each request. */
export type Responder<Context = void, Reply = TextResponse> = (
  request: Request,
  context: Context,
) => Promise<Reply | TextResponse>

/**
 * Lets a plain handler serve sealed messages. The handler gets verified requests in the form of the plain document. The
 * gateway seals its responses for the merchant that made the request.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { createGateway } from '@custody-wallet/encryption/gateway'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const shop = createParty(modern({ appId: 'demo-shop', party: { own: 'platform', peer: 'shop' }, keys: { own, peer } }))
 * const respond = createGateway({
 *   findParty: (appId) => (appId === 'demo-shop' ? shop : undefined),
 *   handler: (request, { operation }) => Response.json({ code: 0, msg: `${operation} at ${request.url}` }),
 * })
 * const request = new Request('http://localhost/api/v1/withdraw/cancel', { method: 'POST', body: '{}' })
 * console.log(await (await respond(request)).text()) // code 100008: the request is not sealed
 * ```
 */
export function createGateway(options: GatewayOptions): Gateway {
  const respond = createResponder<void, Response>(options)
  return async (request) => toResponse(await respond(request))
}

/** Makes a gateway for servers that send strings themselves. */
export function createResponder<Context = void, Reply = TextResponse>(
  options: ResponderOptions<Context, Reply>,
): Responder<Context, Reply> {
  const settings = createSettings(options)
  return async (request, context) => {
    try {
      return await respondTo(request, context, settings)
    } catch (error) {
      if (error instanceof HttpRejection) return error.response
      // An error of the handler or of this side can contain private data, so callers never see it.
      if (!request.signal.aborted) notify(settings.onError, error)
      return createEmptyResponse(toStatus(error))
    }
  }
}

function toStatus(error: unknown): number {
  if (error instanceof NotSupportedError) return 501
  return isGateError(error) ? 503 : 500
}

async function respondTo<Context, Reply>(
  request: Request,
  context: Context,
  settings: Settings<Context, Reply>,
): Promise<Reply | TextResponse> {
  if (request.bodyUsed)
    throw new TypeError('The request body has already been read. Mount the gateway before any other body reader.')
  const route = findRoute(request, settings)
  if (route.family === 'token') return await route.handler(request, context)
  const { family, operation } = route
  const { signal } = request
  const { party, message } = await verifyRequest(request, context, { route, settings })
  const seal = async (response: Responses[SealedId]): Promise<TextResponse> =>
    createJsonResponse(await party.sealResponse(message.binding, response, { signal }))
  if (message.issues) return await seal(createInvalidResponse(family, party.profile, describeIssues(message.issues)))
  const { issues: _issues, ...call } = message
  markCall(call)
  if (settings.respond) {
    const response = await settings.respond(call, { signal, party }, context)
    return response instanceof TextResponse ? response : await seal(response)
  }
  const { handler, limits } = settings
  if (!handler) throw new TypeError('createGateway() needs handler or respond.')
  const plain = createPlainRequest(request, route, call.parameters)
  const outcome = await keepAliveDuring(plain, async () =>
    readOutcome(await handler(plain, call), { operation, limit: limits.response, signal }),
  )
  return await seal(outcome.response ?? createInvalidResponse(family, party.profile, outcome.reason))
}

// The compiler cannot see that the party has checked the parameters of this operation.
function markCall(_call: Omit<OpenedRequest, 'issues'>): asserts _call is Call {}

interface VerifyOptions<Context, Reply> {
  readonly route: SealedRoute
  readonly settings: Settings<Context, Reply>
}

interface VerifiedRequest {
  readonly party: Party
  readonly message: OpenedRequest
}

// Until the message is verified, every failure gets the same response, so that an attacker cannot tell the causes apart.
async function verifyRequest<Context, Reply>(
  request: Request,
  context: Context,
  { route, settings }: VerifyOptions<Context, Reply>,
): Promise<VerifiedRequest> {
  const { family, operation, path } = route
  const { decoys, gate, bodies, limits } = settings
  const { method, signal } = request
  const report = (rejection: RejectionReport): void => notify(settings.onMessageRejected, rejection, context)
  const openWith = async (by: Party, frame: RequestFrame, merchant: string, onRejected = report) => {
    if (!isRouteAt(route, by.profile.segments)) throw createNotFoundRejection()
    // A 405 would reveal whether this merchant may send forms.
    if (by.profile.transport === 'query' && method === 'POST' && family !== 'v1') throw new Rejection('framing')
    return gate.run((options) => by.openRequest(operation, path, frame, { ...options, onRejected }), {
      signal,
      merchant,
    })
  }
  let party: Party | undefined
  try {
    const onBody = (body: Uint8Array): void => notify(settings.onBody, body, context)
    const hasExactLength = settings.hasExactLength?.(context) ?? false
    const frame = await readFrame(request, route, { bodies, limits, hasExactLength, onBody })
    party = await settings.findParty(frame.appId, operation)
    if (!party) {
      // An unknown merchant takes as much time as a known one. All of them together get the share of one merchant.
      const decoy = isRouteAt(route, settings.segments) ? decoys.find(frame.appId) : undefined
      const ignore = (): void => undefined
      if (decoy) await openWith(decoy, { ...frame, appId: decoy.profile.appId }, '', ignore).catch(ignore)
      throw new Rejection('merchant')
    }
    decoys.add(party)
    return { party, message: await openWith(party, frame, party.profile.appId) }
  } catch (error) {
    if (error instanceof HttpRejection || isGateError(error)) throw error
    const { segments, codes } = party?.profile ?? { ...settings, codes: settings.rejectionCodes }
    if (!isRouteAt(route, segments)) throw createNotFoundRejection()
    // A party that rejects a message has already called its own hook.
    if (error instanceof Rejection) {
      const rejection = { reason: error.reason, operation, path, side: 'request' } as const
      notify(settings.onRejected, rejection)
      report(rejection)
    } else if (!isEncryptionError(error, 'ENVELOPE_REJECTED')) notify(settings.onError, error)
    throw new HttpRejection(createRejectedResponse(family, codes))
  }
}
