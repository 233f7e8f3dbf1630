import type { Answers } from '@custody-wallet/types'

import type { RequestFrame } from '../codec/frames.ts'
import { isEncryptionError, isGivenUp, Rejection } from '../errors.ts'
import { notify } from '../options.ts'
import type { OpenedRequest, Party } from '../party/party.ts'
import type { SealedId } from '../profile/profile.ts'
import { keepAliveDuring } from '../request-lifetime.ts'
import {
  emptyAnswer,
  invalidAnswer,
  jsonAnswer,
  notFound,
  NotSupportedError,
  outcomeOf,
  reasonOf,
  Refusal,
  rejectedAnswer,
} from './answers.ts'
import { type Call, type GatewayOptions, type Settings, settingsOf } from './options.ts'
import { isAt, plainRequest, readFrame, routeOf, type SealedRoute } from './requests.ts'
import { responseOf, TextAnswer } from './text-answer.ts'

/** Takes sealed requests and returns sealed answers. It never rejects. */
export type Gateway = (request: Request) => Promise<Response>

/**
 * Puts a plain handler behind sealed messages. The handler receives requests as the plain document shows them, each
 * verified to come from its merchant; its answers are sealed for that merchant.
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
  const answer = sealedAnswers(options)
  return async (request) => responseOf(await answer(request))
}

/**
 * A gateway for servers that send texts themselves: its answers become a `Response` only where the token call made one.
 */
export function sealedAnswers(
  options: GatewayOptions<TextAnswer>,
): (request: Request) => Promise<Response | TextAnswer> {
  const settings = settingsOf(options)
  return async (request) => {
    try {
      return await answerOf(request, settings)
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      // Callers learn nothing about errors of the handler or of this side.
      if (!request.signal.aborted) notify(settings.onError, error)
      return emptyAnswer(statusOf(error))
    }
  }
}

function statusOf(error: unknown): number {
  if (error instanceof NotSupportedError) return 501
  return isGivenUp(error) ? 503 : 500
}

async function answerOf(request: Request, settings: Settings): Promise<Response | TextAnswer> {
  if (request.bodyUsed)
    throw new TypeError('The request body was read already. Mount the gateway before other readers of it.')
  const route = routeOf(request, settings)
  if (route.family === 'token') return await route.answer(request)
  const { family, operation } = route
  const { signal } = request
  const { party, opened } = await openedRequest(request, route, settings)
  const seal = async (answer: Answers[SealedId]): Promise<TextAnswer> =>
    jsonAnswer(await party.sealResponse(opened.binding, answer, { signal }))
  if (opened.issues) return await seal(invalidAnswer(family, party.profile, reasonOf(opened.issues)))
  const { issues: _issues, ...call } = opened
  markCall(call)
  if (settings.answer) {
    const answer = await settings.answer(call, { signal, party })
    return answer instanceof TextAnswer ? answer : await seal(answer)
  }
  const { handler, limits } = settings
  if (!handler) throw new TypeError('gateway() needs handler or answer.')
  const plain = plainRequest(request, route, call.parameters)
  const outcome = await keepAliveDuring(plain, async () =>
    outcomeOf(await handler(plain, call), { operation, limit: limits.answer, signal }),
  )
  return await seal(outcome.answer ?? invalidAnswer(family, party.profile, outcome.refusal))
}

// The compiler does not see that a party checks the parameters by the operation that it returns.
function markCall(_call: Omit<OpenedRequest, 'issues'>): asserts _call is Call {}

interface Verified {
  readonly party: Party
  readonly opened: OpenedRequest
}

// Until the message is verified, every problem with it gets one and the same answer.
async function openedRequest(request: Request, route: SealedRoute, settings: Settings): Promise<Verified> {
  const { family, operation, path } = route
  const { decoys, gate } = settings
  const { method, signal } = request
  const openedBy = async (by: Party, frame: RequestFrame, merchant: string): Promise<OpenedRequest> => {
    if (!isAt(route, by.profile.segments)) throw notFound()
    // A 405 would reveal whether this merchant may send forms.
    if (by.profile.transport === 'query' && method === 'POST' && family !== 'v1')
      throw new Rejection('framing')
    return gate.run((options) => by.openRequest(operation, path, frame, options), { signal, merchant })
  }
  let party: Party | undefined
  try {
    const frame = await readFrame(request, route, settings)
    party = await settings.partyFor(frame.appId, operation)
    if (!party) {
      // An unknown merchant costs as much time as a known one. All of them share the part of one merchant in the gate.
      const decoy = isAt(route, settings.segments) ? decoys.find(frame.appId) : undefined
      if (decoy) await openedBy(decoy, { ...frame, appId: decoy.profile.appId }, '').catch(() => undefined)
      throw new Rejection('merchant')
    }
    decoys.add(party)
    return { party, opened: await openedBy(party, frame, party.profile.appId) }
  } catch (error) {
    if (error instanceof Refusal || isGivenUp(error)) throw error
    const { segments, codes } = party?.profile ?? { ...settings, codes: settings.refusalCodes }
    if (!isAt(route, segments)) throw notFound()
    // A party that rejects a message calls its own hook.
    if (error instanceof Rejection)
      notify(settings.onRejected, { reason: error.reason, operation, path, side: 'request' })
    else if (!isEncryptionError(error, 'ENVELOPE_REJECTED')) notify(settings.onError, error)
    throw new Refusal(rejectedAnswer(family, codes))
  }
}
