import type { KnownCode } from '@custody-wallet/types'
import type { Family, OperationId } from '@custody-wallet/types/operations'
import type { Exact } from '@custody-wallet/types/validate'

import type { Assurance } from '../call.ts'
import { calls } from '../generated/calls.ts'

interface ErrorDefinition {
  readonly kind: 'parameters' | 'transport' | 'response' | 'service'
  /** Whether the same call may succeed later. The contract decides whether a retry is safe. */
  readonly retryable?: true
  /** What happened, after the name of the operation. Messages of encrypted calls are in `explain.ts`, which is loaded with the first error. */
  readonly text?: string
  /** The next step, which ends the message. */
  readonly next?: string
}

/** Every error of this package by code. The README has the same tables. */
export const errorDefinitions = {
  PARAMETERS_INVALID: { kind: 'parameters', text: 'was not sent: its parameters break a rule' },
  URL_TOO_LONG: { kind: 'parameters', text: 'was not sent' },
  ABORTED: { kind: 'transport', text: 'was aborted by its signal' },
  BODY_TOO_LONG: {
    kind: 'transport',
    text: 'failed: the response is over 1 MB',
    next: 'Request fewer records.',
  },
  CONNECTION_FAILED: {
    kind: 'transport',
    retryable: true,
    text: 'failed: no complete response',
    next: 'Check the address, and that the service is running.',
  },
  HTTP_STATUS: {
    kind: 'transport',
    text: 'failed: HTTP',
    next: 'Check the address and the proxies in between.',
  },
  KEY_FAILED: { kind: 'transport' },
  OVERLOADED: {
    kind: 'transport',
    retryable: true,
    text: 'was not sent: too many calls are waiting',
    next: 'Retry later, or raise concurrency or queue.',
  },
  REDIRECTED: {
    kind: 'transport',
    text: 'failed: redirect',
    next: 'Set the final address: the client does not follow redirects.',
  },
  TIMEOUT: {
    kind: 'transport',
    retryable: true,
    text: 'failed: no response in time',
    next: 'Check the service, or raise timeout.',
  },
  TOKEN_HELD_BACK: {
    kind: 'transport',
    retryable: true,
    text: 'was not sent',
  },
  ENVELOPE_REJECTED: { kind: 'response' },
  FAILURE_UNPROVED: { kind: 'response' },
  RESPONSE_INVALID: {
    kind: 'response',
    text: 'failed: the response breaks the contract',
    next: 'Check the address.',
  },
  RESPONSE_MISMATCHED: { kind: 'response' },
  RESPONSE_UNREADABLE: {
    kind: 'response',
    text: 'failed: the response is not JSON',
    next: 'Check the address and the proxies in between.',
  },
  SERVICE_FAILED: { kind: 'service' },
} as const

errorDefinitions satisfies Exact<typeof errorDefinitions, Readonly<Record<string, ErrorDefinition>>>

/** Code of an error of this package. Codes are stable, messages are not. */
export type CustodyErrorCode = keyof typeof errorDefinitions

type CodeOfKind<Kind extends ErrorDefinition['kind']> = {
  [Code in CustodyErrorCode]: (typeof errorDefinitions)[Code]['kind'] extends Kind ? Code : never
}[CustodyErrorCode]

type ParametersErrorCode = CodeOfKind<'parameters'>
type TransportErrorCode = CodeOfKind<'transport'>
type ResponseErrorCode = CodeOfKind<'response'>
type ServiceErrorCode = CodeOfKind<'service'>

// Codes of the service have a page on the docs site, whose address is unknown here.
const [readme, codePage] = ['@custody-wallet/client/README.md', 'codes.html']

/** One broken rule and its location. It does not contain the value. */
export interface ErrorIssue {
  readonly pointer: string
  readonly message: string
}

/**
 * An error of a call, with a `code` and the `context` of its class. It contains no request, header, key, token or
 * personal data. The only text from the other side is the `detail` of a server of your own.
 */
export class CustodyError<Code extends CustodyErrorCode = CustodyErrorCode, Context = object> extends Error {
  override readonly name: string = 'CustodyError'
  readonly code: Code
  readonly operation: OperationId
  readonly family: Family
  /** Whether a retry is safe and may succeed later. */
  readonly retryable: boolean
  /** `none`: there is no response of the service, so the outcome of the call is unknown. */
  readonly assurance: Assurance | 'none'
  /**
   * Where the error is explained. An error with a code of the service points to that code, relative to the root of the
   * docs site: `codes.html#v2-110065`. Other errors point to a section of the README of this package.
   */
  readonly docs: string
  /** The next step, which ends the message. Undefined if the rest of the message says all. */
  readonly next: string | undefined
  readonly context: Context

  constructor(code: Code, operation: OperationId, context: Context, details: ErrorDetails = {}) {
    const { kind, retryable, text = 'failed', next: usual }: ErrorDefinition = errorDefinitions[code]
    const { location = '', more, next = usual, inDoubt, entry } = details
    super([`${operation} ${text}${location}.`, more, inDoubt, next].filter(Boolean).join(' '))
    this.code = code
    this.operation = operation
    this.family = calls[operation].family
    this.retryable = (details.retryable ?? !!retryable) && calls[operation].retry !== 'never'
    this.assurance = details.assurance ?? 'none'
    this.docs = entry === undefined ? `${readme}#${kind}-errors` : `${codePage}#${this.family}${entry}`
    this.next = next
    this.context = context
  }
}

/** Parts of a message that the table cannot contain. */
export interface MessageParts {
  /** Ends the first sentence. */
  readonly location?: string | undefined
  /** The next step. It replaces the one of the table. */
  readonly next?: string | undefined
  /** What to do before you retry a call that was sent and is not safe to retry. */
  readonly inDoubt?: string | undefined
}

interface ErrorDetails extends MessageParts {
  readonly more?: string | undefined
  readonly retryable?: boolean
  readonly assurance?: Assurance
  /** End of the anchor of a code of the service. Empty for an unknown code. */
  readonly entry?: string | undefined
}

const formatFirstIssue = ([first]: readonly ErrorIssue[] = []): string =>
  first ? `${first.pointer || 'The value'} ${first.message}.` : ''

/** The parameters break a rule of the interface. The call was not sent. */
export class ParametersError extends CustodyError<ParametersErrorCode, { readonly issues: readonly ErrorIssue[] }> {
  override readonly name = 'ParametersError'

  constructor(
    code: ParametersErrorCode,
    operation: OperationId,
    issues: readonly ErrorIssue[],
    messageParts: MessageParts = {},
  ) {
    super(code, operation, { issues }, { more: formatFirstIssue(issues), ...messageParts })
  }
}

/** Origin of a response. */
export interface ResponseSource {
  /** Address of the call, without its query. */
  readonly address?: string
  /** Media type of the response, such as `text/html`. */
  readonly contentType?: string
}

/** Facts about a call without a response. */
export interface TransportContext extends Pick<ResponseSource, 'address'> {
  /** HTTP status, if there was one. */
  readonly status?: number
  /** Milliseconds that the server asks to wait before the next attempt. */
  readonly retryAfter?: number
  /** Error code of the system, such as `ECONNREFUSED`. */
  readonly reason?: string
  /** Unproved text from a server of your own over plain http. */
  readonly detail?: string
}

interface ErrorLocation extends TransportContext, ResponseSource {}

const formatLocation = ({ status, contentType, address, reason }: ErrorLocation): string =>
  ['', status, contentType && `(content type ${contentType})`, address && `from ${address}`, reason && `(${reason})`]
    .filter((part) => part !== undefined)
    .join(' ')

/** No response arrived. The call may still have taken effect. */
export class TransportError extends CustodyError<TransportErrorCode, TransportContext> {
  override readonly name = 'TransportError'

  constructor(
    code: TransportErrorCode,
    operation: OperationId,
    context: TransportContext = {},
    messageParts: MessageParts = {},
  ) {
    const { status, detail } = context
    const isTemporary = status !== undefined && temporaryStatuses.has(status)
    const retryable = (isTemporary || 'retryable' in errorDefinitions[code]) && messageParts.inDoubt === undefined
    const more = detail && `Unproved detail of the server: "${detail}"`
    super(code, operation, context, { location: formatLocation(context), more, retryable, ...messageParts })
  }
}

const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Facts about a response that cannot be used. */
export interface ResponseContext extends ResponseSource {
  readonly issues?: readonly ErrorIssue[]
  /** Code of an unproved failure. Log it, but do not base decisions on it. */
  readonly unprovedCode?: string
  /** The known meaning of that code. */
  readonly unprovedMeaning?: string
}

const formatEntry = (code: string | undefined, meaning: string | undefined): string | undefined =>
  code && (meaning === undefined ? '' : `-${code}`)

/** The response cannot be used: it is unreadable or unproved, or it breaks the contract. */
export class ResponseError extends CustodyError<ResponseErrorCode, ResponseContext> {
  override readonly name = 'ResponseError'

  constructor(
    code: ResponseErrorCode,
    operation: OperationId,
    context: ResponseContext = {},
    messageParts: MessageParts = {},
  ) {
    const { issues, unprovedCode, unprovedMeaning } = context
    const entry = formatEntry(unprovedCode, unprovedMeaning)
    super(code, operation, context, {
      location: formatLocation(context),
      more: formatFirstIssue(issues),
      entry,
      ...messageParts,
    })
  }
}

/** The code of the service and its known meaning. `raw` returns the message of the service. */
export interface ServiceContext extends Partial<KnownCode> {
  readonly serviceCode: string
}

/** The service responded that the call failed. */
export class ServiceError extends CustodyError<ServiceErrorCode, ServiceContext> {
  override readonly name = 'ServiceError'

  constructor(operation: OperationId, context: ServiceContext, assurance: Assurance, messageParts: MessageParts = {}) {
    const { serviceCode, meaning } = context
    const location = ` with code ${serviceCode}${meaning === undefined ? '' : `: ${meaning}`}`
    const entry = formatEntry(serviceCode, meaning)
    super('SERVICE_FAILED', operation, context, { location, assurance, entry, ...messageParts })
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
 * Checks whether a value is an error of this package and has the given code. It works across copies of the package.
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
  if (!(value instanceof Error) || !('code' in value) || !('operation' in value) || !('docs' in value)) return false
  return code === undefined ? Object.hasOwn(errorDefinitions, String(value.code)) : value.code === code
}
