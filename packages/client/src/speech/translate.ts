// Errors of the encryption package in terms of this one. It is the only place that knows both.
import { type EncryptionError, type EncryptionErrorCode, isEncryptionError } from '@custody-wallet/encryption'
import type { OperationId } from '@custody-wallet/types/operations'

import { keyError, sealedAnswerError } from '../errors/sealed.ts'
import { type CustodyError, ParametersError, type Steps, TransportError } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'

type Translate = (
  operation: OperationId,
  error: EncryptionError,
  steps: Steps,
) => CustodyError | Promise<CustodyError>

const issuesOf = ({ facts: { issues = [] } }: EncryptionError) =>
  issues.map(({ pointer, message }) => ({ pointer, message }))

const translations: { readonly [Code in EncryptionErrorCode]: Translate } = {
  ABORTED: (operation) => new TransportError('ABORTED', operation),
  ANSWER_INVALID: (operation, error) =>
    sealedAnswerError('ANSWER_INVALID', operation, { issues: issuesOf(error) }),
  ANSWER_UNAUTHENTICATED: async (operation, { facts: { remoteCode = '?' } }) => {
    const { knownCode } = await import('../errors/meanings.ts')
    const { meaning } = knownCode(calls[operation].family, remoteCode)
    const known = meaning === undefined ? {} : { unprovedMeaning: meaning }
    return sealedAnswerError('FAILURE_UNPROVED', operation, { unprovedCode: remoteCode, ...known })
  },
  BUSY: (operation) => new TransportError('OVERLOADED', operation),
  ENVELOPE_REJECTED: (operation) => sealedAnswerError('ANSWER_UNPROVED', operation),
  KEY_FAILED: (operation, { cause }) => keyError(operation, cause),
  PARAMETERS_INVALID: (operation, error, steps) =>
    new ParametersError('PARAMETERS_INVALID', operation, issuesOf(error), steps),
  TIMEOUT: (operation) => new TransportError('TIMEOUT', operation),
}

/** Takes a step of the encryption package. A programmer's mistake stays the `TypeError` that it is. */
export async function translated<T>(
  operation: OperationId,
  step: () => Promise<T>,
  steps: Steps = {},
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!isEncryptionError(error)) throw error
    throw await translations[error.code](operation, error, steps)
  }
}
