import { STATUS_CODES } from 'node:http'

/** Why a call was not answered, by the end of the problem's `type`. */
const problems = {
  'asked-for': { status: 500, title: 'The failure that was asked for' },
  'body-malformed': { status: 400, title: 'The body is no JSON' },
  'body-not-json': { status: 415, title: 'The body is not announced as JSON' },
  'body-too-long': { status: 413, title: 'The body is too long' },
  'no-answer': { status: 500, title: 'The description gives no answer' },
  'parameters-invalid': { status: 422, title: 'The parameters do not fit the call' },
  'preference-invalid': { status: 400, title: 'The Prefer header asks for what there is not' },
  'unknown-path': { status: 404, title: 'There is no such call' },
  'wrong-method': { status: 405, title: 'The call takes another method' },
} as const

export type ProblemName = keyof typeof problems

/** One thing that is wrong with a request. */
export interface Violation {
  readonly in: 'query' | 'body' | 'path'
  /** JSON pointer to the place; empty for the whole. */
  readonly pointer: string
  readonly message: string
}

export interface ProblemFacts {
  readonly detail: string
  readonly status?: number
  readonly violations?: readonly Violation[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal that programs and people can read (RFC 9457). */
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

/** Violations in one readable line. */
export const sentenceOf = (violations: readonly Violation[]): string =>
  violations
    .map(
      ({ in: place, pointer, message }) => `${pointer === '' ? `the ${place}` : pointer.slice(1)} ${message}`,
    )
    .join('; ')

/** Ends a text that is no question with its full stop. */
export const sentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)
