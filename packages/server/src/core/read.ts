import { type BodyReader, HttpRejection } from '@custody-wallet/encryption/gateway/internal'
import { requestLimits } from '@custody-wallet/encryption/internal'
import { readParameters } from '@custody-wallet/types/http'
import { parseStrictly } from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import { createProblem, type Violation } from './problem.ts'
import { TextResponse } from './responses.ts'

export interface ReadRequest {
  readonly path: string
  readonly search: string
  readonly parameters: unknown
  /** Violations in the query itself. */
  readonly violations: readonly Violation[]
}

/** Reads the parameters of a call from the query of a GET or the body of a POST. */
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
  message: 'must be empty: send the parameters of this call in the body',
}

/** Parses a query. Lists are joined by commas or repeat their name; other names may occur once. */
export function readQuery(
  { query }: Pick<CallDescription, 'query'>,
  search: string,
): Pick<ReadRequest, 'parameters' | 'violations'> {
  const { parameters, violations } = readParameters(search, (name) => query.get(name))
  return { parameters, violations: violations.map((violation) => ({ in: 'query', ...violation })) }
}

const { body: maxBytes } = requestLimits

/** Reads the JSON of a body, or returns the problem. */
async function readJsonBody(request: Request, bodies: BodyReader): Promise<{ readonly value: unknown } | TextResponse> {
  const { headers } = request
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    return createProblem('body-not-json', {
      detail: 'Send JSON, with the header Content-Type: application/json.',
    })
  // The header can only rule a body out, because a sender may announce less than it sends.
  if (Number(headers.get('content-length')) > maxBytes) return createTooLong()
  const bytes = await bodies(request, maxBytes).catch(createIncomplete)
  if (bytes instanceof TextResponse) return bytes
  return bytes.byteLength > maxBytes ? createTooLong() : parseJson(bytes)
}

// An incomplete body is the fault of its sender, so it is not reported as an error.
const createIncomplete = (error: unknown): TextResponse =>
  error instanceof HttpRejection
    ? createProblem('body-late', {
        detail: 'The body took too long, or too many bodies arrived at once. Send it again.',
        headers: { connection: 'close' },
      })
    : createProblem('body-malformed', {
        detail: 'The connection ended before the whole body arrived. Send it again.',
      })

const createTooLong = (): TextResponse =>
  createProblem('body-too-long', {
    detail: `The body is larger than ${maxBytes} bytes. Send less in one call.`,
    headers: { connection: 'close' },
  })

// Two parsers may read a body with duplicate fields differently, so parsing is strict.
function parseJson(bytes: Uint8Array): { readonly value: unknown } | TextResponse {
  const value = parseStrictly(bytes)
  return value === undefined
    ? createProblem('body-malformed', {
        detail: `The body must be strict JSON in UTF-8: ${describeFault(bytes)}.`,
      })
    : { value }
}

// The message may quote the body, which is safe because only its sender receives it.
function describeFault(bytes: Uint8Array): string {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return 'it has a duplicate or forbidden field, a lone surrogate, or a number with too many digits'
  } catch (error) {
    return error instanceof SyntaxError ? error.message : 'its bytes are not UTF-8'
  }
}
