import type { Party, RejectionReport, SealedId } from '@custody-wallet/encryption'
import type { GatewayOptions } from '@custody-wallet/encryption/gateway'
import { writeResponseText, createResponder } from '@custody-wallet/encryption/gateway/internal'
import { type Responses, codes } from '@custody-wallet/types'
import { checkOptions, findNearestName, type OptionNames, isObject } from '@custody-wallet/types/validate'

import { createCore, createJsonResponse } from '../core/app.ts'
import { contractCalls } from '../core/calls.ts'
import { findContractViolations, isOperationId } from '../core/checks.ts'
import { createProblem, createUnavailableProblem, UnavailableError } from '../core/problem.ts'
import { getResponder, type Fetch, createFetch, TextResponse } from '../core/responses.ts'
import { notify } from '../notify.ts'
import { type CallReport, getCurrentRequest, runInContext, keepBody, type RequestContext } from './context.ts'
import { type CallContext, createFailure, type Handlers } from './handlers.ts'
import { createFinder, type Merchants } from './merchants.ts'
import { respondToCall, NotBuiltError, InvalidResponseError } from './response.ts'
import { respondToTokenCall } from './token-call.ts'
import { type TokenOptions, type Tokens, createTokens } from './tokens.ts'

interface CommonOptions {
  readonly merchants: Merchants
  /** app_id of plain calls without the header `App-Id`; by default, the only merchant of a Map. */
  readonly plainMerchant?: string | undefined
  readonly token?: TokenOptions | undefined
  /** Path of the health check; `/health` unless given. */
  readonly healthPath?: string | undefined
  /** Options of the gateway behind the wire view. The limits of `bodies` also apply to the plain view. */
  readonly gateway?: Pick<
    GatewayOptions,
    'bodies' | 'decoys' | 'gate' | 'limits' | 'rejectionCodes' | 'segments' | 'transport'
  >
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: (() => number) | undefined
  /** Called after every request with operation, merchant, status, duration and sizes. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  /** Called with the reason when a message is rejected before its merchant is known. Later, `onRejected` of the party is called. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /**
   * Called with errors of handlers, a `NotBuiltError` for a call without a handler, and an `InvalidResponseError` for a
   * response that breaks the contract.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

export type ServiceOptions = CommonOptions &
  (
    | { readonly handlers: Handlers; readonly partial?: false | undefined }
    | { readonly handlers: Partial<Handlers>; readonly partial: true }
  )

export interface Service {
  /** Handles plain requests, which are not authenticated. Mount it only where every caller may act for every merchant. */
  readonly plain: Fetch
  /** Handles sealed requests and the token call. */
  readonly wire: Fetch
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
  const { handlers, clock = Date.now, onCall, onError, onRejected, healthPath = '/health' } = options
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

  const plain = createCore({
    calls: contractCalls,
    pages: { [healthPath]: () => createJsonResponse('{"status":"ok"}') },
    check: ({ id }, { parameters }) => (isOperationId(id) ? findContractViolations(id, parameters) : []),
    bodies: { ...bodies, onBody: keepBody },
    onError,
    async handle({ id: operation }, { headers, signal }, read) {
      const requestData = await read()
      if (requestData instanceof TextResponse) return requestData
      const context = getRunningRequest()
      if (!isOperationId(operation) || operation === 'getToken') return grantToken(context)
      const appId = headers.get(merchantHeader) ?? getPlainMerchant(options)
      if (appId === undefined || !(await find({ appId }))) return createUnknownMerchant(appId)
      Object.assign(context, { operation, appId })
      const call = { appId, operation, assurance: 'transport', signal } as const
      try {
        return createJsonResponse(writeResponseText(await respond(requestData.parameters, call, context)))
      } catch (error) {
        return toFailedResponse(error, onError)
      }
    },
  })

  const respondPlain = getResponder(plain.fetch)

  const respondSealed = createResponder({
    ...options.gateway,
    bodies: {
      ...bodies,
      onBody(body) {
        keepBody(body)
        notify(bodies.onBody, body)
      },
    },
    findParty: async (appId) => (await find({ appId }))?.party,
    token: () => grantToken(getRunningRequest()),
    async respond({ appId, operation, parameters, assurance, binding }, { signal, party }) {
      const context = getRunningRequest()
      Object.assign(context, { operation, appId })
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
    plain: createFetch((request, { address }) =>
      runInContext(request, { view: 'plain', address }, { onCall }, () => respondPlain(request, { address })),
    ),
    wire: createFetch((request, { address }) =>
      runInContext(request, { view: 'wire', address }, { onCall }, () =>
        isHealth(request, healthPath) ? respondPlain(request, {}) : respondSealed(request),
      ),
    ),
  }
}

type BaseCallContext = Omit<CallContext, 'view' | 'address' | 'requestId' | 'time'>

function getRunningRequest(): RequestContext {
  const context = getCurrentRequest()
  if (context) return context
  throw new TypeError('The call is outside of plain and wire of its service.')
}

const optionNames = {
  merchants: true,
  handlers: true,
  partial: true,
  plainMerchant: true,
  token: true,
  healthPath: true,
  gateway: true,
  clock: true,
  onCall: true,
  onRejected: true,
  onError: true,
} as const satisfies OptionNames<ServiceOptions>

const gatewayOptionNames = {
  bodies: true,
  decoys: true,
  gate: true,
  limits: true,
  rejectionCodes: true,
  segments: true,
  transport: true,
} as const satisfies OptionNames<ServiceOptions['gateway'] & object>

function checkService(options: ServiceOptions): void {
  checkOptions(options, optionNames, 'createService()')
  const { handlers, partial, gateway: gatewayOptions = {}, healthPath = '/', clock = Date.now } = options
  checkOptions(gatewayOptions, gatewayOptionNames, 'gateway')
  if (!healthPath.startsWith('/')) throw new TypeError(`healthPath must start with a slash: /${healthPath}.`)
  if (typeof clock !== 'function') throw new TypeError('clock must be a function, such as Date.now.')
  if (!isObject(handlers)) throw new TypeError('handlers must be an object with a function for each call.')
  checkHandlers(handlers, partial === true)
}

// A misspelt name would leave its call without a handler.
function checkHandlers(handlers: Partial<Handlers>, partial: boolean): void {
  const callIds = contractCalls.map(({ id }) => id).filter((id) => id !== 'getToken')
  for (const [name, handler] of Object.entries(handlers)) {
    const near = callIds.includes(name) ? undefined : findNearestName(name, callIds)
    if (!callIds.includes(name))
      throw new TypeError(`handlers.${name} is not a call.${near === undefined ? '' : ` Did you mean ${near}?`}`)
    if (typeof handler !== 'function') throw new TypeError(`handlers.${name} must be a function.`)
  }
  const missing = callIds.filter((id) => !Object.hasOwn(handlers, id))
  if (!partial && missing.length > 0)
    throw new TypeError(`handlers lacks ${missing.join(', ')}: add them, or set partial: true.`)
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

// Checks the text first, because parsing every URL would take longer than the rest of routing.
const isHealth = ({ method, url }: Request, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && url.includes(path) && new URL(url).pathname === path
