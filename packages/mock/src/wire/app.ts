// The wire side: the same answers behind the gateway of the encryption package.
import { AsyncLocalStorage } from 'node:async_hooks'

import type { Party, RejectionReport } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'

import type { Node } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { answerOf } from '../plain/answers.ts'
import { requestedFailure, type Fetch, type Setting } from '../plain/app.ts'
import { badPreference, isFailure, noPreference, type Preference, preferenceOf } from '../plain/prefer.ts'
import { problem } from '../plain/problem.ts'
import { pageAddress } from '../plain/routes.ts'
import { type TokenCheck, tokenRefusal, withExpiry } from './token.ts'

/** Merchants of the wire side. */
export interface WireOptions extends TokenCheck {
  /** The platform's side of each merchant. */
  readonly parties: readonly Party[]
  /** Called with the reason why a message was rejected. The sender does not get it. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with an error of the mock itself. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const unchanged = (text: string): string => text

/** The wire side as one function. */
export function wireApp(setting: Setting, { parties, onRejected, onError, ...token }: WireOptions): Fetch {
  const byApp = new Map(parties.map((party) => [party.profile.appId, party]))
  const byId = new Map(setting.engine.operations.map((operation) => [operation.id, operation]))
  const preferences = new AsyncLocalStorage<Preference>()
  const answer = async (id: string, parameters: Node, finish = unchanged): Promise<Response> => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`The description has no call ${id}.`)
    const call = { operation, parameters }
    const { status, text } = await answerOf(setting, call, preferences.getStore() ?? noPreference)
    return new Response(finish(text), { status, headers: { 'content-type': 'application/json' } })
  }
  const sealed = gateway({
    partyFor: (appId) => byApp.get(appId),
    handler: (_request, { operation, parameters }) => answer(operation, { ...parameters }),
    token: ({ headers }) =>
      tokenRefusal(headers, token) ?? answer('getToken', {}, (text) => withExpiry(text, token)),
    ...(onRejected && { onRejected }),
    ...(onError && { onError }),
  })
  return async (request) => {
    const preference = readPreference(setting, request)
    if (preference instanceof Response) return preference
    await setting.faults.delay(preference.delay, request.signal)
    if (preference.code !== undefined && isFailure(preference.code)) return requestedFailure(preference)
    return preference === noPreference ? sealed(request) : preferences.run(preference, () => sealed(request))
  }
}

// The call is sealed, but its preference is a plain header.
function readPreference({ routes }: Setting, { url, headers }: Request): Preference | Response {
  const { pathname } = new URL(url)
  const [operation] = routes.at(pathname)
  if (!operation) return unknown(pathname, routes.near(pathname))
  const preference = preferenceOf(headers.get('prefer'), operation)
  return 'refusal' in preference ? badPreference(preference.refusal) : preference
}

function unknown(path: string, near: MockOperation['path'] | undefined): Response {
  const hint = near === undefined || near === pageAddress ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', {
    detail: `There is no call at ${path}.${hint} This is the wire mock: it answers only sealed calls. ${pageAddress} of the plain mock lists them.`,
  })
}
