import type { OperationId } from '@custody-wallet/types/operations'
import type { paths } from '@custody-wallet/types/plain'
import { shownName } from '@custody-wallet/types/validate'
import createClient from 'openapi-fetch'

import type { Pipeline } from '../calls/pipeline.ts'
import { snapshotOf } from '../calls/snapshot.ts'
import { TransportError } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'
import type { Asked, Outcome } from '../speech/speech.ts'
import type { HttpClient } from './types.ts'

/** Where plain requests seem to go. They never leave: the pipeline makes calls of them. */
const nowhere = 'http://plain.invalid'

/** Header of an answer that says how far it can be trusted. */
const assuranceHeader = 'custody-assurance'

/** The path client. Its requests take the same way as every other call. */
export function httpClient(pipeline: Pipeline): HttpClient {
  const client: unknown = createClient<paths>({
    baseUrl: nowhere,
    pathSerializer: asItIs,
    querySerializer: () => '',
  })
  markLoose(client)
  const calling =
    (method: keyof HttpClient) =>
    async (path: string, { signal, params, body }: Init = {}) => {
      const query = snapshotOf(params?.query ?? {})
      // A query goes past the library, whose errors would repeat it; a body is a text by then. The signal goes past it,
      // too: its request would keep a listener on it until the request is collected.
      return client[method](path, {
        params: { path: params?.path },
        ...(body !== undefined && { body }),
        middleware: [{ onRequest: async (plain) => answerTo(await askedBy(plain, query), pipeline, signal) }],
      })
    }
  const http: unknown = { GET: calling('GET'), POST: calling('POST') }
  markTyped(http)
  return http
}

// The pipeline fills in the segments.
const asItIs = (path: string): string => path

interface Init {
  readonly signal?: AbortSignal
  readonly params?: { readonly query?: unknown; readonly path?: unknown }
  readonly body?: unknown
}

interface Answering extends Pick<Init, 'params' | 'body'> {
  readonly middleware: readonly { onRequest(plain: PlainRequest): Promise<Response> }[]
}

// For the compiler alone: all are made from the same paths, and our types leave out what the library has beside them.
function markLoose(
  _client: unknown,
): asserts _client is Record<keyof HttpClient, (path: string, init: Answering) => Promise<unknown>> {}
function markTyped(_client: unknown): asserts _client is HttpClient {}

/** A request of the path client, as its middleware sees it. */
interface PlainRequest {
  readonly request: Request
  readonly schemaPath: string
  readonly params: { readonly path?: Readonly<Record<string, unknown>> }
}

async function answerTo(
  asked: Asked,
  pipeline: Pipeline,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return responseOf(await pipeline(asked, { signal }))
  } catch (error) {
    const { status = 0 } = error instanceof TransportError ? error.context : {}
    // A status from 400 to 599 is an answer of HTTP. The library would hand out a lower one as a success, and `Response`
    // takes no higher one.
    const isRefusal = error instanceof TransportError && error.code === 'HTTP_STATUS' && status >= 400
    if (!isRefusal || status > 599) throw error
    return refusal(error, status)
  }
}

async function askedBy({ request, schemaPath, params }: PlainRequest, query: unknown): Promise<Asked> {
  const { method } = request
  const segments = textsOf(params.path ?? {})
  for (const operation of operationIds)
    if (calls[operation].path === schemaPath && calls[operation].method === method)
      return { operation, parameters: method === 'POST' ? await bodyOf(request) : query, segments }
  // Who wrote a query behind the path has parameters in it.
  const shown = schemaPath.replaceAll(/[^/]+/g, (name) => shownName(name))
  throw new TypeError(`The interface has no call ${method} ${shown}; check its spelling.`)
}

// What is no JSON is no parameter set either, and the check says so without repeating it.
const bodyOf = async (request: Request): Promise<unknown> => request.json().catch(() => undefined)

const isOperation = (name: string): name is OperationId => Object.hasOwn(calls, name)
const operationIds = Object.keys(calls).filter(isOperation)

const textsOf = (path: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(path).map(([name, text]) => [name, String(text)]))

const responseOf = ({ answer, assurance }: Outcome): Response =>
  Response.json(answer, { headers: { [assuranceHeader]: assurance } })

const refusal = ({ message }: TransportError, status: number): Response =>
  Response.json(
    { title: message, status },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
