import type { Party, SealedId } from '@custody-wallet/encryption'
import { writeResponseText, createResponder } from '@custody-wallet/encryption/gateway/internal'
import { notify } from '@custody-wallet/encryption/internal'
import { type Responses, codes } from '@custody-wallet/types'

import { createCoreResponder, createJsonResponse } from '../core/app.ts'
import { type CallDescription, contractCalls } from '../core/calls.ts'
import { findContractViolations, isOperationId } from '../core/checks.ts'
import { createProblem, createUnavailableProblem, UnavailableError } from '../core/problem.ts'
import { TextResponse, type View } from '../core/responses.ts'
import type { RequestContext } from './context.ts'
import type { CallContext } from './handlers.ts'
import { createFinder } from './merchants.ts'
import { checkService, type ServiceOptions } from './options.ts'
import { createReportedView } from './reports.ts'
import { createFailure, respondToCall, NotBuiltError, InvalidResponseError } from './response.ts'
import { respondToTokenCall } from './token-call.ts'
import { type Tokens, createTokens } from './tokens.ts'

export interface Service {
  /** Handles plain requests, which are not authenticated. Mount it only where every caller may act for every merchant. */
  readonly plain: View<TextResponse>
  /** Handles sealed requests and the token call. */
  readonly wire: View<TextResponse>
  readonly tokens: Tokens
}

/**
 * Creates a service from one handler for each call. Handlers get checked parameters and return the value of a success, or
 * `reject(code)`.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { createService, reject } from '@custody-wallet/server'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'platform', peer: 'shop' }, keys: { own, peer } }))
 * const service = createService({
 *   merchants: new Map([['demo-shop', { party }]]),
 *   partial: true,
 *   handlers: { findUser: ({ email }) => (email === 'a@shop.example' ? { uid: 1, nickname: 'a' } : reject('110065')) },
 * })
 * const response = await service.plain(new Request('http://service/api/v2/user/info?email=a@shop.example'))
 * console.log(await response.json())
 * ```
 */
export function createService(options: ServiceOptions): Service {
  checkService(options)
  const { handlers, clock = Date.now, onCall, onError, onRejected } = options
  const find = createFinder(options.merchants)
  const tokens = createTokens(options.token, clock)
  const { bodies = {} } = options.gateway ?? {}

  async function respond(
    parameters: unknown,
    call: BaseCallContext,
    context: RequestContext,
  ): Promise<Responses[SealedId]> {
    const { view, address, requestId } = context
    context.parameters = parameters
    const result = await respondToCall(handlers, parameters, {
      ...call,
      view,
      address,
      requestId,
      time: clock(),
    })
    context.code = result.code
    context.response = result.response
    return result.response
  }

  async function grantToken(context: RequestContext): Promise<TextResponse> {
    const outcome = await respondToTokenCall(context.headers, context.address, { find, tokens, clock })
    Object.assign(context, {
      operation: 'getToken',
      appId: outcome.appId,
      code: String(outcome.response.code),
    })
    return createJsonResponse(JSON.stringify(outcome.response))
  }

  const { respond: respondPlain } = createCoreResponder<CallDescription, RequestContext, TextResponse>({
    calls: contractCalls,
    check: ({ id }, { parameters }) => (isOperationId(id) ? findContractViolations(id, parameters) : []),
    bodies: { ...bodies, onBody: undefined },
    onBody: keepBody,
    onError,
    async handle({ id: operation }, { headers, signal }, read, context) {
      const requestData = await read()
      if (requestData instanceof TextResponse) return requestData
      if (!isOperationId(operation) || operation === 'getToken') return grantToken(context)
      const appId = headers.get(merchantHeader) ?? getPlainMerchant(options)
      if (appId === undefined || !(await find({ appId }))) return createUnknownMerchant(appId)
      const call = { appId, operation, assurance: 'transport', signal } as const
      Object.assign(context, { operation, appId, assurance: call.assurance })
      try {
        return createJsonResponse(writeResponseText(await respond(requestData.parameters, call, context)))
      } catch (error) {
        return toFailedResponse(error, onError)
      }
    },
  })

  const respondSealed = createResponder<RequestContext>({
    ...options.gateway,
    hasExactLength: (context) => context.hasExactLength === true,
    onBody: keepBody,
    onMessageRejected(report, context) {
      context.rejection = report
    },
    findParty: async (appId) => (await find({ appId }))?.party,
    token: (_request, context) => grantToken(context),
    async respond({ appId, operation, parameters, assurance, binding }, { signal, party }, context) {
      Object.assign(context, { operation, appId, assurance })
      if (!(await hasToken(context.headers, party, tokens))) return createFailure(operation, expiredToken)
      try {
        const call = { appId, operation, assurance, binding, signal }
        return await respond(parameters, call, context)
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
        notify(onError, error)
        return createUnavailableProblem()
      }
    },
    ...(onRejected && { onRejected }),
    ...(onError && { onError }),
  })

  return {
    tokens,
    plain: createReportedView('plain', respondPlain, onCall),
    wire: createReportedView('wire', respondSealed, onCall),
  }
}

type BaseCallContext = Omit<CallContext, 'view' | 'address' | 'requestId' | 'time'>

function keepBody(body: Uint8Array, context: RequestContext): void {
  context.body = body
}

const merchantHeader = 'app-id'

function getPlainMerchant({ plainMerchant, merchants }: ServiceOptions): string | undefined {
  if (plainMerchant !== undefined || typeof merchants === 'function') return plainMerchant
  const [only, ...others] = merchants.keys()
  return others.length === 0 ? only : undefined
}

const createUnknownMerchant = (appId: string | undefined): TextResponse =>
  createProblem('merchant-missing', {
    detail:
      appId === undefined
        ? 'A plain call needs a merchant: send its app_id in the header App-Id, or set the option plainMerchant.'
        : `Unknown merchant ${appId}: check the header App-Id, or the option plainMerchant.`,
  })

function toFailedResponse(error: unknown, onError: ServiceOptions['onError']): TextResponse {
  if (!(error instanceof NotBuiltError || error instanceof InvalidResponseError)) throw error
  notify(onError, error)
  if (error instanceof NotBuiltError) return createProblem('not-built', { detail: error.message })
  return createProblem('invalid-response', {
    detail: `The response of ${error.operation} breaks the contract. The log of the service lists the violations.`,
  })
}

const expiredToken = { code: '1007', text: codes.token[1007].meaning } as const

/** Whether a call has a valid token of its merchant, if its profile attaches tokens. */
async function hasToken(headers: Headers, { profile }: Party, tokens: Tokens): Promise<boolean> {
  const header = profile.token.attach
  if (!header) return true
  const facts = await tokens.check(headers.get(header) ?? '')
  return facts !== undefined && facts.appId === profile.appId
}
