import type { Party, RejectionReport } from '@custody-wallet/encryption'
import { createResponder } from '@custody-wallet/encryption/gateway/internal'
import {
  checkResponse,
  checkTokenCall,
  createReportedView,
  createTokenFailure,
  type RequestContext,
} from '@custody-wallet/server'
import {
  type Fetch,
  createPreferenceProblem,
  createProblem,
  type Routes,
  TextResponse,
} from '@custody-wallet/server/core'

import { type Node, toNode } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { createRequestedFailure, reportCode, type AppContext } from '../plain/app.ts'
import { pagePath } from '../plain/assets.ts'
import { isFailure, type Preference, parsePreference } from '../plain/prefer.ts'
import { createCallResponse } from '../plain/responses.ts'

/** Merchants of the wire side. */
export interface WireOptions {
  /** Credentials that the token call accepts (default: any text). */
  readonly apiKeys?: readonly string[] | undefined
  /** Returns Unix milliseconds (default: `Date.now`). */
  readonly clock?: (() => number) | undefined
  /** The platform's party for each merchant. */
  readonly parties: readonly Party[]
  /** Called with the reason of a rejection, which the sender does not get. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with errors of the mock itself. */
  readonly onError?: ((error: unknown) => void) | undefined
}

interface WireCall {
  readonly preference: Preference
  readonly call: RequestContext
}

/** Creates the wire side: the same responses, encrypted and signed. */
export function createWireApp(
  context: AppContext,
  routes: Routes<MockOperation>,
  { parties, apiKeys, clock = Date.now, onRejected, onError }: WireOptions,
): Fetch {
  const byApp = new Map(parties.map((party) => [party.profile.appId, party]))
  const byId = new Map(context.engine.operations.map((operation) => [operation.id, operation]))
  const response = async (id: string, parameters: Node, preference: Preference): Promise<unknown> => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`The description has no call ${id}.`)
    const { value } = await createCallResponse(context, { operation, parameters }, preference)
    return value
  }
  const respondSealed = createResponder<WireCall>({
    findParty: (appId) => byApp.get(appId),
    respond: async ({ operation, appId, parameters }, _options, { preference, call }) => {
      Object.assign(call, { operation, appId })
      const result = checkResponse(operation, await response(operation, { ...parameters }, preference))
      reportCode(call, result)
      return result
    },
    token: async ({ headers }, { preference, call }) => {
      call.operation = 'getToken'
      const [party] = parties
      const find = async ({ apiKey = '' }) => (party && (apiKeys?.includes(apiKey) ?? true) ? { party } : undefined)
      const { code } = await checkTokenCall(headers, undefined, { find, clock })
      call.code = String(code)
      if (code !== 0) return createPlainResponse(createTokenFailure(code))
      return createPlainResponse(renewExpiry(await response('getToken', {}, preference), clock()))
    },
    ...(onRejected && { onRejected }),
    ...(onError && { onError }),
  })
  const respondTo = async (request: Request, call: RequestContext): Promise<TextResponse> => {
    const preference = readPreference(routes, request)
    if (preference instanceof TextResponse) return preference
    await context.faults.delay(preference.delay, request.signal)
    if (preference.code !== undefined && isFailure(preference.code)) return createRequestedFailure(preference)
    return respondSealed(request, { preference, call })
  }
  return createReportedView('wire', respondTo, context.onCall)
}

const createPlainResponse = (content: unknown): TextResponse =>
  new TextResponse(JSON.stringify(content), { headers: { 'content-type': 'application/json' } })

// The call is encrypted, but its preference is a plain header.
function readPreference(routes: Routes<MockOperation>, { url, headers }: Request): Preference | TextResponse {
  const { pathname } = new URL(url)
  const [operation] = routes.find(pathname)
  if (!operation) return rejectUnknownPath(pathname, routes.findNearest(pathname))
  const preference = parsePreference(headers.get('prefer'), operation)
  return 'rejection' in preference ? createPreferenceProblem(preference.rejection) : preference
}

function rejectUnknownPath(path: string, near: MockOperation['path'] | undefined): TextResponse {
  const hint = near === undefined || near === pagePath ? '' : ` Did you mean ${near}?`
  return createProblem('unknown-path', {
    detail: `There is no call at ${path}.${hint} This is the wire mock, which only responds to encrypted calls. ${pagePath} of the plain mock lists them.`,
  })
}

// The interface leaves the lifetime of a token open.
const tokenLifetime = 7_200_000

/** Sets a future expiry, because callers reject the expired tokens of the examples. */
function renewExpiry(response: unknown, now: number): unknown {
  const data = toNode(toNode(response)['data'])
  if (!('expired_time' in data)) return response
  return { ...toNode(response), data: { ...data, expired_time: now + tokenLifetime } }
}
