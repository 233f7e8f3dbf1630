import type { Family, OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
import { calls } from '../generated/calls.ts'
import {
  type AnswerErrorCode,
  type CustodyErrorCode,
  type Facts,
  type ParametersErrorCode,
  type ServiceErrorCode,
  table,
  type TransportErrorCode,
} from './table.ts'

// In the package itself, where it goes with the version that is installed.
const page = '@custody-wallet/client/README.md'

/** One thing that is wrong, by place and rule. The value itself is not repeated. */
export interface ErrorIssue {
  readonly pointer: string
  readonly message: string
}

/**
 * What goes wrong with a call, told apart by `code`. It holds no request, header, key, token or personal datum. The only
 * text of the other side in it is the `detail` of a server of your own.
 */
export class CustodyError<Code extends CustodyErrorCode = CustodyErrorCode, Context = object> extends Error {
  override readonly name: string = 'CustodyError'
  readonly code: Code
  readonly operation: OperationId
  readonly family: Family
  /** Whether the same call may do better later, and may be made again at all. */
  readonly retryable: boolean
  /** `none`: it is no answer of the service, and proves nothing about what the call did. */
  readonly assurance: Assurance | 'none'
  /** Heading of the package's own README that explains errors of this kind. */
  readonly docs: string
  readonly context: Context

  constructor(code: Code, operation: OperationId, context: Context, details: Details = {}) {
    const { kind, retryable, says = 'failed', step }: Facts = table[code]
    const { place = '', more, next = step, inDoubt } = details
    super([`${operation} ${says}${place}.`, more, next, inDoubt].filter(Boolean).join(' '))
    this.code = code
    this.operation = operation
    this.family = calls[operation].family
    this.retryable = (details.retryable ?? !!retryable) && calls[operation].retry !== 'never'
    this.assurance = details.assurance ?? 'none'
    this.docs = `${page}#${kind}-errors`
    this.context = context
  }
}

/** What the error says beyond its table. */
export interface Steps {
  /** Goes on with the first sentence. */
  readonly place?: string | undefined
  /** What to do next. */
  readonly next?: string | undefined
  /** What to do where a call was sent that must not be repeated. */
  readonly inDoubt?: string | undefined
}

interface Details extends Steps {
  readonly more?: string | undefined
  readonly retryable?: boolean
  readonly assurance?: Assurance
}

const firstOf = ([first]: readonly ErrorIssue[] = []): string =>
  first ? `${first.pointer || 'The value'} ${first.message}.` : ''

/** The call breaks a rule of the interface. Nothing was sent. */
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
    super(code, operation, { issues }, { more: firstOf(issues), ...steps })
  }
}

/** Where an answer came from. */
export interface Source {
  /** Address of the call, without its query. */
  readonly address?: string
  /** Media type that the server gave the answer, such as `text/html`. */
  readonly contentType?: string
}

/** What is known of a transport that failed. */
export interface TransportContext extends Pick<Source, 'address'> {
  /** HTTP status, where there was one. */
  readonly status?: number
  /** Milliseconds after which the server asks for the next try. */
  readonly retryAfter?: number
  /** Name of the failure in the system's own terms, such as `ECONNREFUSED`. */
  readonly reason?: string
  /** What a server of your own said about it, reached over plain http; nothing proves it. */
  readonly detail?: string
  /** What to do, where the detail shows it. */
  readonly hint?: string
}

interface Placed extends TransportContext, Source {}

const placeOf = ({ status, contentType, address, reason }: Placed): string =>
  [
    '',
    status,
    contentType && `(its type is ${contentType})`,
    address && `from ${address}`,
    reason && `(${reason})`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')

/** No answer arrived. For a call that changes something this leaves open whether it did. */
export class TransportError extends CustodyError<TransportErrorCode, TransportContext> {
  override readonly name = 'TransportError'

  constructor(
    code: TransportErrorCode,
    operation: OperationId,
    context: TransportContext = {},
    steps: Steps = {},
  ) {
    const { status, detail, hint: next } = context
    const again = status !== undefined && passing.has(status)
    const retryable = (again || 'retryable' in table[code]) && steps.inDoubt === undefined
    const more = detail && `The server says, unproved: "${detail}"`
    super(code, operation, context, { place: placeOf(context), more, retryable, next, ...steps })
  }
}

// Statuses of a server that is busy or about to come back.
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** What is known of an answer that proves nothing. */
export interface AnswerContext extends Source {
  readonly issues?: readonly ErrorIssue[]
  /** Code that an unproved failure carries: good for a log, never for a decision. */
  readonly unprovedCode?: string
  /** What that code is known to mean, if the failure is true. */
  readonly unprovedMeaning?: string
}

/** Something came back that is no answer: unreadable, unproved, or against the contract. */
export class AnswerError extends CustodyError<AnswerErrorCode, AnswerContext> {
  override readonly name = 'AnswerError'

  constructor(code: AnswerErrorCode, operation: OperationId, context: AnswerContext = {}, steps: Steps = {}) {
    super(code, operation, context, { place: placeOf(context), more: firstOf(context.issues), ...steps })
  }
}

/** What the service said, by its code. Its text stays out: `raw` hands it out. */
export interface ServiceContext {
  readonly serviceCode: string
  /** What the code is known to mean, and who says so. */
  readonly meaning?: string
  readonly source?: 'interface' | 'documented' | 'open'
}

/** The service answered, and the answer is a failure. */
export class ServiceError extends CustodyError<ServiceErrorCode, ServiceContext> {
  override readonly name = 'ServiceError'

  constructor(operation: OperationId, context: ServiceContext, assurance: Assurance, steps: Steps = {}) {
    const { serviceCode, meaning } = context
    const place = ` with code ${serviceCode}${meaning === undefined ? '' : `: ${meaning}`}`
    super('SERVICE_FAILED', operation, context, { place, assurance, ...steps })
  }
}
