// The wire side: the gateway of the encryption package in front of the same answers.
import { AsyncLocalStorage } from 'node:async_hooks'

import type { Party, RejectionReport } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'

import type { Node } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { answerOf } from '../plain/answers.ts'
import { askedFor, type Fetch, type Setting } from '../plain/app.ts'
import { badPreference, isFailure, noPreference, type Preference, preferenceOf } from '../plain/prefer.ts'
import { problem } from '../plain/problem.ts'
import { pageAddress } from '../plain/routes.ts'
import { lasting, type TokenCheck, tokenRefusal } from './token.ts'

/** Merchants that the wire side speaks with. */
export interface WireOptions extends TokenCheck {
  /** The platform's side of each merchant. */
  readonly parties: readonly Party[]
  /** Told why a message was refused, on this side alone. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Told what failed on this side. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const asItIs = (text: string): string => text

/** The wire side as one function. */
export function wireApp(setting: Setting, { parties, onRejected, onError, ...token }: WireOptions): Fetch {
  const byApp = new Map(parties.map((party) => [party.profile.appId, party]))
  const byId = new Map(setting.engine.operations.map((operation) => [operation.id, operation]))
  const wishes = new AsyncLocalStorage<Preference>()
  const answer = async (id: string, parameters: Node, finished = asItIs): Promise<Response> => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`The description has no call ${id}.`)
    const call = { operation, parameters }
    const { status, text } = await answerOf(setting, call, wishes.getStore() ?? noPreference)
    return new Response(finished(text), { status, headers: { 'content-type': 'application/json' } })
  }
  const sealed = gateway({
    partyFor: (appId) => byApp.get(appId),
    handler: (_request, { operation, parameters }) => answer(operation, { ...parameters }),
    token: ({ headers }) =>
      tokenRefusal(headers, token) ?? answer('getToken', {}, (text) => lasting(text, token)),
    ...(onRejected && { onRejected }),
    ...(onError && { onError }),
  })
  return async (request) => {
    const wish = wishOf(setting, request)
    if (wish instanceof Response) return wish
    await setting.whims.delay(wish.delay, request.signal)
    if (wish.code !== undefined && isFailure(wish.code)) return askedFor(wish)
    return wish === noPreference ? sealed(request) : wishes.run(wish, () => sealed(request))
  }
}

// What a call is about is sealed; what is wished for the mock's answer is said in the open.
function wishOf({ routes }: Setting, { url, headers }: Request): Preference | Response {
  const { pathname } = new URL(url)
  const [operation] = routes.at(pathname)
  if (!operation) return unknown(pathname, routes.near(pathname))
  const preference = preferenceOf(headers.get('prefer'), operation)
  return 'refusal' in preference ? badPreference(preference.refusal) : preference
}

function unknown(path: string, near: MockOperation['path'] | undefined): Response {
  const hint = near === undefined || near === pageAddress ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', {
    detail: `There is no call at ${path}.${hint} Sealed calls alone are answered here; ${pageAddress} of the plain mock lists them.`,
  })
}
