import { isAccessTokenGrant } from '@custody-wallet/types/validate'

import { valueOf } from '../calls/offer.ts'
import type { Pipeline } from '../calls/pipeline.ts'
import type { CallOptions } from '../calls/types.ts'
import { AnswerError, CustodyError, ServiceError, TransportError } from '../errors/tree.ts'
import { type TokenSource, tokenSource, type TokenSourceOptions } from '../token/source.ts'

/** Tokens that are asked for by a pipeline, and last by the clock of the service. */
export const tokensBy = (
  pipeline: Pipeline,
  time: Pick<TokenSourceOptions, 'clock' | 'setTimer'>,
): TokenSource =>
  tokenSource({
    ...time,
    async fetchToken(signal) {
      const grant = await valueOf(await pipeline({ operation: 'getToken', parameters: {} }, { signal }))
      if (!isAccessTokenGrant(grant)) throw new AnswerError('ANSWER_INVALID', 'getToken')
      return grant
    },
    refused: (error) => error instanceof ServiceError,
  })

/** The shared token for those who ask by name; a signal that fires is an error like that of any call. */
export const sharedToken =
  (tokens: TokenSource) =>
  async (options: Pick<CallOptions, 'signal'> = {}): Promise<string> => {
    try {
      return await tokens.token(options)
    } catch (error) {
      if (error instanceof CustodyError || !options.signal?.aborted) throw error
      throw new TransportError('ABORTED', 'getToken')
    }
  }
