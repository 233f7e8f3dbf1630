// What errors say, in a module of its own: a client loads it with the first error.
import type { EncryptionError, EncryptionErrorCode } from '@custody-wallet/encryption'
import { type KnownCode, knownCode } from '@custody-wallet/types'
import { readBody } from '@custody-wallet/types/http'
import type { Mismatch } from '@custody-wallet/types/mismatches'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { explain } from '@custody-wallet/types/validate'

import { type CallRequest, codeOf, type Outcome } from '../protocols/protocol.ts'
import {
  type AnswerContext,
  AnswerError,
  type CustodyError,
  type ErrorIssue,
  ParametersError,
  ServiceError,
  type Steps,
  type TransportContext,
  TransportError,
} from './errors.ts'

/** The error of parameters that break a rule of their call, by place and rule. */
export const parametersError = (operation: OperationId, parameters: unknown): ParametersError =>
  new ParametersError('PARAMETERS_INVALID', operation, issuesOf(operation, 'parameters', parameters), {
    next: nextForList(operation, parameters),
  })

/** The error of an answer that breaks the contract. */
export const answerError = (operation: OperationId, answer: unknown): AnswerError =>
  new AnswerError('ANSWER_INVALID', operation, { issues: issuesOf(operation, 'answer', answer) })

/** The error of an answer that belongs to another call. */
export const mismatchError = (operation: OperationId, issues: readonly Mismatch[]): AnswerError =>
  sealedAnswerError('ANSWER_MISMATCHED', operation, { issues })

/** The error of a sealed URL that is too long. */
export const urlError = (operation: OperationId, length: number, most: number): ParametersError =>
  new ParametersError('URL_TOO_LONG', operation, [], {
    place: `: its sealed URL has ${length} characters, and maxUrlLength is ${most}`,
    next: splitterOf(operation) ?? 'Shorten the parameters.',
  })

const issuesOf = (
  operation: OperationId,
  side: 'parameters' | 'answer',
  value: unknown,
): readonly ErrorIssue[] =>
  explain(operations[operation].schemas[side], value).map(({ pointer, message }) => ({ pointer, message }))

/** Workflows that take a list of any length. */
const splitters: { readonly [Id in OperationId]?: string } = {
  getStakingDetails: 'withWorkflows(custody).staking.details',
  listDelegations: 'withWorkflows(custody).delegations.list',
  listMpcWithdrawals: 'withWorkflows(custody).mpcWithdrawals.list',
  listWithdrawals: 'withWorkflows(custody).withdrawals.list',
  registerAddresses: 'registerAddresses(custody, ...)',
}

function splitterOf(operation: OperationId): string | undefined {
  const splitter = splitters[operation]
  return splitter && `${splitter} of @custody-wallet/client/workflows takes a list of any length.`
}

function nextForList(operation: OperationId, parameters: unknown): string | undefined {
  const { batch }: Operation = operations[operation]
  if (!batch || typeof parameters !== 'object' || parameters === null) return undefined
  const list: unknown = Reflect.get(parameters, batch.parameter)
  return Array.isArray(list) && list.length > batch.maximum ? splitterOf(operation) : undefined
}

/** The error of a failure of the service. */
export function serviceError({ operation, answer, assurance }: Outcome): ServiceError {
  const serviceCode = codeOf(answer) ?? '?'
  const known = knownCode(operations[operation].family, serviceCode)
  return new ServiceError(operation, { serviceCode, ...known }, assurance, { next: nextFor(answer, known) })
}

// The message of a gateway of the encryption package that could not open a call.
const rejected = 'ENVELOPE_REJECTED'

function nextFor(answer: unknown, known: KnownCode | undefined): string {
  if (typeof answer === 'object' && answer !== null && 'msg' in answer && answer.msg === rejected)
    return 'The service could not open the request. Check app_id, your keys and the profile. A plain client needs the plain port of the mock, one below its wire port.'
  return known?.remedy ?? 'The code is unknown. Ask the service what it means.'
}

type Translation<Code extends EncryptionErrorCode> = (
  operation: OperationId,
  error: EncryptionError<Code>,
  parameters: unknown,
) => CustodyError

type WithIssues = EncryptionError<'ANSWER_INVALID' | 'ANSWER_MISMATCHED' | 'PARAMETERS_INVALID'>

const issuesIn = ({ context: { issues } }: WithIssues): readonly ErrorIssue[] =>
  issues.map(({ pointer, message }) => ({ pointer, message }))

const translations: { readonly [Code in EncryptionErrorCode]: Translation<Code> } = {
  ABORTED: (operation) => new TransportError('ABORTED', operation),
  ANSWER_INVALID: (operation, error) =>
    sealedAnswerError('ANSWER_INVALID', operation, { issues: issuesIn(error) }),
  ANSWER_MISMATCHED: (operation, error) => mismatchError(operation, issuesIn(error)),
  ANSWER_UNAUTHENTICATED: (operation, { context: { remoteCode } }) => {
    const meaning = knownCode(operations[operation].family, remoteCode)?.meaning
    const known = meaning === undefined ? {} : { unprovedMeaning: meaning }
    return sealedAnswerError('FAILURE_UNPROVED', operation, { unprovedCode: remoteCode, ...known })
  },
  BUSY: (operation) => new TransportError('OVERLOADED', operation),
  ENVELOPE_REJECTED: (operation) => sealedAnswerError('ANSWER_UNPROVED', operation),
  KEY_FAILED: (operation, { cause }) => keyError(operation, cause),
  PARAMETERS_INVALID: (operation, error, parameters) =>
    new ParametersError('PARAMETERS_INVALID', operation, issuesIn(error), {
      next: nextForList(operation, parameters),
    }),
  TIMEOUT: (operation) => new TransportError('TIMEOUT', operation),
}

/** An error of the encryption package as one of the client. */
export const errorOfEncryption = <Code extends EncryptionErrorCode>(
  operation: OperationId,
  error: EncryptionError<Code>,
  parameters: unknown,
): CustodyError => translations[error.code](operation, error, parameters)

type SealedAnswerCode = AnswerError['code']

const sealedTexts: { readonly [Code in SealedAnswerCode]?: (context: AnswerContext) => Steps } = {
  ANSWER_MISMATCHED: () => ({
    place: ': the answer belongs to another call',
    next: 'Do not use the answer. Look for a cache or proxy that mixes answers, and report it to the service.',
  }),
  ANSWER_UNPROVED: () => ({
    place: ': the answer could not be opened or verified',
    next: 'Likely causes, in order: your profile has a wrong public key of the service; the service encrypts for another key of yours; it uses another dialect, or did not seal the answer; a proxy changed the answer. Pass onRejected to createCustody to learn the reason.',
  }),
  FAILURE_UNPROVED: ({ unprovedCode = '?', unprovedMeaning = 'unknown' }) => ({
    place: ` with code ${unprovedCode} (unproved: ${unprovedMeaning}), but the answer is unsigned`,
    next: 'Likely causes, in order: app_id is wrong; the service has another public key of yours; your profile and the service use different dialects. The wire mock prints the reason; other services pass it to their onRejected hook.',
  }),
}

const sealedAnswerError = (
  code: SealedAnswerCode,
  operation: OperationId,
  context: AnswerContext = {},
  inDoubt?: string,
): AnswerError => new AnswerError(code, operation, context, { ...sealedTexts[code]?.(context), inDoubt })

function keyError(operation: OperationId, cause: unknown, inDoubt?: string): TransportError {
  const steps = {
    place: ': a private key failed',
    next: 'See the cause, then check the access, quota and key of the key service.',
    inDoubt,
  }
  const error = new TransportError('KEY_FAILED', operation, {}, steps)
  // Set as the constructor of Error does. No other error of this package has a cause.
  Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true })
  return error
}

const stepsInDoubt: { readonly [Id in OperationId]?: string } = {
  cancelWithdrawal: 'The withdrawal may be cancelled. Read its status before you cancel it again.',
  notifyInternal:
    'The notification may have arrived, and a second one may deduct the fee twice. Ask the service before you send it again.',
  pullWithdrawals:
    'The service may have handed out withdrawals that never arrived here, and another pull does not return them. Ask the service for them before you pull again.',
  registerAddresses:
    'The addresses may be registered. Compare addresses.available with your records before you push them again.',
}

/**
 * Completes the error of a call that must not be repeated: it is not retryable, and says what to do if it was sent. The
 * error of its token call stays as it is: nothing was sent.
 */
export function inDoubtError(error: unknown, operation: OperationId, sent: boolean): unknown {
  const isOpen = error instanceof TransportError || error instanceof AnswerError
  if (!isOpen || error.operation !== operation) return error
  const step = sent ? (stepsInDoubt[operation] ?? '') : ''
  if (error.code === 'KEY_FAILED') return keyError(operation, error.cause, step)
  return error instanceof TransportError
    ? new TransportError(error.code, operation, error.context, { inDoubt: step })
    : sealedAnswerError(error.code, operation, error.context, step)
}

const mostProblemBytes = 16 * 1024
const mostProblemCharacters = 300

/** What a problem (RFC 9457) says as one short line, and a hint if a sealed call reached a server of plain calls. */
export async function problemIn(
  { status, headers, body }: Response,
  request: CallRequest,
  signal: AbortSignal,
): Promise<Pick<TransportContext, 'detail' | 'hint'>> {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return {}
  const detail = detailIn(await readBody(body, mostProblemBytes, signal))
  const hint = status === 422 && isSealed(request) && wrongPort(request)
  return { ...(detail && { detail }), ...(hint && { hint }) }
}

// The wire port of the mock is the one after its plain port.
const wrongPort = ({ url }: CallRequest): string =>
  `The address looks like the plain mock; sealed calls go to its wire port, usually ${Number(new URL(url).port) + 1}.`

const isSealed = ({ url, body = '' }: CallRequest): boolean =>
  /[?&]app_id=/.test(url) || body.startsWith('{"app_id":')

function detailIn(body: Uint8Array): string | undefined {
  if (body.byteLength > mostProblemBytes) return undefined
  const problem: unknown = JSON.parse(new TextDecoder().decode(body))
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return undefined
  const line = String(problem.detail)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, mostProblemCharacters).join('')
}
