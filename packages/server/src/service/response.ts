import type { SealedId } from '@custody-wallet/encryption'
import { NotSupportedError } from '@custody-wallet/encryption/gateway'
import { codes, type MpcFailure, type Responses } from '@custody-wallet/types'
import { type Family, operations } from '@custody-wallet/types/operations'
import { responses as predicates, explain, isObject, type Issue } from '@custody-wallet/types/validate'

import type { CallContext, Handlers, Rejection, RejectionCode } from './handlers.ts'

const rejections = new WeakSet<object>()

/**
 * Rejects a call with a code of its family. Return the result from a handler. `text` is for people; by default it is the
 * meaning of the code.
 *
 * @example
 * ```ts
 * import { reject } from '@custody-wallet/server'
 *
 * console.log(reject('110065').code)
 * ```
 */
export function reject<const Code extends RejectionCode>(code: Code, text?: string): Rejection<Code> {
  const rejection = { code, text }
  rejections.add(rejection)
  return rejection
}

const isRejection = (value: unknown): value is Rejection => isObject(value) && rejections.has(value)

/** A handler returned a response that breaks the contract. Callers get HTTP 500. */
export class InvalidResponseError extends Error {
  override readonly name: string = 'InvalidResponseError'
  readonly operation: SealedId
  readonly issues: readonly Issue[]

  constructor(operation: SealedId, issues: readonly Issue[]) {
    const locations = issues.map(({ pointer, message }) => `${pointer || 'the response'} ${message}`)
    super(
      `The handler of ${operation} returned a response that breaks the contract: ${locations.join('; ')}. Return the value of a success, or reject(code).`,
    )
    this.operation = operation
    this.issues = issues
  }
}

/** A service with `partial: true` has no handler for the call. Callers get HTTP 501. */
export class NotBuiltError extends NotSupportedError {
  override readonly name: string = 'NotBuiltError'
}

/** The response of a handler in plain form. */
export interface CallResponse {
  readonly response: Responses[SealedId]
  /** The code of a rejection; `0` for a success. */
  readonly code: string
}

/** Runs the handler of a call with checked parameters, and checks its response. */
export async function respondToCall(
  handlers: Partial<Handlers>,
  parameters: unknown,
  call: CallContext,
): Promise<CallResponse> {
  const { operation } = call
  const handler = handlers[operation]
  if (!handler) throw new NotBuiltError(`The service has no handler for ${operation}.`)
  markUntyped(handler)
  const result = await runHandler(() => handler(parameters, call), operation)
  if (!isRejection(result)) return { response: checkResponse(operation, createSuccess(operation, result)), code: '0' }
  if (!hasCode(operation, result.code)) throw new InvalidResponseError(operation, [createUnknownCodeIssue(result)])
  return { response: checkResponse(operation, createFailure(operation, result)), code: result.code }
}

async function runHandler(run: () => Promise<unknown>, operation: SealedId): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (!isRejection(error)) throw error
    throw new TypeError(`The handler of ${operation} threw reject('${error.code}'). Return it instead.`, {
      cause: error,
    })
  }
}

const createUnknownCodeIssue = ({ code }: Rejection): Issue => ({
  pointer: '/code',
  rule: 'choice',
  message: `must be a failure code that the contract knows for the call, not ${code}`,
})

/** Returns a response that fits the contract; throws an `InvalidResponseError` otherwise. */
export function checkResponse(operation: SealedId, response: unknown): Responses[SealedId] {
  if (isValidResponse(operation, response)) return response
  throw new InvalidResponseError(operation, explain(operations[operation].schemas.response, response))
}

// The compiler cannot see that handler, parameters and call belong to one operation.
function markUntyped(
  _handler: unknown,
): asserts _handler is (parameters: unknown, call: CallContext) => Promise<unknown> {}

function isValidResponse(operation: SealedId, response: unknown): response is Responses[SealedId] {
  return predicates[operation](response)
}

function createSuccess(operation: SealedId, value: unknown): unknown {
  const { family, response } = operations[operation]
  if (family === 'mpc') return value
  const envelope = { code: family === 'v2' ? '0' : 0, msg: 'success' }
  return response.content === 'none' && value === undefined ? envelope : { ...envelope, data: value }
}

export function createFailure(operation: SealedId, { code, text }: Rejection): MpcFailure {
  const { family } = operations[operation]
  return { code: family === 'v1' ? Number(code) : code, msg: text ?? getMeaning(family, code) }
}

/** Whether a failure code exists in the family of a call. */
const hasCode = (operation: SealedId, code: string): boolean =>
  code !== '0' && Object.hasOwn(codes[operations[operation].family], code)

function getMeaning(family: Family, code: string): string {
  const knownCodes: Readonly<Record<string, { readonly meaning: string }>> = codes[family]
  return (Object.hasOwn(knownCodes, code) ? knownCodes[code]?.meaning : undefined) ?? ''
}
