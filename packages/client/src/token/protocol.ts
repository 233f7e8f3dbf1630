import { isSuccessful } from '@custody-wallet/types'
import type { OperationId } from '@custody-wallet/types/operations'
import { isAccessTokenGrant, isNoParameters, isTokenResponse } from '@custody-wallet/types/validate'

import { type CallOptions, readCode } from '../call.ts'
import type { Pipeline } from '../calls/pipeline.ts'
import { readValue } from '../calls/resources.ts'
import { margin, type ServerClock } from '../clock.ts'
import { ResponseError, CustodyError, ParametersError, ServiceError, TransportError } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'
import { readJson } from '../protocols/plain.ts'
import type { Failure, PreparedCall, Protocol } from '../protocols/protocol.ts'
import type { TokenAttachment } from '../protocols/sealed.ts'
import { type TokenSource, createTokenSource, type TokenSourceOptions } from './source.ts'

export interface TokenProtocolOptions {
  readonly address: string
  readonly apiKey: (() => string) | undefined
  readonly clock: ServerClock
  /** Code for a rejected timestamp, if the profile has it. */
  readonly timestampCode: number | null
}

/** Sends the token call: a plain request with the API key and a timestamp that the service accepts. */
export function createTokenProtocol({ address, apiKey, clock, timestampCode }: TokenProtocolOptions): Protocol {
  // Few profiles have the code. Without it, blame the clock only if the sent timestamp was wrong: almost the same
  // timestamp would fail again.
  function isClockFailure(failure: Failure, hasWrongTime: boolean): boolean {
    if (!('outcome' in failure) || isSuccessful(failure.outcome.response)) return false
    return hasWrongTime || readCode(failure.outcome.response) === String(timestampCode)
  }
  return {
    async prepare({ operation, parameters }): Promise<PreparedCall> {
      if (!apiKey) throw new TypeError('The token call needs an API key. Pass apiKey to createCustody.')
      if (!isNoParameters(parameters))
        throw new ParametersError('PARAMETERS_INVALID', operation, [
          { pointer: '', message: 'must be an object without fields' },
        ])
      const url = `${address}${calls[operation].path}`
      let mark = clock.markSent()
      let timestamp = 0
      return {
        createRequest() {
          mark = clock.markSent()
          timestamp = clock.stamp(mark)
          const headers = { accept: 'application/json', 'Api-Key': apiKey(), Timestamp: String(timestamp) }
          return { url, method: 'GET', headers }
        },
        // Only this server checks timestamps, and others may have other clocks. The `Date` of a cached response is old.
        listen: ({ headers, redirected }) =>
          clock.learn(mark, headers.get('date'), { isCached: headers.has('age'), isRedirected: redirected }),
        async read(body, _signal, source) {
          const response = readJson(operation, body, source)
          if (!isTokenResponse(response))
            throw (await import('../errors/explain.ts')).createResponseError(operation, response)
          return { response, assurance: 'transport' }
        },
        recover: (failure) =>
          clock.hasLearned && isClockFailure(failure, Math.abs(clock.stamp(mark) - timestamp) >= margin),
      }
    },
  }
}

/** Creates a source of tokens that requests them through a pipeline. */
export const createTokens = (pipeline: Pipeline, time: Pick<TokenSourceOptions, 'clock' | 'setTimer'>): TokenSource =>
  createTokenSource({
    ...time,
    async fetchToken(signal) {
      const grant = await readValue(await pipeline({ operation: 'getToken', parameters: {} }, { signal }))
      if (!isAccessTokenGrant(grant)) throw new ResponseError('RESPONSE_INVALID', 'getToken')
      return grant
    },
    isRejection: (error) => error instanceof ServiceError,
  })

/** Creates `accessToken`, which reports an aborted signal like every call. */
export const createTokenGetter =
  (tokens: TokenSource) =>
  async (options: Pick<CallOptions, 'signal'> = {}): Promise<string> => {
    try {
      return await tokens.token(options)
    } catch (error) {
      if (error instanceof CustodyError || !options.signal?.aborted) throw error
      throw new TransportError('ABORTED', 'getToken')
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
      async headers(signal) {
        sentToken = await tokens.token({ signal })
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
