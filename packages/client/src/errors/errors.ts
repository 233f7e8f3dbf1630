// Errors of calls: their codes and texts, their classes and their guard.
import type { KnownCode } from '@custody-wallet/types'
import type { Family, OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
import { calls } from '../generated/calls.ts'

interface ErrorDefinition {
  readonly kind: 'parameters' | 'transport' | 'answer' | 'service'
  /** Whether the same call may succeed later. The contract decides whether it may be repeated. */
  readonly retryable?: true
  /** What happened, after the name of the operation. Texts of sealed calls are in `explain.ts`, which is loaded with the first error. */
  readonly text?: string
  /** The next step, which ends the message. */
  readonly next?: string
}

/** Every error of this package by its code. The README has the same tables. */

export const errorDefinitions = {
  PARAMETERS_INVALID: {
    kind: 'parameters',
    text: 'was not sent: its parameters break a rule',
    step: 'Correct what context.issues lists.',
  },
  URL_TOO_LONG: { kind: 'parameters', text: 'was not sent' },
  ABORTED: { kind: 'transport', text: 'was aborted by its signal' },
  BODY_TOO_LONG: {
    kind: 'transport',
    text: 'failed: a response over 1 MB',
    next: 'Ask for fewer records.',
  },
  CONNECTION_FAILED: {
    kind: 'transport',
    retryable: true,
    text: 'failed: no complete response',
    next: 'Check the address and the service.',
  },
  HTTP_STATUS: {
    kind: 'transport',
    text: 'failed: HTTP',
    next: 'Check the address and proxies on the way.',
  },
  KEY_FAILED: { kind: 'transport' },
  OVERLOADED: {
    kind: 'transport',
    retryable: true,
    text: 'was not sent: too many calls',
    next: 'Raise concurrency or queue.',
  },
  REDIRECTED: {
    kind: 'transport',
    text: 'failed: a redirect',
    next: 'Set the final address.',
  },
  TIMEOUT: {
    kind: 'transport',
    retryable: true,
    text: 'failed: no response in time',
    next: 'Check the service or raise timeout.',
  },
  TOKEN_HELD_BACK: {
    kind: 'transport',
    retryable: true,
    text: 'was not sent',
  },
  ANSWER_INVALID: {
    kind: 'answer',
    text: 'failed: the response breaks the contract',
    next: 'Check the address.',
  },
  ANSWER_MISMATCHED: { kind: 'answer' },
  ANSWER_UNPROVED: { kind: 'answer' },
  ANSWER_UNREADABLE: {
    kind: 'answer',
    text: 'failed: the response is not JSON',
    next: 'Check the address and proxies on the way.',
  },
  FAILURE_UNPROVED: { kind: 'answer' },
  SERVICE_FAILED: { kind: 'service' },
} as const

errorDefinitions satisfies Readonly<Record<string, ErrorDefinition>>

/** Code of an error of this package. Codes are stable, messages are not. */
export type CustodyErrorCode = keyof typeof errorDefinitions

type OfKind<Kind extends ErrorDefinition['kind']> = {
  [Code in CustodyErrorCode]: (typeof errorDefinitions)[Code]['kind'] extends Kind ? Code : never
}[CustodyErrorCode]

type ParametersErrorCode = OfKind<'parameters'>
type TransportErrorCode = OfKind<'transport'>
type ResponseErrorCode = OfKind<'answer'>
type ServiceErrorCode = OfKind<'service'>

// The README of the installed version. Codes of the service have a page on the site, which may be anywhere.
const [readme, codePage] = ['@custody-wallet/client/README.md', 'codes.html']

/** One broken rule and its place. The value is not repeated. */
export interface ErrorIssue {
  readonly pointer: string
  readonly message: string
}

/**
 * An error of a call, with a `code` and the `context` of its class. It contains no request, header, key, token or personal
 * data. Its only text of the other side is the `detail` of a server of your own.
 */
export class CustodyError<Code extends CustodyErrorCode = CustodyErrorCode, Context = object> extends Error {
  override readonly name: string = 'CustodyError'
  readonly code: Code
  readonly operation: OperationId
  readonly family: Family
  /** Whether the same call may succeed later, and may be repeated. */
  readonly retryable: boolean
  /** `none`: the service itself did not respond, so the outcome of the call is unknown. */
  readonly assurance: Assurance | 'none'
  /**
   * Where the error is explained. A failure that names a code has the entry of the code, from the root of the docs site:
   * `codes.html#v2-110065`. Other errors have the section of the README of this package.
   */
  readonly docs: string
  readonly context: Context

  constructor(code: Code, operation: OperationId, context: Context, details: Details = {}) {
    const { kind, retryable, text = 'failed', next: usual }: ErrorDefinition = errorDefinitions[code]
    const { location = '', more, next = usual, inDoubt, entry } = details
    super([`${operation} ${text}${location}.`, more, next, inDoubt].filter(Boolean).join(' '))
    this.code = code
    this.operation = operation
    this.family = calls[operation].family
    this.retryable = (details.retryable ?? !!retryable) && calls[operation].retry !== 'never'
    this.assurance = details.assurance ?? 'none'
    this.docs = entry === undefined ? `${readme}#${kind}-errors` : `${codePage}#${this.family}${entry}`
    this.context = context
  }
}

/** Parts of a message that the table cannot contain. */
export interface Steps {
  /** Ends the first sentence. */
  readonly location?: string | undefined
  /** The next step, instead of that of the table. */
  readonly next?: string | undefined
  /** What to do before a call is repeated that was sent and is not safe to repeat. */
  readonly inDoubt?: string | undefined
}

interface Details extends Steps {
  readonly more?: string | undefined
  readonly retryable?: boolean
  readonly assurance?: Assurance
  /** End of the anchor of a code of the service: empty for a code that is not known. */
  readonly entry?: string | undefined
}

const formatFirstIssue = ([first]: readonly ErrorIssue[] = []): string =>
  first ? `${first.pointer || 'The value'} ${first.message}.` : ''

/** The parameters break a rule of the interface. Nothing was sent. */
export class ParametersError extends CustodyError<
  ParametersErrorCode,
  { readonly issues: readonly ErrorIssue[] }
> {
  override readonly name = 'ParametersError'

  constructor(
    code: ParametersErrorCode,
    operation: OperationId,
    issues: readonly ErrorIssue[],
    steps: Steps = {},
  ) {
    super(code, operation, { issues }, { more: formatFirstIssue(issues), ...steps })
  }
}

/** Where a response came from. */
export interface Source {
  /** Address of the call, without its query. */
  readonly address?: string
  /** Media type that the server gave the response, such as `text/html`. */
  readonly contentType?: string
}

/** What is known about a call without a response. */
export interface TransportContext extends Pick<Source, 'address'> {
  /** HTTP status, if there was one. */
  readonly status?: number
  /** Milliseconds to wait before the next attempt, as the server requests. */
  readonly retryAfter?: number
  /** Error code of the system, such as `ECONNREFUSED`. */
  readonly reason?: string
  /** Text of a server of your own over plain http, unproved. */
  readonly detail?: string
  /** The next step, if the detail shows it. */
  readonly hint?: string
}

interface ErrorLocation extends TransportContext, Source {}

const formatLocation = ({ status, contentType, address, reason }: ErrorLocation): string =>
  [
    '',
    status,
    contentType && `(its type is ${contentType})`,
    address && `from ${address}`,
    reason && `(${reason})`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')

/** No response arrived. A call that changes something may have done so. */
export class TransportError extends CustodyError<TransportErrorCode, TransportContext> {
  override readonly name = 'TransportError'

  constructor(
    code: TransportErrorCode,
    operation: OperationId,
    context: TransportContext = {},
    steps: Steps = {},
  ) {
    const { status, detail, hint: next } = context
    const isTemporary = status !== undefined && temporaryStatuses.has(status)
    const retryable = (isTemporary || 'retryable' in errorDefinitions[code]) && steps.inDoubt === undefined
    const more = detail && `The server says, unproved: "${detail}"`
    super(code, operation, context, { location: formatLocation(context), more, retryable, next, ...steps })
  }
}

// Statuses of a server that is busy or restarting.
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** What is known about a response that cannot be used. */
export interface ResponseContext extends Source {
  readonly issues?: readonly ErrorIssue[]
  /** Code of an unproved failure. Log it, and base no decision on it. */
  readonly unprovedCode?: string
  /** The known meaning of that code. */
  readonly unprovedMeaning?: string
}

const formatEntry = (code: string | undefined, meaning: string | undefined): string | undefined =>
  code && (meaning === undefined ? '' : `-${code}`)

/** The response cannot be used: it is unreadable, unproved, or breaks the contract. */
export class ResponseError extends CustodyError<ResponseErrorCode, ResponseContext> {
  override readonly name = 'AnswerError'

  constructor(
    code: ResponseErrorCode,
    operation: OperationId,
    context: ResponseContext = {},
    steps: Steps = {},
  ) {
    const { issues, unprovedCode, unprovedMeaning } = context
    const entry = formatEntry(unprovedCode, unprovedMeaning)
    super(code, operation, context, {
      location: formatLocation(context),
      more: formatFirstIssue(issues),
      entry,
      ...steps,
    })
  }
}

/** The code of the service and what is known about it. `raw` has its text. */
export interface ServiceContext extends Partial<KnownCode> {
  readonly serviceCode: string
}

/** The service answered that the call failed. */
export class ServiceError extends CustodyError<ServiceErrorCode, ServiceContext> {
  override readonly name = 'ServiceError'

  constructor(operation: OperationId, context: ServiceContext, assurance: Assurance, steps: Steps = {}) {
    const { serviceCode, meaning } = context
    const location = ` with code ${serviceCode}${meaning === undefined ? '' : `: ${meaning}`}`
    const entry = formatEntry(serviceCode, meaning)
    super('SERVICE_FAILED', operation, context, { location, assurance, entry, ...steps })
  }
}

type ErrorOf<Code> = Code extends ParametersError['code']
  ? ParametersError
  : Code extends TransportError['code']
    ? TransportError
    : Code extends ResponseError['code']
      ? ResponseError
      : Code extends ServiceError['code']
        ? ServiceError
        : CustodyError

/**
 * Whether a value is an error of this package, and of the given code. It works across copies of the package.
 *
 * @example
 * ```ts
 * import { createPlainClient, isCustodyError } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ code: '110065', msg: 'no such user' })
 * const { users } = createPlainClient({ url: 'http://127.0.0.1:4010', fetch: service })
 * try {
 *   await users.find({ email: 'unknown@custody.example' })
 * } catch (error) {
 *   if (isCustodyError(error, 'SERVICE_FAILED')) console.log(error.context.serviceCode, error.context.meaning)
 * }
 * ```
 */
export function isCustodyError<Code extends CustodyErrorCode = CustodyErrorCode>(
  value: unknown,
  code?: Code,
): value is ErrorOf<Code> {
  if (!(value instanceof Error) || !('code' in value) || !('operation' in value) || !('docs' in value))
    return false
  return code === undefined ? Object.hasOwn(errorDefinitions, String(value.code)) : value.code === code
}
