import { TextResponse } from './responses.ts'

/** Why a call was not answered, by the end of the problem's `type`. */
const problems = {
  'body-late': { status: 408, title: 'The body did not arrive in time' },
  'body-malformed': { status: 400, title: 'The body is not JSON' },
  'body-not-json': { status: 415, title: 'The body has another media type than JSON' },
  'body-too-long': { status: 413, title: 'The body is too long' },
  failed: { status: 500, title: 'The service failed' },
  'merchant-missing': { status: 400, title: 'The call names no merchant' },
  'not-built': { status: 501, title: 'The call is not built' },
  'parameters-invalid': { status: 422, title: 'The parameters do not fit the call' },
  unavailable: { status: 503, title: 'The service cannot respond now' },
  'unknown-path': { status: 404, title: 'There is no such call' },
  'wrong-answer': { status: 500, title: 'The response of the service breaks the contract' },
  'wrong-method': { status: 405, title: 'The call takes another method' },
} as const

/**
 * Something that the service needs is gone for now, such as its database. A handler throws it; callers get HTTP 503 in
 * every view, and may repeat the call.
 *
 * @example
 * ```ts
 * import { UnavailableError } from '@custody-wallet/server'
 *
 * const getAccount = async () => {
 *   throw new UnavailableError('The database does not answer.')
 * }
 * console.log(typeof getAccount)
 * ```
 */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError'
}

/** Names of the problems of this package. */
export type ProblemName = keyof typeof problems

/** A kind of problem, such as one of your own. */
export interface ProblemKind {
  readonly name: string
  readonly status: number
  readonly title: string
}

/** One thing that is wrong with a request. */
export interface Violation {
  readonly in: 'query' | 'body' | 'path'
  /** JSON pointer to the place; empty for the whole. */
  readonly pointer: string
  readonly message: string
}

export interface ProblemFacts {
  readonly detail: string
  readonly violations?: readonly Violation[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A problem that programs and people can read (RFC 9457).
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
  { detail, headers, violations }: ProblemFacts,
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

/** The response where the service cannot respond now. Its cause is the operator's matter. */
export const createUnavailable = (): TextResponse =>
  createProblem('unavailable', {
    detail: 'The service cannot respond now. Send the same request again after a second.',
    headers: { 'retry-after': '1' },
  })

/** Violations in one line. */
export const describeViolations = (violations: readonly Violation[]): string =>
  violations
    .map(
      ({ in: location, pointer, message }) =>
        `${pointer === '' ? `the ${location}` : pointer.slice(1)} ${message}`,
    )
    .join('; ')

/** Adds a full stop to a text that is not a question. */
export const toSentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)
