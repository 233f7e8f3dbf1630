import type { OperationId } from '@custody-wallet/types/operations'
import { copyParameters, toSafeName } from '@custody-wallet/types/validate'

import type { Pipeline } from '../calls/pipeline.ts'
import { TransportError } from '../errors/errors.ts'
import { calls } from '../generated/calls.ts'
import type { HttpClient } from './types.ts'

const assuranceHeader = 'custody-assurance'

interface RequestOptions {
  readonly signal?: AbortSignal
  readonly params?: { readonly query?: unknown; readonly path?: Readonly<Record<string, unknown>> }
  readonly body?: unknown
}

/** Creates the calls by method and path. They use the pipeline of all other calls. */
export function createHttpClient(pipeline: Pipeline): HttpClient {
  const createMethod =
    (method: keyof HttpClient) =>
    async (path: string, { signal, params, body }: RequestOptions = {}) => {
      const operation = findOperation(method, path)
      const parameters = copyParameters(method === 'POST' ? body : (params?.query ?? {}))
      const segments = toStrings(params?.path ?? {})
      try {
        const { response, assurance } = await pipeline({ operation, parameters, segments }, { signal })
        const headers = { [assuranceHeader]: assurance }
        return { data: response, response: Response.json(response, { headers }) }
      } catch (error) {
        return toFailure(error)
      }
    }
  const http: unknown = { GET: createMethod('GET'), POST: createMethod('POST') }
  markTyped(http)
  return http
}

// Safe, because the protocols check parameters and responses against the schemas that these types come from.
function markTyped(_http: unknown): asserts _http is HttpClient {}

const isOperationId = (name: string): name is OperationId => Object.hasOwn(calls, name)

function findOperation(method: keyof HttpClient, path: string): OperationId {
  for (const operation of Object.keys(calls).filter(isOperationId))
    if (calls[operation].path === path && calls[operation].method === method) return operation
  // A path may contain parameters by mistake.
  const shownPath = path.replaceAll(/[^/]+/g, (name) => toSafeName(name))
  throw new TypeError(`The interface has no call ${method} ${shownPath}. Check the path.`)
}

// Instead of an undefined segment, the call uses the one of the profile.
function toStrings(path: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const segmentEntries = Object.entries(path).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    segmentEntries.map(([name, value]) => {
      if (typeof value !== 'string') throw new TypeError(`params.path.${toSafeName(name)} must be a string.`)
      return [name, value]
    }),
  )
}

// Only a status from 400 to 599 is a result; all other errors are thrown.
function toFailure(error: unknown): { readonly error: object; readonly response: Response } {
  const { status = 0 } = error instanceof TransportError ? error.context : {}
  if (!(error instanceof TransportError) || error.code !== 'HTTP_STATUS' || status < 400 || status > 599) throw error
  const problem = { title: error.message, status }
  const headers = { 'content-type': 'application/problem+json' }
  return { error: problem, response: Response.json(problem, { status, headers }) }
}
