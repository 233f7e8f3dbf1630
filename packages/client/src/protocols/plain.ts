import type { Parameters } from '@custody-wallet/types'
import { buildQuery } from '@custody-wallet/types/http'
import type * as Comparison from '@custody-wallet/types/mismatches'
import type { OperationId } from '@custody-wallet/types/operations'
import { responses, parameters as predicates, parseStrictly } from '@custody-wallet/types/validate'

import type { CallRequest } from '../call.ts'
import { ResponseError, type ResponseSource } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'
import type { PreparedCall, Protocol } from './protocol.ts'

export interface PlainProtocolOptions {
  readonly address: string
  /** Fixed path segments. */
  readonly segments: Readonly<Record<string, string>>
}

// Loaded with the first response, so that a page starts without it. Cached, because each `import()` takes time.
let comparison: typeof Comparison | undefined

/** Sends calls of the plain view over HTTP. */
export function createPlainProtocol(options: PlainProtocolOptions): Protocol {
  return {
    async prepare({ operation, parameters, segments }): Promise<PreparedCall> {
      if (!hasValidParameters(operation, parameters))
        throw (await loadExplanations()).createParametersError(operation, parameters)
      const request = buildRequest(operation, parameters, {
        ...options,
        segments: { ...options.segments, ...segments },
      })
      return {
        createRequest: () => request,
        async read(body, _signal, source) {
          const response = readJson(operation, body, source)
          if (!responses[operation](response)) throw (await loadExplanations()).createResponseError(operation, response)
          comparison ??= await import('@custody-wallet/types/mismatches')
          const issues = comparison.findMismatches(operation, parameters, response)
          if (issues.length > 0) throw (await loadExplanations()).createMismatchError(operation, issues)
          return { response, assurance: 'transport' }
        },
      }
    },
  }
}

const loadExplanations = async () => import('../errors/explain.ts')

export function readJson(operation: OperationId, body: Uint8Array, source: ResponseSource): unknown {
  const response = parseStrictly(body)
  if (response === undefined) throw new ResponseError('RESPONSE_UNREADABLE', operation, source)
  return response
}

const hasValidParameters = (operation: OperationId, value: unknown): value is Parameters[OperationId] =>
  predicates[operation](value)

function buildRequest(
  operation: OperationId,
  parameters: Parameters[OperationId],
  { address, segments }: PlainProtocolOptions,
): CallRequest {
  const { method, path } = calls[operation]
  const url = `${address}${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => readSegment(segments, name))}`
  const accept = { accept: 'application/json' }
  if (method === 'GET') return { url: `${url}${buildQuery(parameters)}`, method, headers: accept }
  const body = JSON.stringify(parameters)
  return { url, method, headers: { ...accept, 'content-type': 'application/json' }, body }
}

function readSegment(segments: Readonly<Record<string, string>>, name: string): string {
  const text = segments[name]
  if (text === undefined || !/^\.*[\w~-][\w.~-]*$/.test(text))
    throw new TypeError(`segments.${name} must contain only letters, digits and .~_- characters.`)
  return text
}
