// Responses of the gateway: its own rejections, and those of the handler.
import { STATUS_CODES } from 'node:http'
import { toUSVString } from 'node:util'

import type { Responses, MpcFailure } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { responses as predicates, explain, type Issue, isObject } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { writeJson } from '../json/writer.ts'
import { responseLimits, readWithin } from '../limits.ts'
import type { Dialect, FailureCodes, SealedFamily, SealedId } from '../profile/profile.ts'
import { TextResponse } from './text-response.ts'

/** An error that carries the response to send. */
export class HttpRejection extends Error {
  readonly response: TextResponse

  constructor(content: TextResponse) {
    super(`The gateway responded with HTTP ${content.status}.`)
    this.response = content
  }
}

/**
 * Rejects a call that this side does not support. Throw it from `respond`, or return HTTP 501 from a handler. The caller
 * gets HTTP 501 without a body, because no family has a code for it, and `onError` gets the error.
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
  readonly code = 'NOT_SUPPORTED'
}

export const createEmptyResponse = (status: number, headers: Readonly<Record<string, string>> = {}): TextResponse =>
  new TextResponse('', { status, headers })

export const createNotFoundRejection = (): HttpRejection => new HttpRejection(createEmptyResponse(404))
export const createNotAllowedRejection = (methods: readonly string[]): HttpRejection =>
  new HttpRejection(createEmptyResponse(405, { allow: methods.join(', ') }))
export const createTimeoutRejection = (): HttpRejection => new HttpRejection(createEmptyResponse(408))
export const createTooLargeRejection = (): HttpRejection => new HttpRejection(createEmptyResponse(413))

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const

export const createJsonResponse = (text: string): TextResponse => new TextResponse(text, { headers: jsonHeaders })

/**
 * Writes a plain response as JSON under the rules for sealed ones: at most 1 MB, and no value that `JSON.stringify` would
 * change. Otherwise it throws a `TypeError` that names the path, not the value.
 */
export function writeResponseText(content: Responses[SealedId]): string {
  const text = writeJson(content)
  const length = Buffer.byteLength(text)
  if (length <= responseLimits.body) return text
  throw new TypeError(`The response is too long: ${length} bytes; at most ${responseLimits.body} are allowed.`)
}

/** Codes of rejections, by family. */
export type RejectionCodes = { readonly [F in SealedFamily]: Pick<FailureCodes, 'rejected'> }

/**
 * The codes that `modern` and `classic` share. An unknown merchant has no profile with a code, but must get the same
 * bytes as an invalid message of a known merchant.
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

/** Creates the response to every rejected message, whatever the reason. */
export const createRejectedResponse = (family: SealedFamily, codes: RejectionCodes): TextResponse =>
  createJsonResponse(
    JSON.stringify({
      ...createFailure(family, codes[family].rejected, 'ENVELOPE_REJECTED'),
      ...blankFields[family],
    }),
  )

/** Creates the plain response to an authentic request that does not fit its call. */
export const createInvalidResponse = (family: SealedFamily, { codes }: Dialect, reason: string): MpcFailure =>
  createFailure(family, codes[family].invalid, reason)

const createFailure = (family: SealedFamily, code: number, msg: string): MpcFailure => ({
  code: codeFormats[family](code),
  msg,
})

/** Writes issues as one line. `*` replaces names that the contract does not have, because they may be content. */
export const describeIssues = (issues: readonly Issue[]): string =>
  toOneLine(
    issues
      .map(({ pointer, message }) => `${pointer.split('/').map(toSafePart).join('/')} ${message}`.trim())
      .join('; '),
  )

const toSafePart = (name: string): string => (/^([a-z_]{0,32}|[0-9]{1,5})$/.test(name) ? name : '*')

/** Cuts a string to one line of 300 characters, without lone surrogates. */
export const toOneLine = (text: string): string =>
  Array.from(
    toUSVString(text)
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
    .slice(0, 300)
    .join('')

/** The outcome of a handler: a response that fits the contract, or the reason why it rejected the request. */
export type Outcome =
  | { readonly response: Responses[SealedId]; readonly reason?: never }
  | { readonly reason: string; readonly response?: never }

interface OutcomeOptions {
  readonly operation: SealedId
  /** Most bytes of the handler's response. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Reads the response of a handler. Any status but 2xx, 4xx and 501, or a body that breaks the contract, is an error. */
export async function readOutcome(response: Response, options: OutcomeOptions): Promise<Outcome> {
  const { status, ok, headers } = response
  if (status >= 400 && status <= 499) {
    // A 4xx rejects the request even if its body is unreadable.
    const text = await readBodyText(response, options).catch(() => '')
    return { reason: toOneLine(readReason(text, headers)) || (STATUS_CODES[status] ?? 'Refused') }
  }
  const { operation } = options
  if (status === 501) throw new NotSupportedError(`The handler of ${operation} returned HTTP 501.`)
  const content = ok ? parseJson(await readBodyText(response, options)) : undefined
  if (predicates[operation](content)) return { response: content }
  const [issue] = ok ? explain(operations[operation].schemas.response, content) : []
  const fault = issue ? ` with a body that breaks the contract: ${issue.pointer || 'it'} ${issue.message}` : ''
  throw new TypeError(
    `The handler of ${operation} returned HTTP ${status}${fault}. Return JSON that fits the contract, or a 4xx status with a reason.`,
  )
}

async function readBodyText({ body }: Response, { limit, signal }: OutcomeOptions): Promise<string> {
  const bytes = await readWithin(body, limit, signal)
  return bytes.byteLength > limit ? '' : decodeUtf8(bytes)
}

// Where the contract, problem details (RFC 9457) and common frameworks put the reason.
const reasonNames = ['msg', 'detail', 'message', 'title'] as const

function readReason(text: string, headers: Headers): string {
  if (/^text\/plain\b/i.test(headers.get('content-type') ?? '')) return text
  const value = parseJson(text)
  if (!isObject(value)) return ''
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value))
  const found = reasonNames.map((name) => fields.get(name))
  return found.find((reason): reason is string => typeof reason === 'string' && reason !== '') ?? ''
}

// The message of a SyntaxError repeats a part of the text.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
