// What the gateway responds: rejections of its own, and what the handler answered.
import { STATUS_CODES } from 'node:http'
import { toUSVString } from 'node:util'

import type { Responses, MpcFailure } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { responses as predicates, explain, type Issue } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { writeJson } from '../json/writer.ts'
import { responseLimits, readWithin } from '../limits.ts'
import type { Profile, FailureCodes, SealedFamily, SealedId } from '../profile/profile.ts'
import { TextResponse } from './text-response.ts'

/** Thrown where the response is known already and has only a status. */
export class HttpRejection extends Error {
  readonly response: TextResponse

  constructor(content: TextResponse) {
    super(`Answered HTTP ${content.status}.`)
    this.response = content
  }
}

/**
 * A call that this side does not support. Throw it from `response`, or response HTTP 501 in a handler: the caller gets HTTP 501
 * without a body, because no family has a code for it, and `onError` gets the error.
 *
 * @example
 * ```ts
 * import { NotSupportedError } from '@custody-wallet/encryption/gateway'
 *
 * console.log(new NotSupportedError('notifyInternal has no handler.').message)
 * ```
 */
export class NotSupportedError extends Error {
  override readonly name: string = 'NotSupportedError'
}

/** A response without a body. */
export const createEmptyResponse = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): TextResponse => new TextResponse('', { status, headers })

export const createNotFound = (): HttpRejection => new HttpRejection(createEmptyResponse(404))
export const createNotAllowed = (methods: readonly string[]): HttpRejection =>
  new HttpRejection(createEmptyResponse(405, { allow: methods.join(', ') }))
export const createTimedOut = (): HttpRejection => new HttpRejection(createEmptyResponse(408))
export const createTooLarge = (): HttpRejection => new HttpRejection(createEmptyResponse(413))

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const

/** A response of a call. No cache may store it. */
export const createJsonResponse = (text: string): TextResponse =>
  new TextResponse(text, { headers: jsonHeaders })

/**
 * The JSON text of a plain response, with the rules for sealed ones: at most 1 MB, and no value that `JSON.stringify` would
 * change. Everything else is a `TypeError` that names the place, not the value.
 */
export function writeResponseText(content: Responses[SealedId]): string {
  const text = writeJson(content)
  const length = Buffer.byteLength(text)
  if (length <= responseLimits.body) return text
  throw new TypeError(`The response is too long: ${length} bytes, of at most ${responseLimits.body}.`)
}

/** Codes of rejection, by family. */
export type RejectionCodes = { readonly [F in SealedFamily]: Pick<FailureCodes, 'rejected'> }

/**
 * The codes that `modern` and `classic` share. A message of an unknown merchant has no profile to take a code from, and
 * must be rejected with the same bytes as an invalid message of a known merchant.
 */
export const sharedCodes: RejectionCodes = {
  v2: { rejected: 100005 },
  mpc: { rejected: 100005 },
  v1: { rejected: 100008 },
}

const codeFormats: { readonly [F in SealedFamily]: (code: number) => string | number } = {
  v2: String,
  mpc: String,
  v1: (code) => code,
}
const blankFields: { readonly [F in SealedFamily]: object } = { v2: {}, mpc: {}, v1: { data: '', sign: '' } }

/** The same response for every cause, from framing to signature. */
export const createRejectedResponse = (family: SealedFamily, codes: RejectionCodes): TextResponse =>
  createJsonResponse(
    JSON.stringify({
      ...createFailure(family, codes[family].rejected, 'ENVELOPE_REJECTED'),
      ...blankFields[family],
    }),
  )

/** The plain response to an authentic request that does not fit its call. */
export const createInvalidResponse = (family: SealedFamily, { codes }: Profile, reason: string): MpcFailure =>
  createFailure(family, codes[family].invalid, reason)

const createFailure = (family: SealedFamily, code: number, msg: string): MpcFailure => ({
  code: codeFormats[family](code),
  msg,
})

/** Issues in one line. `*` replaces a name that the contract does not have, because it may be content. */
export const describeIssues = (issues: readonly Issue[]): string =>
  toOneLine(
    issues
      .map(({ pointer, message }) => `${pointer.split('/').map(toSafePart).join('/')} ${message}`.trim())
      .join('; '),
  )

const toSafePart = (name: string): string => (/^([a-z_]{0,32}|[0-9]{1,5})$/.test(name) ? name : '*')

/** The first 300 characters as one line, without lone surrogates. */
export const toOneLine = (text: string): string =>
  Array.from(
    toUSVString(text)
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
    .slice(0, 300)
    .join('')

/** What a handler answered: a value of the contract, or the reason why it rejected the request. */
export type Outcome =
  | { readonly response: Responses[SealedId]; readonly reason?: never }
  | { readonly reason: string; readonly response?: never }

interface OutcomeOptions {
  readonly operation: SealedId
  /** Bytes that the handler may respond. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Reads a handler's response. A status other than 2xx, 4xx and 501, or a body against the contract, is an error of the handler. */
export async function readOutcome(response: Response, options: OutcomeOptions): Promise<Outcome> {
  const { status, ok, headers } = response
  if (status >= 400 && status <= 499) {
    // A 4xx rejects the request, even if its body cannot be read.
    const text = await readBodyText(response, options).catch(() => '')
    return { reason: toOneLine(readReason(text, headers)) || (STATUS_CODES[status] ?? 'Refused') }
  }
  const { operation } = options
  if (status === 501) throw new NotSupportedError(`The handler of ${operation} answered HTTP 501.`)
  const content = ok ? parseJson(await readBodyText(response, options)) : undefined
  if (predicates[operation](content)) return { response: content }
  const [issue] = ok ? explain(operations[operation].schemas.response, content) : []
  const fault = issue
    ? ` with a body that breaks the contract: ${issue.pointer || 'it'} ${issue.message}`
    : ''
  throw new TypeError(
    `The handler of ${operation} answered HTTP ${status}${fault}. Response with JSON of the contract, or with a 4xx and a reason.`,
  )
}

async function readBodyText({ body }: Response, { limit, signal }: OutcomeOptions): Promise<string> {
  const bytes = await readWithin(body, limit, signal)
  return bytes.byteLength > limit ? '' : decodeUtf8(bytes)
}

// Fields for people, as the contract, problem details (RFC 9457) and common frameworks name them.
const reasonNames = ['msg', 'detail', 'message', 'title'] as const

function readReason(text: string, headers: Headers): string {
  if (/^text\/plain\b/i.test(headers.get('content-type') ?? '')) return text
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return ''
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value))
  const found = reasonNames.map((name) => fields.get(name))
  return found.find((reason): reason is string => typeof reason === 'string' && reason !== '') ?? ''
}

// The message of a SyntaxError would repeat a part of the text.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
