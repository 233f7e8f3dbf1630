import type { Parameters } from '@custody-wallet/types'
import { queryOf } from '@custody-wallet/types/http'
import type * as Comparison from '@custody-wallet/types/mismatches'
import type { OperationId } from '@custody-wallet/types/operations'
import { answers, parameters as predicates, parseStrictly } from '@custody-wallet/types/validate'

import { AnswerError, type Source } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'
import type { CallRequest, PreparedCall, Protocol } from './protocol.ts'

export interface PlainProtocolOptions {
  /** Address that serves all calls. */
  readonly address: string
  /** Path segments with a fixed text. */
  readonly segments: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

// Loaded with the first answer, so that a page starts without it. Kept here, because each `import()` takes time.
let comparison: typeof Comparison | undefined

/** The plain view over HTTP: the same calls without encryption. */
export function plainProtocol(options: PlainProtocolOptions): Protocol {
  return {
    async prepare({ operation, parameters }): Promise<PreparedCall> {
      if (!fits(operation, parameters)) throw (await explanations()).parametersError(operation, parameters)
      const request = requestOf(operation, parameters, options)
      return {
        request: () => request,
        async read(body, _signal, source) {
          const answer = readJson(operation, body, source)
          if (!answers[operation](answer)) throw (await explanations()).answerError(operation, answer)
          comparison ??= await import('@custody-wallet/types/mismatches')
          const issues = comparison.mismatchesOf(operation, parameters, answer)
          if (issues.length > 0) throw (await explanations()).mismatchError(operation, issues)
          return { answer, assurance: 'transport' }
        },
      }
    },
  }
}

const explanations = async () => import('../errors/explain.ts')

/** The JSON of an answer, read strictly. */
export function readJson(operation: OperationId, body: Uint8Array, source: Source): unknown {
  const answer = parseStrictly(body)
  if (answer === undefined) throw new AnswerError('ANSWER_UNREADABLE', operation, source)
  return answer
}

const fits = (operation: OperationId, value: unknown): value is Parameters[OperationId] =>
  predicates[operation](value)

function requestOf(
  operation: OperationId,
  parameters: Parameters[OperationId],
  { address, segments, headers }: PlainProtocolOptions,
): CallRequest {
  const { method, path } = calls[operation]
  const url = `${address}${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segmentOf(segments, name))}`
  const accept = { accept: 'application/json', ...headers }
  if (method === 'GET') return { url: `${url}${queryOf(parameters)}`, method, headers: accept }
  const body = JSON.stringify(parameters)
  return { url, method, headers: { ...accept, 'content-type': 'application/json' }, body }
}

function segmentOf(segments: Readonly<Record<string, string>>, name: string): string {
  const text = segments[name]
  if (text === undefined || !/^\.*[\w~-][\w.~-]*$/.test(text))
    throw new TypeError(`segments.${name} must have letters, digits and .~_- only.`)
  return text
}
