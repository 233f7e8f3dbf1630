// Parameters of a plain request, from its query or body.
import { type BodyReader, HttpRejection } from '@custody-wallet/encryption/gateway/internal'
import { requestLimits } from '@custody-wallet/encryption/internal'
import { readParameters } from '@custody-wallet/types/http'
import { parseStrictly } from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import { createProblem, type Violation } from './problem.ts'
import { TextResponse } from './responses.ts'

/** A request whose parameters were read. */
export interface ReadRequest {
  readonly path: string
  readonly search: string
  readonly parameters: unknown
  /** What is wrong with the query itself. */
  readonly violations: readonly Violation[]
}

/** Reads the parameters of a call: from the query of a GET, from the body of a POST. */
export async function readRequest(
  call: CallDescription,
  request: Request,
  { pathname: path, search }: URL,
  bodies: BodyReader,
): Promise<ReadRequest | TextResponse> {
  if (call.method === 'GET') return { path, search, ...readQuery(call, search) }
  const body = await readJsonBody(request, bodies)
  if (body instanceof TextResponse) return body
  return { path, search, parameters: body.value, violations: search === '' ? [] : [noQuery] }
}

const noQuery: Violation = {
  in: 'query',
  pointer: '',
  message: 'must be empty: this call takes its parameters in the body',
}

/** Restores the types of a query string. A list is joined by commas or repeated; each other name occurs once. */
export function readQuery(
  { query }: Pick<CallDescription, 'query'>,
  search: string,
): Pick<ReadRequest, 'parameters' | 'violations'> {
  const { parameters, violations } = readParameters(search, (name) => query.get(name))
  return { parameters, violations: violations.map((violation) => ({ in: 'query', ...violation })) }
}

const { body: maxBytes } = requestLimits

/** The JSON of a body within the limit, or the problem that says why there is none. */
async function readJsonBody(
  request: Request,
  bodies: BodyReader,
): Promise<{ readonly value: unknown } | TextResponse> {
  const { headers } = request
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    return createProblem('body-not-json', {
      detail: 'Send JSON, with the header Content-Type: application/json.',
    })
  // The header can only reject a body: a sender may announce less than it sends.
  if (Number(headers.get('content-length')) > maxBytes) return createTooLong()
  const bytes = await bodies(request, maxBytes).catch(createIncomplete)
  if (bytes instanceof TextResponse) return bytes
  return bytes.byteLength > maxBytes ? createTooLong() : parseJson(bytes)
}

// A body that does not arrive is a fault of its sender, not an error of the service.
const createIncomplete = (error: unknown): TextResponse =>
  error instanceof HttpRejection
    ? createProblem('body-late', {
        detail: 'The body took too long, or too many bodies arrived at once. Send it again.',
        headers: { connection: 'close' },
      })
    : createProblem('body-malformed', { detail: 'The body broke off. Send it completely.' })

const createTooLong = (): TextResponse =>
  createProblem('body-too-long', {
    detail: `A body may have ${maxBytes} bytes.`,
    headers: { connection: 'close' },
  })

// Two readers may understand a body with repeated fields differently, so it is read strictly.
function parseJson(bytes: Uint8Array): { readonly value: unknown } | TextResponse {
  const value = parseStrictly(bytes)
  return value === undefined
    ? createProblem('body-malformed', {
        detail: `The body must be strict JSON in UTF-8: ${describeFault(bytes)}.`,
      })
    : { value }
}

// The message of the parser names the place. It may repeat a part of the text, which goes only to its sender.
function describeFault(bytes: Uint8Array): string {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return 'it has a repeated or forbidden field, a lone surrogate, or a number that loses digits'
  } catch (error) {
    return error instanceof SyntaxError ? error.message : 'its bytes are not UTF-8'
  }
}
