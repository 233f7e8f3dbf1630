// Errors of answers that prove nothing and of keys that fail, with what to do about them. They are long, so a client
// without keys loads them with its first answer.
import type { OperationId } from '@custody-wallet/types/operations'

import { type AnswerContext, AnswerError, type Steps, TransportError } from './tree.ts'

type SealedAnswerCode = AnswerError['code']

const texts: { readonly [Code in SealedAnswerCode]?: (context: AnswerContext) => Steps } = {
  ANSWER_MISMATCHED: () => ({
    place: ': the answer belongs to another call',
    next: 'Do not use it: look for a cache or proxy that mixes answers, and tell the service.',
  }),
  ANSWER_UNPROVED: () => ({
    place: ': the answer could not be opened or verified',
    next: 'Likely causes, in order: your profile has another public key of the service; the service seals for another key of yours; it speaks another dialect, or did not seal the answer; something on the way changed it. Pass onRejected to createCustody to learn the reason.',
  }),
  FAILURE_UNPROVED: ({ unprovedCode = '?', unprovedMeaning = 'unknown' }) => ({
    place: ` with code ${unprovedCode} (unproved: ${unprovedMeaning}), but the answer is unsigned`,
    next: 'Likely causes, in order: app_id is wrong; the service has another public key of yours; your profile is another dialect than that of the service. The onRejected hook of the service learns the reason; the wire mock prints it.',
  }),
}

/** The error of an answer to a sealed call. */
export const sealedAnswerError = (
  code: SealedAnswerCode,
  operation: OperationId,
  context: AnswerContext = {},
  inDoubt?: string,
): AnswerError => new AnswerError(code, operation, context, { ...texts[code]?.(context), inDoubt })

/** The error of a call whose private key failed, with the error of the key service as its cause. */
export function keyError(operation: OperationId, cause: unknown, inDoubt?: string): TransportError {
  const error = new TransportError(
    'KEY_FAILED',
    operation,
    {},
    {
      place: ': a private key failed',
      next: 'See the cause, then check the key service: its access, its quota and its key.',
      inDoubt,
    },
  )
  // As the constructor of an error sets it; no other error of this package has a cause.
  Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true })
  return error
}
