// Errors of the encryption package in terms of this one. It is the only place that knows both.
import { type EncryptionError, type EncryptionErrorCode, isEncryptionError } from '@custody-wallet/encryption'
import type { OperationId } from '@custody-wallet/types/operations'

import { AnswerError, type CustodyError, ParametersError, TransportError } from '../errors/tree.ts'

type Translate = (operation: OperationId, facts: EncryptionError['facts']) => CustodyError

const issuesOf = ({ issues = [] }: EncryptionError['facts']) =>
  issues.map(({ pointer, message }) => ({ pointer, message }))

const translations: { readonly [Code in EncryptionErrorCode]: Translate } = {
  ABORTED: (operation) => new TransportError('ABORTED', operation),
  ANSWER_INVALID: (operation, facts) =>
    new AnswerError('ANSWER_INVALID', operation, { issues: issuesOf(facts) }),
  ANSWER_UNAUTHENTICATED: (operation, { remoteCode }) =>
    new AnswerError(
      'FAILURE_UNPROVED',
      operation,
      remoteCode === undefined ? {} : { unprovedCode: remoteCode },
    ),
  BUSY: (operation) => new TransportError('OVERLOADED', operation),
  ENVELOPE_REJECTED: (operation) => new AnswerError('ANSWER_UNPROVED', operation),
  PARAMETERS_INVALID: (operation, facts) =>
    new ParametersError('PARAMETERS_INVALID', operation, issuesOf(facts)),
  TIMEOUT: (operation) => new TransportError('TIMEOUT', operation),
}

/** Takes a step of the encryption package. A programmer's mistake stays the `TypeError` that it is. */
export async function translated<T>(operation: OperationId, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!isEncryptionError(error)) throw error
    throw translations[error.code](operation, error.facts)
  }
}
