// What a profile says about repeating calls, and what an error says about a call that must not be repeated.
import type { Profile } from '@custody-wallet/encryption'
import type { OperationId } from '@custody-wallet/types/operations'

import { keyError, sealedAnswerError } from '../errors/sealed.ts'
import { AnswerError, TransportError } from '../errors/tree.ts'
import { type Retry, retryOf } from './retries.ts'

type ByOperation<T> = { readonly [Id in OperationId]?: T }

/** When a call may be made again: as the contract says, where the profile does not decide. */
export function retriesOf({ retry, consume }: Profile): (operation: OperationId) => Retry {
  const decided: ByOperation<Retry> = {
    cancelWithdrawal: retry.cancelWithdrawal,
    pullWithdrawals: consume === 'repeatable' ? 'safe' : 'never',
  }
  return (operation) => decided[operation] ?? retryOf(operation)
}

const steps: ByOperation<string> = {
  cancelWithdrawal: 'The withdrawal may be cancelled: read its status before you cancel it again.',
  notifyInternal:
    'The notification may have arrived, and a second one may deduct the fee twice: ask the service before you send it again.',
  pullWithdrawals:
    'The service may have handed out withdrawals that never arrived here, and another pull does not return them: ask the service for them before you pull again.',
  registerAddresses:
    'The addresses may be registered: compare addresses.available with your records before you push them again.',
}

/** Completes the error of a call that must not be repeated: it is not retryable, and says what to do once it was sent. */
export const inDoubt =
  (retryFor: (operation: OperationId) => Retry) =>
  (error: unknown, sent: boolean): unknown => {
    if (!(error instanceof TransportError || error instanceof AnswerError)) return error
    const { operation } = error
    if (retryFor(operation) !== 'never') return error
    const step = sent ? (steps[operation] ?? '') : ''
    if (error.code === 'KEY_FAILED') return keyError(operation, error.cause, step)
    return error instanceof TransportError
      ? new TransportError(error.code, operation, error.context, { inDoubt: step })
      : sealedAnswerError(error.code, operation, error.context, step)
  }
