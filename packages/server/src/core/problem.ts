import { TextResponse } from './responses.ts'

/** Problems by the last part of their `type`. */
const problems = {
  'body-late': { status: 408, title: 'The body arrived too late' },
  'body-malformed': { status: 400, title: 'The body is not valid JSON' },
  'body-not-json': { status: 415, title: 'The media type of the body is not JSON' },
  'body-too-long': { status: 413, title: 'The body is too large' },
  failed: { status: 500, title: 'The service failed' },
  'invalid-response': { status: 500, title: 'The response of the service breaks the contract' },
  'merchant-missing': { status: 400, title: 'The merchant is missing or unknown' },
  'not-built': { status: 501, title: 'The call is not implemented' },
  'parameters-invalid': { status: 422, title: 'The parameters are invalid' },
  unavailable: { status: 503, title: 'The service is unavailable' },
  'unknown-path': { status: 404, title: 'Unknown path' },
  'wrong-method': { status: 405, title: 'Wrong method' },
} as const

/**
 * Something that the service needs is unavailable, such as its database. Handlers throw it; callers get HTTP 503 in both
 * views and may retry the call.
 *
 * @example
 * ```ts
 * import { UnavailableError } from '@custody-wallet/server'
 *
 * const getAccount = async () => {
 *   throw new UnavailableError('The database does not respond.')
 * }
 * console.log(typeof getAccount)
 * ```
 */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError'
}

/** Names of the problems of this package. */
export type ProblemName = keyof typeof problems

/** A type of problem, for problems of your own. */
export interface ProblemKind {
  readonly name: string
  readonly status: number
  readonly title: string
}

export interface Violation {
  readonly in: 'query' | 'body' | 'path'
  /** JSON pointer; empty for the whole query or body. */
  readonly pointer: string
  readonly message: string
}

export interface ProblemDetails {
  readonly detail: string
  readonly violations?: readonly Violation[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Creates a response with a problem (RFC 9457).
 *
 * @example
 * ```ts
 * import { createProblem } from '@custody-wallet/server/core'
 *
 * const { status, text } = createProblem('unknown-path', { detail: 'There is no call at /x.' })
 * console.log(status, text)
 * ```
 */
export function createProblem(
  kind: ProblemName | ProblemKind,
  { detail, headers, violations }: ProblemDetails,
): TextResponse {
  const { name, status, title } = typeof kind === 'string' ? { name: kind, ...problems[kind] } : kind
  const body = { type: `urn:custody:${name}`, title, status, detail, ...(violations && { violations }) }
  return new TextResponse(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

export const createUnavailableProblem = (): TextResponse =>
  createProblem('unavailable', {
    detail: 'The service is unavailable. Send the same request again after a second.',
    headers: { 'retry-after': '1' },
  })

/** Formats violations in one line. */
export const describeViolations = (violations: readonly Violation[]): string =>
  violations
    .map(({ in: location, pointer, message }) => `${pointer === '' ? `the ${location}` : pointer.slice(1)} ${message}`)
    .join('; ')

/** Adds a period, except after a question. */
export const toSentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)
