// Calls as requests and responses of the Fetch API. A client loads this module with its first request.
import { keepAliveDuring } from '@custody-wallet/types/http'
import type { OperationId } from '@custody-wallet/types/operations'
import { checkMethod, findRoute, readRequest } from '@custody-wallet/types/requests'

import { ParametersError, TransportError } from '../errors/errors.ts'
import type { Pipeline } from './pipeline.ts'

const assuranceHeader = 'custody-assurance'

interface SentRequest {
  readonly request: Request
  /** Request of the caller. Its signal counts if the options of `fetch` have none, and fires only while it is alive. */
  readonly source: Request
  readonly signal: AbortSignal | null | undefined
}

/** Makes the call of a plain request. */
export async function sendRequest(
  pipeline: Pipeline,
  { request, source, signal: given }: SentRequest,
): Promise<Response> {
  const { operation, segments } = findRoute(new URL(request.url).pathname)
  checkMethod(operation, request)
  const headers = pickHeaders(request)
  const signal = given === undefined ? source.signal : (given ?? request.signal)
  return keepAliveDuring(source, async () => {
    try {
      const parameters = await readParameters(operation, request, signal)
      const { response, assurance } = await pipeline({ operation, parameters, segments }, { signal, headers })
      return Response.json(response, { headers: { [assuranceHeader]: assurance } })
    } catch (error) {
      return toFailure(error)
    }
  })
}

async function readParameters(operation: OperationId, request: Request, signal: AbortSignal): Promise<unknown> {
  const { parameters, violations } = await readRequest(operation, request, signal).catch((error: unknown) => {
    throw signal.aborted ? new TransportError('ABORTED', operation) : error
  })
  if (violations.length > 0) throw new ParametersError('PARAMETERS_INVALID', operation, violations)
  return parameters
}

// A server may pass on a request as it arrived, with cookies and with headers in which a proxy identifies the caller.
const forwardedHeaders: ReadonlySet<string> = new Set(['accept', 'access-token'])

const pickHeaders = ({ headers }: Request): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => forwardedHeaders.has(name)))

// Only a status from 400 to 599 is a response; all other errors are thrown.
function toFailure(error: unknown): Response {
  const { status = 0, retryAfter } = error instanceof TransportError ? error.context : {}
  if (!(error instanceof TransportError) || error.code !== 'HTTP_STATUS' || status < 400 || status > 599) throw error
  const headers = {
    'content-type': 'application/problem+json',
    ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter / 1000)) }),
  }
  return Response.json({ title: error.message, status }, { status, headers })
}
