import { STATUS_CODES } from 'node:http'

/** Why a call was not answered, by the end of the problem's `type`. */
const problems = {
  'body-malformed': { status: 400, title: 'The body is not JSON' },
  'body-not-json': { status: 415, title: 'The Content-Type is not JSON' },
  'body-too-long': { status: 413, title: 'The body is too long' },
  'no-answer': { status: 500, title: 'The description has no answer' },
  'parameters-invalid': { status: 422, title: 'The parameters do not fit the call' },
  'preference-invalid': { status: 400, title: 'The Prefer header is invalid' },
  'requested-failure': { status: 500, title: 'The requested failure' },
  'unknown-path': { status: 404, title: 'Unknown call' },
  'wrong-method': { status: 405, title: 'Wrong method' },
} as const

export type ProblemName = keyof typeof problems

/** One error in a request. */
export interface Violation {
  readonly in: 'query' | 'body' | 'path'
  /** JSON pointer to the place; empty for the whole value. */
  readonly pointer: string
  readonly message: string
}

export interface ProblemFacts {
  readonly detail: string
  readonly status?: number
  readonly violations?: readonly Violation[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A problem document (RFC 9457). */
export function problem(
  name: ProblemName,
  { detail, headers, violations, ...facts }: ProblemFacts,
): Response {
  const { status, title } = { ...problems[name], ...facts }
  const body = { type: `urn:custody-mock:${name}`, title, status, detail, ...(violations && { violations }) }
  return new Response(JSON.stringify(body), {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}

/** Violations in one line. */
export const sentenceOf = (violations: readonly Violation[]): string =>
  violations
    .map(
      ({ in: place, pointer, message }) => `${pointer === '' ? `the ${place}` : pointer.slice(1)} ${message}`,
    )
    .join('; ')

/** Adds a full stop, except after a question. */
export const sentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)
