// The messages of errors. A client loads this module with its first error.
import type { EncryptionError, EncryptionErrorCode } from '@custody-wallet/encryption'
import { type KnownCode, findKnownCode } from '@custody-wallet/types'
import { readBody } from '@custody-wallet/types/http'
import type { Mismatch } from '@custody-wallet/types/mismatches'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { explain, isObject } from '@custody-wallet/types/validate'

import { readCode, type Outcome } from '../call.ts'
import {
  type ResponseContext,
  ResponseError,
  type CustodyError,
  type ErrorIssue,
  ParametersError,
  ServiceError,
  type MessageParts,
  type TransportContext,
  TransportError,
} from './errors.ts'

export const createParametersError = (operation: OperationId, parameters: unknown): ParametersError =>
  new ParametersError('PARAMETERS_INVALID', operation, listIssues(operation, 'parameters', parameters), {
    next: describeListStep(operation, parameters),
  })

export const createResponseError = (operation: OperationId, response: unknown): ResponseError =>
  new ResponseError('RESPONSE_INVALID', operation, { issues: listIssues(operation, 'response', response) })

export const createMismatchError = (operation: OperationId, issues: readonly Mismatch[]): ResponseError =>
  createSealedResponseError('RESPONSE_MISMATCHED', operation, { issues })

export const createUrlError = (operation: OperationId, length: number, most: number): ParametersError =>
  new ParametersError('URL_TOO_LONG', operation, [], {
    location: `: its encrypted URL has ${length} characters, but maxUrlLength is ${most}`,
    next: findSplitter(operation) ?? 'Shorten the parameters.',
  })

const listIssues = (operation: OperationId, side: 'parameters' | 'response', value: unknown): readonly ErrorIssue[] =>
  explain(operations[operation].schemas[side], value).map(({ pointer, message }) => ({ pointer, message }))

/** Workflows that accept a list of any length. */
const splitters: { readonly [Id in OperationId]?: string } = {
  getStakingDetails: 'withWorkflows(custody).staking.details',
  listDelegations: 'withWorkflows(custody).delegations.list',
  listMpcWithdrawals: 'withWorkflows(custody).mpcWithdrawals.list',
  listWithdrawals: 'withWorkflows(custody).withdrawals.list',
  registerAddresses: 'registerAddresses(custody, ...)',
}

function findSplitter(operation: OperationId): string | undefined {
  const splitter = splitters[operation]
  return splitter && `Use ${splitter} of @custody-wallet/client/workflows: it accepts a list of any length.`
}

function describeListStep(operation: OperationId, parameters: unknown): string | undefined {
  const { batch }: Operation = operations[operation]
  if (!batch || !isObject(parameters)) return undefined
  const list = parameters[batch.parameter]
  return Array.isArray(list) && list.length > batch.maximum ? findSplitter(operation) : undefined
}

export function createServiceError({ operation, response, assurance }: Outcome): ServiceError {
  const serviceCode = readCode(response) ?? '?'
  const knownMeaning = findKnownCode(operations[operation].family, serviceCode)
  return new ServiceError(operation, { serviceCode, ...knownMeaning }, assurance, {
    next: describeNextStep(response, knownMeaning),
  })
}

// Sent by the gateway of the encryption package when it cannot decrypt or verify a call.
const rejectionMessage = 'ENVELOPE_REJECTED'

function describeNextStep(response: unknown, knownMeaning: KnownCode | undefined): string {
  if (isObject(response) && response['msg'] === rejectionMessage)
    return 'The service could not decrypt or verify the request. Check app_id, your keys and the profile. A plain client needs an address that serves the plain view.'
  return knownMeaning?.remedy ?? 'The code is unknown. Ask the service what it means.'
}

type Translation<Code extends EncryptionErrorCode> = (
  operation: OperationId,
  error: EncryptionError<Code>,
  parameters: unknown,
) => CustodyError

type WithIssues = EncryptionError<'PARAMETERS_INVALID' | 'RESPONSE_INVALID' | 'RESPONSE_MISMATCHED'>

const readIssues = ({ context: { issues } }: WithIssues): readonly ErrorIssue[] =>
  issues.map(({ pointer, message }) => ({ pointer, message }))

const translateGateError: Translation<'ABORTED' | 'OVERLOADED' | 'TIMEOUT'> = (operation, { code }) =>
  new TransportError(code, operation)

const translateResponseError: Translation<'RESPONSE_INVALID' | 'RESPONSE_MISMATCHED'> = (operation, error) =>
  createSealedResponseError(error.code, operation, { issues: readIssues(error) })

const translations: { readonly [Code in EncryptionErrorCode]: Translation<Code> } = {
  ABORTED: translateGateError,
  ENVELOPE_REJECTED: (operation) => createSealedResponseError('ENVELOPE_REJECTED', operation),
  FAILURE_UNPROVED: (operation, { context: { unprovedCode } }) => {
    const unprovedMeaning = findKnownCode(operations[operation].family, unprovedCode)?.meaning
    const context = { unprovedCode, ...(unprovedMeaning !== undefined && { unprovedMeaning }) }
    return createSealedResponseError('FAILURE_UNPROVED', operation, context)
  },
  KEY_FAILED: (operation, { cause }) => createKeyError(operation, cause),
  OVERLOADED: translateGateError,
  PARAMETERS_INVALID: (operation, error, parameters) =>
    new ParametersError('PARAMETERS_INVALID', operation, readIssues(error), {
      next: describeListStep(operation, parameters),
    }),
  RESPONSE_INVALID: translateResponseError,
  RESPONSE_MISMATCHED: translateResponseError,
  TIMEOUT: translateGateError,
}

/** Turns an error of the encryption package into one of the client. */
export const translateEncryptionError = <Code extends EncryptionErrorCode>(
  operation: OperationId,
  error: EncryptionError<Code>,
  parameters: unknown,
): CustodyError => translations[error.code](operation, error, parameters)

type SealedResponseCode = ResponseError['code']

const sealedTexts: { readonly [Code in SealedResponseCode]?: (context: ResponseContext) => MessageParts } = {
  RESPONSE_MISMATCHED: () => ({
    location: ': the response belongs to another call',
    next: 'Discard the response. Look for a cache or proxy that mixes up responses, and report it to the service.',
  }),
  ENVELOPE_REJECTED: () => ({
    location:
      ': the response could not be decrypted or verified. Likely causes, in order: your profile has the wrong public key of the service; the service encrypts for another of your keys; it uses another dialect, or did not encrypt the response; a proxy changed the response',
    next: 'Pass onRejected to createCustody to get the reason.',
  }),
  FAILURE_UNPROVED: ({ unprovedCode = '?', unprovedMeaning = 'unknown' }) => ({
    location: ` with code ${unprovedCode} (unproved: ${unprovedMeaning}), but the response is unsigned. Likely causes, in order: app_id is wrong; the service has the wrong public key of yours; your profile and the service use different dialects`,
    next: 'Ask the service for the reason: its gateway passes it to the onRejected hook.',
  }),
}

const createSealedResponseError = (
  code: SealedResponseCode,
  operation: OperationId,
  context: ResponseContext = {},
  inDoubt?: string,
): ResponseError => new ResponseError(code, operation, context, { ...sealedTexts[code]?.(context), inDoubt })

function createKeyError(operation: OperationId, cause: unknown, inDoubt?: string): TransportError {
  const messageParts = {
    location: ': a private-key operation failed',
    next: 'See cause, then check access, quota and key at the key service.',
    inDoubt,
  }
  const error = new TransportError('KEY_FAILED', operation, {}, messageParts)
  // Not enumerable, like a cause that the constructor of Error sets.
  Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true })
  return error
}

const stepsInDoubt: { readonly [Id in OperationId]?: string } = {
  cancelWithdrawal: 'The withdrawal may be cancelled. Read its status before you cancel it again.',
  notifyInternal:
    'The notification may have arrived, and a second one may deduct the fee twice. Ask the service before you send it again.',
  pullWithdrawals:
    'The service may have returned withdrawals that never arrived, and another pull does not return them. Ask the service for them before you pull again.',
  registerAddresses:
    'The addresses may be registered. Compare addresses.available with your records before you push them again.',
}

interface CallFacts {
  readonly operation: OperationId
  readonly isRetryable: boolean
  readonly isSent: boolean
}

/**
 * Completes the error of a call that was not sent, or is not safe to retry. In the second case, it is not retryable, and
 * its message says what to do if the call was sent. An error of the token call stays unchanged.
 */
export function completeError(error: unknown, { operation, isRetryable, isSent }: CallFacts): unknown {
  const isOutcomeUnknown = error instanceof TransportError || error instanceof ResponseError
  if (!isOutcomeUnknown || error.operation !== operation) return error
  const location = !isSent && error.code === 'TIMEOUT' ? unsentLocation : undefined
  if (isRetryable) return location === undefined ? error : new TransportError('TIMEOUT', operation, {}, { location })
  const inDoubt = isSent ? (stepsInDoubt[operation] ?? '') : ''
  if (error.code === 'KEY_FAILED') return createKeyError(operation, error.cause, inDoubt)
  return error instanceof TransportError
    ? new TransportError(error.code, operation, error.context, { inDoubt, ...(location && { location }) })
    : createSealedResponseError(error.code, operation, error.context, inDoubt)
}

const unsentLocation = ': it was not sent, because its turn, a private key or the token call (getToken) took too long'

const maxProblemBytes = 16 * 1024
const maxProblemCharacters = 300

/** Reads the detail of a problem (RFC 9457) as one short line. */
export async function readProblem(
  { headers, body }: Response,
  signal: AbortSignal,
): Promise<Pick<TransportContext, 'detail'>> {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return {}
  const detail = readDetail(await readBody(body, maxProblemBytes, signal))
  return detail ? { detail } : {}
}

function readDetail(body: Uint8Array): string | undefined {
  if (body.byteLength > maxProblemBytes) return undefined
  const problem: unknown = JSON.parse(new TextDecoder().decode(body))
  if (!isObject(problem) || !('detail' in problem)) return undefined
  const line = String(problem['detail'])
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, maxProblemCharacters).join('')
}
