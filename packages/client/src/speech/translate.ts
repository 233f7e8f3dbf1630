// Errors of the encryption package in terms of this one. It is the only place that knows both.
import { type EncryptionError, type EncryptionErrorCode, isEncryptionError } from '@custody-wallet/encryption'
import type { OperationId } from '@custody-wallet/types/operations'

import { keyError, sealedAnswerError } from '../errors/sealed.ts'
import { type CustodyError, ParametersError, type Steps, TransportError } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'

type Translate = (
  operation: OperationId,
  facts: EncryptionError['facts'],
  steps: Steps,
) => CustodyError | Promise<CustodyError>

const issuesOf = ({ issues = [] }: EncryptionError['facts']) =>
  issues.map(({ pointer, message }) => ({ pointer, message }))

const translations: { readonly [Code in EncryptionErrorCode]: Translate } = {
  ABORTED: (operation) => new TransportError('ABORTED', operation),
  ANSWER_INVALID: (operation, facts) =>
    sealedAnswerError('ANSWER_INVALID', operation, { issues: issuesOf(facts) }),
  ANSWER_UNAUTHENTICATED: async (operation, { remoteCode = '?' }) => {
    const { knownCode } = await import('../errors/meanings.ts')
    const { meaning } = knownCode(calls[operation].family, remoteCode)
    const known = meaning === undefined ? {} : { unprovedMeaning: meaning }
    return sealedAnswerError('FAILURE_UNPROVED', operation, { unprovedCode: remoteCode, ...known })
  },
  BUSY: (operation) => new TransportError('OVERLOADED', operation),
  ENVELOPE_REJECTED: (operation) => sealedAnswerError('ANSWER_UNPROVED', operation),
  KEY_FAILED: (operation, _facts, { cause }) => keyError(operation, { cause }),
  PARAMETERS_INVALID: (operation, facts, steps) =>
    new ParametersError('PARAMETERS_INVALID', operation, issuesOf(facts), steps),
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
    throw await translations[error.code](operation, error.facts, { ...steps, cause: error.cause })
  }
}
