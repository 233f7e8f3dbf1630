// The wire side: the same answers behind the gateway of the encryption package.
import { AsyncLocalStorage } from 'node:async_hooks'

import type { Party, RejectionReport } from '@custody-wallet/encryption'
import { sealedAnswers } from '@custody-wallet/encryption/gateway/internal'
import {
  type AnswerRequest,
  checkedAnswer,
  checkTokenCall,
  fetchOf,
  type Fetch,
  badPreference,
  problem,
  type Routes,
  TextAnswer,
  tokenFailure,
} from '@custody-wallet/server/core'

import { type Node, nodeOf } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { answerOf } from '../plain/answers.ts'
import { requestedFailure, type Setting } from '../plain/app.ts'
import { pageAddress } from '../plain/page.ts'
import { isFailure, noPreference, type Preference, preferenceOf } from '../plain/prefer.ts'

/** Merchants of the wire side. */
export interface WireOptions {
  /** Known credentials of the token call. Default: any text. */
  readonly apiKeys?: readonly string[] | undefined
  /** Returns Unix milliseconds. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** The platform's side of each merchant. */
  readonly parties: readonly Party[]
  /** Called with the reason why a message was rejected. The sender does not get it. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with an error of the mock itself. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The wire side as one function. */
export function wireApp(
  setting: Setting,
  routes: Routes<MockOperation>,
  { parties, apiKeys, clock = Date.now, onRejected, onError }: WireOptions,
): Fetch {
  const byApp = new Map(parties.map((party) => [party.profile.appId, party]))
  const byId = new Map(setting.engine.operations.map((operation) => [operation.id, operation]))
  const preferences = new AsyncLocalStorage<Preference>()
  const answer = async (id: string, parameters: Node): Promise<unknown> => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`The description has no call ${id}.`)
    const { value } = await answerOf(
      setting,
      { operation, parameters },
      preferences.getStore() ?? noPreference,
    )
    return value
  }
  const sealed = sealedAnswers({
    partyFor: (appId) => byApp.get(appId),
    answer: async ({ operation, parameters }) =>
      checkedAnswer(operation, await answer(operation, { ...parameters })),
    token: async ({ headers }) => {
      const [party] = parties
      const find = async ({ apiKey = '' }) =>
        party && (apiKeys?.includes(apiKey) ?? true) ? { party } : undefined
      const { code } = await checkTokenCall(headers, undefined, { find, clock })
      return Response.json(
        code === 0 ? withExpiry(await answer('getToken', {}), clock()) : tokenFailure(code),
      )
    },
    ...(onRejected && { onRejected }),
    ...(onError && { onError }),
  })
  const answerCall: AnswerRequest = async (request) => {
    const preference = readPreference(routes, request)
    if (preference instanceof TextAnswer) return preference
    await setting.faults.delay(preference.delay, request.signal)
    if (preference.code !== undefined && isFailure(preference.code)) return requestedFailure(preference)
    return preference === noPreference ? sealed(request) : preferences.run(preference, () => sealed(request))
  }
  return fetchOf(answerCall)
}

// The call is sealed, but its preference is a plain header.
function readPreference(routes: Routes<MockOperation>, { url, headers }: Request): Preference | TextAnswer {
  const { pathname } = new URL(url)
  const [operation] = routes.at(pathname)
  if (!operation) return unknown(pathname, routes.near(pathname))
  const preference = preferenceOf(headers.get('prefer'), operation)
  return 'refusal' in preference ? badPreference(preference.refusal) : preference
}

function unknown(path: string, near: MockOperation['path'] | undefined): TextAnswer {
  const hint = near === undefined || near === pageAddress ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', {
    detail: `There is no call at ${path}.${hint} This is the wire mock: it answers only sealed calls. ${pageAddress} of the plain mock lists them.`,
  })
}

// The contract leaves a token's life open.
const life = 7_200_000

/** Sets the expiry of a token to the future, because callers reject the expired tokens of the examples. */
function withExpiry(answer: unknown, now: number): unknown {
  const data = nodeOf(nodeOf(answer)['data'])
  if (!('expired_time' in data)) return answer
  return { ...nodeOf(answer), data: { ...data, expired_time: now + life } }
}
