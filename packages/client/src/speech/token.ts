import { succeeded } from '@custody-wallet/types'
import { isNoParameters, isTokenAnswer } from '@custody-wallet/types/validate'

import { margin, type ServerClock } from '../clock/offset.ts'
import { codeOf } from '../errors/code.ts'
import { ParametersError } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'
import { readJson } from './json.ts'
import type { Prepared, Refusal, Speech } from './speech.ts'

/** The clock of the service, as far as the token call needs it. */
type Stamper = Pick<ServerClock, 'stamp' | 'sent' | 'learned'>

export interface TokenOptions {
  /** Address of the open platform. */
  readonly address: string
  readonly apiKey: (() => string) | undefined
  readonly clock: Stamper
  /** Code that refuses a timestamp, where the profile knows one. */
  readonly refusedTimestamp: number | null
}

// Loaded when an answer is wrong.
const words = async () => import('../errors/explain.ts')

/** The token call: a plain request with the credential and a moment that the service accepts. */
export function tokenSpeech({ address, apiKey, clock, refusedTimestamp }: TokenOptions): Speech {
  return {
    async prepare({ operation, parameters }): Promise<Prepared> {
      if (!apiKey)
        throw new TypeError('The token call needs an API key: give createCustody the option apiKey.')
      if (!isNoParameters(parameters))
        throw new ParametersError('PARAMETERS_INVALID', operation, [
          { pointer: '', message: 'must be an object without members' },
        ])
      const url = `${address}${calls[operation].path}`
      let mark = clock.sent()
      let stamp = 0
      return {
        request() {
          mark = clock.sent()
          stamp = clock.stamp(mark)
          const headers = {
            accept: 'application/json',
            'Api-Key': apiKey(),
            Timestamp: String(stamp),
          }
          return { url, method: 'GET', headers }
        },
        async read(body, _signal, source) {
          const answer = readJson(operation, body, source)
          if (!isTokenAnswer(answer)) throw (await words()).answerError(operation, answer)
          return { answer, assurance: 'transport' }
        },
        mend: (refusal) =>
          clock.learned && isClockRefusal(refusal, Math.abs(clock.stamp(mark) - stamp) >= margin),
      }
    },
  }
  // Few profiles know the code. Without it a refusal is one of the clock only if the moment that was sent turns out to
  // be wrong; to send nearly the same moment again would be no more than to hammer.
  function isClockRefusal(refusal: Refusal, wasWrong: boolean): boolean {
    if (!('outcome' in refusal) || succeeded(refusal.outcome.answer)) return false
    return wasWrong || codeOf(refusal.outcome.answer) === String(refusedTimestamp)
  }
}
