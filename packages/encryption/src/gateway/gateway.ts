import type { RequestFrame } from '../codec/frames.ts'
import { isEncryptionError, isGivenUp, Rejection } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { notify } from '../options.ts'
import type { OpenedRequest, Party } from '../party.ts'
import { keepAliveDuring } from '../request-lifetime.ts'
import { brief, outcomeOf } from './handler-answer.ts'
import { type Call, type GatewayOptions, type Settings, settingsOf } from './options.ts'
import { plainRequest } from './plain-request.ts'
import {
  emptyAnswer,
  invalidAnswer,
  jsonAnswer,
  notFound,
  reasonOf,
  Refusal,
  rejectedAnswer,
} from './refusals.ts'
import { readFrame } from './request-frame.ts'
import { isAt, routeOf, type SealedRoute } from './routes.ts'

/** Takes sealed requests and gives sealed answers. It never rejects. */
export type Gateway = (request: Request) => Promise<Response>

interface Admitted {
  readonly party: Party
  readonly opened: OpenedRequest
}

/**
 * Puts a plain handler behind sealed messages. The handler sees requests as the plain document shows them, each proven
 * to come from its merchant; what it answers is sealed for that merchant.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { gateway } from '@custody-wallet/encryption/gateway'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const shop = createParty(modern({ appId: 'demo-shop', party: { own: 'platform', peer: 'shop' }, keys: { own, peer } }))
 * const answer = gateway({
 *   partyFor: (appId) => (appId === 'demo-shop' ? shop : undefined),
 *   handler: (request, { operation }) => Response.json({ code: 0, msg: `${operation} at ${request.url}` }),
 * })
 * const refused = await answer(new Request('http://localhost/api/v1/withdraw/cancel', { method: 'POST', body: '{}' }))
 * console.log(refused.status, await refused.text())
 * ```
 */
export function gateway(options: GatewayOptions): Gateway {
  const settings = settingsOf(options)
  return async (request) => {
    try {
      return await answerOf(request, settings)
    } catch (error) {
      return failed(error, request, settings)
    }
  }
}

async function answerOf(request: Request, settings: Settings): Promise<Response> {
  if (request.bodyUsed)
    throw new TypeError('The body was read before the gateway: mount the gateway in front of what reads it.')
  const { pathname } = new URL(request.url)
  const route = routeOf(request, pathname, settings)
  if (route.family === 'token') return await route.answer(request)
  const admitted = await admit(request, route, settings)
  const answer = await handle(request, route, admitted, settings)
  const { party, opened } = admitted
  return jsonAnswer(await party.sealResponse(opened.binding, answer, { signal: request.signal }))
}

// A stranger's message until it is verified. All that can go wrong with it leads to one and the same answer.
async function admit(request: Request, route: SealedRoute, settings: Settings): Promise<Admitted> {
  let party: Party | undefined
  try {
    const frame = await readFrame(request, route, settings)
    party = await settings.partyFor(frame.appId, route.operation)
    if (!party) throw await unknownMerchant(frame, request, { route, settings })
    settings.decoys.learn(party)
    const opening = { route, gate: settings.gate, merchant: party.profile.appId }
    return { party, opened: await openedBy(party, frame, request, opening) }
  } catch (error) {
    if (error instanceof Refusal || isGivenUp(error)) throw error
    const { segments, codes } = party?.profile ?? { ...settings, codes: settings.refusalCodes }
    if (!isAt(route, segments)) throw notFound()
    report(error, route, settings)
    throw new Refusal(rejectedAnswer(route.family, codes))
  }
}

// Its message costs as much as one for a known merchant. All unknown merchants together have the share of one.
async function unknownMerchant(
  frame: RequestFrame,
  request: Request,
  {
    route,
    settings: { decoys, gate, segments },
  }: { readonly route: SealedRoute; readonly settings: Settings },
): Promise<Rejection> {
  const decoy = isAt(route, segments) ? decoys.find(frame.appId) : undefined
  const own = decoy && { ...frame, appId: decoy.profile.appId }
  if (own) await openedBy(decoy, own, request, { route, gate, merchant: '' }).catch(() => undefined)
  return new Rejection('merchant')
}

interface Opening extends Pick<Settings, 'gate'> {
  readonly route: SealedRoute
  /** Whose share of the gate it takes. */
  readonly merchant: string
}

async function openedBy(
  party: Party,
  frame: RequestFrame,
  { method, signal }: Request,
  { route, gate, merchant }: Opening,
): Promise<OpenedRequest> {
  const { segments, transport } = party.profile
  if (!isAt(route, segments)) throw notFound()
  // Whether a merchant may send forms is no stranger's business, so this is no wrong method.
  if (transport === 'query' && isForm(method, route)) throw new Rejection('framing')
  const open = (options: KeyOptions) => party.openRequest(route.operation, route.path, frame, options)
  return await gate.run(open, { signal, merchant })
}

const isForm = (method: string, { family }: SealedRoute): boolean => method === 'POST' && family !== 'v1'

// A party has told its own hook already.
function report(error: unknown, { operation, path }: SealedRoute, { onRejected, onError }: Settings): void {
  if (error instanceof Rejection)
    notify(onRejected, { reason: error.reason, operation, path, side: 'request' })
  else if (!isEncryptionError(error, 'ENVELOPE_REJECTED')) notify(onError, error)
}

async function handle(
  request: Request,
  { family, operation }: SealedRoute,
  { party, opened }: Admitted,
  { handler, limits }: Settings,
) {
  if (opened.issues) return invalidAnswer(family, party.profile, brief(reasonOf(opened.issues)))
  const { issues: _issues, ...call } = opened
  markCall(call)
  const plain = plainRequest(request, operation, call.parameters)
  const outcome = await keepAliveDuring(plain, async () =>
    outcomeOf(await handler(plain, call), { operation, most: limits.answer, signal: request.signal }),
  )
  return outcome.answer ?? invalidAnswer(family, party.profile, outcome.refusal)
}

// For the compiler alone: the party has checked the parameters of the very call that it names.
function markCall(_call: Omit<OpenedRequest, 'issues'>): asserts _call is Call {}

// The handler's errors and this side's own are nothing that a caller may learn from.
function failed(error: unknown, { signal }: Request, { onError }: Settings): Response {
  if (error instanceof Refusal) return error.answer
  if (!signal.aborted) notify(onError, error)
  return emptyAnswer(isGivenUp(error) ? 503 : 500)
}
