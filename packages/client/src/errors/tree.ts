import type { Family, OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
import { calls } from '../generated/calls.ts'
import {
  type AnswerErrorCode,
  type CustodyErrorCode,
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
 * What goes wrong with a call, told apart by `code`. It holds no request, header, key, token or personal datum, and no
 * text that the other side wrote.
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
    const { kind, retryable, sentence } = table[code]
    super(`${sentence.replace('%', operation)}${details.more ?? ''}`)
    this.code = code
    this.operation = operation
    this.family = calls[operation].family
    this.retryable = (details.retryable ?? retryable) && calls[operation].retry !== 'never'
    this.assurance = details.assurance ?? 'none'
    this.docs = `${page}#${kind}-errors`
    this.context = context
  }
}

interface Details {
  readonly more?: string | undefined
  readonly retryable?: boolean
  readonly assurance?: Assurance
}

const firstOf = ([first]: readonly ErrorIssue[] = []): string =>
  first ? ` ${first.pointer || 'The whole'} ${first.message}.` : ''

/** The call breaks a rule of the interface. Nothing was sent. */
export class ParametersError extends CustodyError<
  ParametersErrorCode,
  { readonly issues: readonly ErrorIssue[] }
> {
  override readonly name = 'ParametersError'

  constructor(code: ParametersErrorCode, operation: OperationId, issues: readonly ErrorIssue[]) {
    super(code, operation, { issues }, { more: firstOf(issues) })
  }
}

/** What is known of a transport that failed. */
export interface TransportContext {
  /** HTTP status, where there was one. */
  readonly status?: number
  /** Milliseconds after which the server asks for the next try. */
  readonly retryAfter?: number
  /** Name of the failure in the system's own terms, such as `ECONNREFUSED`. */
  readonly reason?: string
}

/** No answer arrived. For a call that changes something this leaves open whether it did. */
export class TransportError extends CustodyError<TransportErrorCode, TransportContext> {
  override readonly name = 'TransportError'

  constructor(
    code: TransportErrorCode,
    operation: OperationId,
    context: TransportContext = {},
    { inDoubt }: InDoubt = {},
  ) {
    const again = context.status !== undefined && passing.has(context.status)
    const retryable = (again || table[code].retryable) && inDoubt === undefined
    super(code, operation, context, { retryable, more: inDoubt })
  }
}

/** What to do where a call must not be repeated and its outcome is unknown; ends the message. */
export interface InDoubt {
  readonly inDoubt?: string | undefined
}

// Statuses of a server that is busy or about to come back.
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** What is known of an answer that proves nothing. */
export interface AnswerContext {
  readonly issues?: readonly ErrorIssue[]
  /** Code that an unproved failure carries: good for a log, never for a decision. */
  readonly unprovedCode?: string
}

/** Something came back that is no answer: unreadable, unproved, or against the contract. */
export class AnswerError extends CustodyError<AnswerErrorCode, AnswerContext> {
  override readonly name = 'AnswerError'

  constructor(
    code: AnswerErrorCode,
    operation: OperationId,
    context: AnswerContext = {},
    { inDoubt = '' }: InDoubt = {},
  ) {
    super(code, operation, context, { more: `${firstOf(context.issues)}${inDoubt}` })
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

  constructor(operation: OperationId, context: ServiceContext, assurance: Assurance) {
    const { serviceCode, meaning } = context
    const more = ` Its code is ${serviceCode}${meaning === undefined ? ', of which nothing is known' : `: ${meaning}`}.`
    super('SERVICE_FAILED', operation, context, { more, assurance })
  }
}
