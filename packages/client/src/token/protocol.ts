import { isSuccessful } from '@custody-wallet/types'
import type { OperationId } from '@custody-wallet/types/operations'
import { isAccessTokenGrant, isNoParameters, isTokenResponse } from '@custody-wallet/types/validate'

import { type CallOptions, readCode } from '../call.ts'
import { type DeadlineOptions, startDeadline } from '../calls/deadline.ts'
import type { Pipeline } from '../calls/pipeline.ts'
import { readValue } from '../calls/resources.ts'
import type { Tracing } from '../calls/tracing.ts'
import type { ServerClock, Stamp } from '../clock.ts'
import { ParametersError, ResponseError, TransportError } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'
import { readJson } from '../protocols/plain.ts'
import type { Failure, PreparedCall, Protocol } from '../protocols/protocol.ts'
import type { TokenAttachment } from '../protocols/sealed.ts'
import { createTokenSource, type TokenSource } from './source.ts'

export interface TokenProtocolOptions {
  readonly address: string
  readonly apiKey: (() => string) | undefined
  readonly clock: Pick<ServerClock, 'createStamp' | 'learn'>
  /** Code for a rejected timestamp, if the profile has it. */
  readonly timestampCode: number | null
}

/** Sends the token call: a plain request with the API key and a timestamp that the service accepts. */
export function createTokenProtocol({ address, apiKey, clock, timestampCode }: TokenProtocolOptions): Protocol {
  return {
    async prepare({ operation, parameters }): Promise<PreparedCall> {
      if (!apiKey) throw new TypeError('The token call needs an API key. Pass apiKey to createCustody.')
      if (!isNoParameters(parameters))
        throw new ParametersError('PARAMETERS_INVALID', operation, [
          { pointer: '', message: 'must be an object without fields' },
        ])
      const url = `${address}${calls[operation].path}`
      let stamp: Stamp | undefined
      return {
        createRequest() {
          stamp = clock.createStamp()
          const headers = { accept: 'application/json', 'Api-Key': apiKey(), Timestamp: String(stamp.time) }
          return { url, method: 'GET', headers }
        },
        // Only this server checks timestamps, and others may have other clocks. The `Date` of a cached response is old.
        listen: (response) => clock.learn(response, stamp),
        async read(body, _signal, source) {
          const response = readJson(operation, body, source)
          if (!isTokenResponse(response))
            throw (await import('../errors/explain.ts')).createResponseError(operation, response)
          return { response, assurance: 'transport' }
        },
        recover(failure) {
          if (!('outcome' in failure) || isSuccessful(failure.outcome.response)) return false
          // Few profiles have the code. Without it, almost the same timestamp would fail again.
          return stamp?.isWrong() === true || readCode(failure.outcome.response) === String(timestampCode)
        },
      }
    },
  }
}

/** Creates a source of tokens that requests them through a pipeline. */
export const createTokens = (pipeline: Pipeline, clock: () => number, tracing: Tracing): TokenSource =>
  createTokenSource({
    clock,
    tracing,
    async fetchToken() {
      const grant = await readValue(await pipeline({ operation: 'getToken', parameters: {} }))
      if (!isAccessTokenGrant(grant)) throw new ResponseError('RESPONSE_INVALID', 'getToken')
      return grant
    },
  })

/** Creates `accessToken`, which ends like every call at its signal, while the request continues for other callers. */
export const createTokenGetter =
  (tokens: TokenSource, options: DeadlineOptions & { readonly timeout: number }) =>
  async ({ signal }: Pick<CallOptions, 'signal'> = {}): Promise<string> => {
    const deadline = startDeadline('getToken', { signal, timeout: options.timeout }, options)
    try {
      deadline.signal.throwIfAborted()
      return await deadline.race(tokens.token())
    } finally {
      deadline.close()
    }
  }

export interface TokenAttachmentOptions {
  readonly header: string
  readonly tokens: TokenSource
  readonly canRetry: (operation: OperationId) => boolean
}

/** Code, or HTTP status, of a wrong or expired token. */
const expirySignal = { code: '1007', status: 401 } as const

/** Sends the access token with a call, and requests a new one when the service rejects it. */
export const createTokenAttachment =
  ({ header, tokens, canRetry }: TokenAttachmentOptions) =>
  (operation: OperationId): TokenAttachment => {
    let sentToken: string | undefined
    return {
      async headers() {
        sentToken = await tokens.token()
        return { [header]: sentToken }
      },
      recover(failure) {
        if (sentToken === undefined || !isExpired(failure)) return false
        tokens.invalidate(sentToken)
        // An attacker can write an unproved failure. A new token does no harm, but a second call may.
        const isUnproved = 'error' in failure && failure.error instanceof ResponseError
        return !isUnproved && canRetry(operation)
      },
    }
  }

function isExpired(failure: Failure): boolean {
  if ('outcome' in failure) return readCode(failure.outcome.response) === expirySignal.code
  const { error } = failure
  if (error instanceof ResponseError) return error.context.unprovedCode === expirySignal.code
  return error instanceof TransportError && error.context.status === expirySignal.status
}
