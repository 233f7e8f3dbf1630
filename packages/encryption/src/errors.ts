// A programmer's mistake is a `TypeError` that says what to change; a failure at run time has a code. Errors of messages
// reveal nothing that helps an attacker.
import type { OperationId } from '@custody-wallet/types/operations'

interface IssuesContext {
  readonly operation: OperationId
  /** Broken rules and where they are, without the values. */
  readonly issues: readonly { readonly pointer: string; readonly message: string }[]
}

/** Context of each error code. It never contains keys, content or personal data. */
interface EncryptionErrorContexts {
  readonly ABORTED: undefined
  /** The same error for every cause: the cause would help to forge messages. */
  readonly ENVELOPE_REJECTED: undefined
  readonly FAILURE_UNPROVED: {
    readonly operation: OperationId
    /** Code of the unsigned response. Log it, but do not base a decision on it. */
    readonly unprovedCode: string
  }
  readonly KEY_FAILED: {
    /** The call, if its response was being opened. */
    readonly operation?: OperationId
  }
  readonly OVERLOADED: undefined
  readonly PARAMETERS_INVALID: IssuesContext
  readonly RESPONSE_INVALID: IssuesContext
  readonly RESPONSE_MISMATCHED: IssuesContext
  readonly TIMEOUT: undefined
}

/** Codes of errors at run time. */
export type EncryptionErrorCode = keyof EncryptionErrorContexts

const messages: { readonly [Code in EncryptionErrorCode]: (context: Arguments[Code][0]) => string } = {
  ABORTED: () => 'The operation was aborted by its signal.',
  ENVELOPE_REJECTED: () => 'The message was rejected. Pass onRejected to get the reason.',
  FAILURE_UNPROVED: ({ operation, unprovedCode }) =>
    `${operation} failed with code ${unprovedCode}, but the response is unsigned. Check app_id, your signing key, and that the service knows your public key.`,
  KEY_FAILED: () => 'A private key failed. See the cause, then check the access, quota and key of its key service.',
  OVERLOADED: () => 'Too many private-key operations are waiting. Try again later, or give the gate a longer queue.',
  PARAMETERS_INVALID: ({ operation, issues }) =>
    `${operation} was not sealed: its parameters break a rule. ${describeFirstIssue(issues)}Correct what context.issues lists.`,
  RESPONSE_INVALID: ({ operation, issues }) =>
    `${operation} failed: the response breaks the contract. ${describeFirstIssue(issues)}Check the address, and compare context.issues with the contract.`,
  RESPONSE_MISMATCHED: ({ operation, issues }) =>
    `${operation} failed: the response belongs to another call. ${describeFirstIssue(issues)}Look for a cache or proxy that mixes responses.`,
  TIMEOUT: () => 'A private key did not respond in time. Check the key service, or raise the timeout of the gate.',
}

const describeFirstIssue = ([first]: IssuesContext['issues']): string =>
  first ? `${first.pointer || 'The value'} ${first.message}. ` : ''

// Only codes with a context require one.
type Arguments = {
  readonly [Code in EncryptionErrorCode]: EncryptionErrorContexts[Code] extends undefined
    ? readonly [context?: undefined, options?: ErrorOptions]
    : readonly [context: EncryptionErrorContexts[Code], options?: ErrorOptions]
}

/**
 * An error with a `code`, and with the `context` that belongs to the code.
 *
 * @example
 * ```ts
 * import { EncryptionError, isEncryptionError } from '@custody-wallet/encryption'
 *
 * const issues = [{ pointer: '/uid', message: 'must be a number' }]
 * const error: unknown = new EncryptionError('PARAMETERS_INVALID', { operation: 'getAccount', issues })
 * if (isEncryptionError(error, 'PARAMETERS_INVALID')) console.log(error.context.issues.length) // 1
 * ```
 */
export class EncryptionError<Code extends EncryptionErrorCode = EncryptionErrorCode> extends Error {
  override readonly name: string = 'EncryptionError'
  readonly code: Code
  readonly context: Arguments[Code][0]

  constructor(code: Code, ...[context, options]: Arguments[Code]) {
    super(messages[code](context), options)
    this.code = code
    this.context = context
  }
}

/** An error of each of these codes; a check of `code` narrows its `context`. */
type ErrorOf<Code extends EncryptionErrorCode> = { readonly [One in Code]: EncryptionError<One> }[Code]

/** Tells whether a value is an error of this package, and of the given code; works across copies of the package. */
export function isEncryptionError<Code extends EncryptionErrorCode = EncryptionErrorCode>(
  value: unknown,
  code?: Code,
): value is ErrorOf<Code> {
  if (!(value instanceof Error) || value.name !== 'EncryptionError' || !('code' in value)) return false
  return code === undefined ? Object.hasOwn(messages, String(value.code)) : value.code === code
}

const gateErrorCodes = ['ABORTED', 'OVERLOADED', 'TIMEOUT'] as const

/** Code of an operation that did not start, or was not waited for. It says nothing about a message or a key. */
export type GateErrorCode = (typeof gateErrorCodes)[number]

/** Tells such errors from those of a message or a key. */
export const isGateError = (error: unknown): boolean => gateErrorCodes.some((code) => isEncryptionError(error, code))

/** Throws if the caller has aborted the operation. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EncryptionError('ABORTED')
}

/** Why an envelope was rejected. Stays on this side: it goes to `onRejected`, never into a response. */
export type RejectionReason =
  | 'blocks'
  | 'context'
  | 'encoding'
  | 'framing'
  | 'header'
  | 'json'
  | 'key'
  | 'key-service'
  | 'limit'
  | 'merchant'
  | 'signature'
  | 'unsealed'
  | 'unwrap'

/** Key that a message names, and that this side does not have. Its sender chose the id, so check it before you show it. */
export interface UnknownKey {
  readonly id: string
  readonly use: 'encryption' | 'signature'
}

interface RejectionOptions extends ErrorOptions {
  readonly unknownKey?: UnknownKey
}

/** Thrown inside; every public function turns it into one and the same `ENVELOPE_REJECTED`. */
export class Rejection extends Error {
  readonly reason: RejectionReason
  readonly unknownKey: UnknownKey | undefined

  constructor(reason: RejectionReason, options?: RejectionOptions) {
    super(reason, options)
    this.reason = reason
    this.unknownKey = options?.unknownKey
  }
}
