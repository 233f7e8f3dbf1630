// What the gateway answers: refusals of its own, and what the handler answered.
import { STATUS_CODES } from 'node:http'
import { toUSVString } from 'node:util'

import type { Answers, MpcFailure } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { answers as predicates, explain, type Issue } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { writeJson } from '../json/writer.ts'
import { answerLimits, readWithin } from '../limits.ts'
import type { Profile, Refusals, SealedFamily, SealedId } from '../profile/profile.ts'
import { TextAnswer } from './text-answer.ts'

/** Thrown where the response is known already and has only a status. */
export class Refusal extends Error {
  readonly answer: TextAnswer

  constructor(answer: TextAnswer) {
    super(`Answered HTTP ${answer.status}.`)
    this.answer = answer
  }
}

/**
 * A call that this side does not support. Throw it from `answer`, or answer HTTP 501 in a handler: the caller gets HTTP 501
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

/** An answer without a body. */
export const emptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): TextAnswer =>
  new TextAnswer('', { status, headers })

export const notFound = (): Refusal => new Refusal(emptyAnswer(404))
export const notAllowed = (methods: readonly string[]): Refusal =>
  new Refusal(emptyAnswer(405, { allow: methods.join(', ') }))
export const timedOut = (): Refusal => new Refusal(emptyAnswer(408))
export const tooLarge = (): Refusal => new Refusal(emptyAnswer(413))

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const

/** An answer of a call. No cache may store it. */
export const jsonAnswer = (text: string): TextAnswer => new TextAnswer(text, { headers: jsonHeaders })

/**
 * The JSON text of a plain answer, with the rules for sealed ones: at most 1 MB, and no value that `JSON.stringify` would
 * change. Everything else is a `TypeError` that names the place, not the value.
 */
export function answerText(answer: Answers[SealedId]): string {
  const text = writeJson(answer)
  const length = Buffer.byteLength(text)
  if (length <= answerLimits.body) return text
  throw new TypeError(`The answer is too long: ${length} bytes, of at most ${answerLimits.body}.`)
}

/** Codes of refusal, by family. */
export type RefusalCodes = { readonly [F in SealedFamily]: Pick<Refusals, 'refused'> }

/**
 * The codes that `modern` and `classic` share. A message of an unknown merchant has no profile to take a code from, and
 * must be rejected with the same bytes as an invalid message of a known merchant.
 */
export const sharedCodes: RefusalCodes = {
  v2: { refused: 100005 },
  mpc: { refused: 100005 },
  v1: { refused: 100008 },
}

const codeAs: { readonly [F in SealedFamily]: (code: number) => string | number } = {
  v2: String,
  mpc: String,
  v1: (code) => code,
}
const blanks: { readonly [F in SealedFamily]: object } = { v2: {}, mpc: {}, v1: { data: '', sign: '' } }

/** The same answer for every cause, from framing to signature. */
export const rejectedAnswer = (family: SealedFamily, codes: RefusalCodes): TextAnswer =>
  jsonAnswer(
    JSON.stringify({ ...failure(family, codes[family].refused, 'ENVELOPE_REJECTED'), ...blanks[family] }),
  )

/** The plain answer to an authentic request that does not fit its call. */
export const invalidAnswer = (family: SealedFamily, { codes }: Profile, reason: string): MpcFailure =>
  failure(family, codes[family].invalid, reason)

const failure = (family: SealedFamily, code: number, msg: string): MpcFailure => ({
  code: codeAs[family](code),
  msg,
})

/** Issues in one line. `*` replaces a name that the contract does not have, because it may be content. */
export const reasonOf = (issues: readonly Issue[]): string =>
  oneLine(
    issues
      .map(({ pointer, message }) => `${pointer.split('/').map(nameOrStar).join('/')} ${message}`.trim())
      .join('; '),
  )

const nameOrStar = (name: string): string => (/^([a-z_]{0,32}|[0-9]{1,5})$/.test(name) ? name : '*')

/** The first 300 characters as one line, without lone surrogates. */
export const oneLine = (text: string): string =>
  Array.from(
    toUSVString(text)
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
    .slice(0, 300)
    .join('')

/** What a handler answered: a value of the contract, or the reason why it refused the request. */
export type Outcome =
  | { readonly answer: Answers[SealedId]; readonly refusal?: never }
  | { readonly refusal: string; readonly answer?: never }

interface Reading {
  readonly operation: SealedId
  /** Bytes that the handler may answer. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Reads a handler's answer. A status other than 2xx, 4xx and 501, or a body against the contract, is an error of the handler. */
export async function outcomeOf(response: Response, reading: Reading): Promise<Outcome> {
  const { status, ok, headers } = response
  if (status >= 400 && status <= 499) {
    // A 4xx refuses the request, even if its body cannot be read.
    const text = await bodyText(response, reading).catch(() => '')
    return { refusal: oneLine(reasonIn(text, headers)) || (STATUS_CODES[status] ?? 'Refused') }
  }
  const { operation } = reading
  if (status === 501) throw new NotSupportedError(`The handler of ${operation} answered HTTP 501.`)
  const answer = ok ? parsed(await bodyText(response, reading)) : undefined
  if (predicates[operation](answer)) return { answer }
  const [issue] = ok ? explain(operations[operation].schemas.answer, answer) : []
  const fault = issue
    ? ` with a body that breaks the contract: ${issue.pointer || 'it'} ${issue.message}`
    : ''
  throw new TypeError(
    `The handler of ${operation} answered HTTP ${status}${fault}. Answer with JSON of the contract, or with a 4xx and a reason.`,
  )
}

async function bodyText({ body }: Response, { limit, signal }: Reading): Promise<string> {
  const bytes = await readWithin(body, limit, signal)
  return bytes.byteLength > limit ? '' : decodeUtf8(bytes)
}

// Members for people, as the contract, problem details (RFC 9457) and common frameworks name them.
const reasonNames = ['msg', 'detail', 'message', 'title'] as const

function reasonIn(text: string, headers: Headers): string {
  if (/^text\/plain\b/i.test(headers.get('content-type') ?? '')) return text
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return ''
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(value))
  const found = reasonNames.map((name) => members.get(name))
  return found.find((reason): reason is string => typeof reason === 'string' && reason !== '') ?? ''
}

// The message of a SyntaxError would repeat a part of the text.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
