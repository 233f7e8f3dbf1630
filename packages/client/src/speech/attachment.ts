import type { OperationId } from '@custody-wallet/types/operations'

import { codeOf } from '../errors/code.ts'
import { AnswerError, TransportError } from '../errors/tree.ts'
import type { Attachment } from './sealed.ts'
import type { Refusal } from './speech.ts'

/** Tokens as calls need them. */
interface Tokens {
  token(options?: { readonly signal?: AbortSignal }): Promise<string>
  rejected(token: string): void
}

export interface AttachmentOptions {
  readonly header: string
  readonly tokens: Tokens
  readonly mayRepeat: (operation: OperationId) => boolean
}

/** What the public documents say of a token that is wrong or has ended; HTTP says it with a status. */
const endedCode = '1007'
const endedStatus = 401

/** Sends the access token with a call, and takes a fresh one when the service says that it has ended. */
export const tokenAttachment =
  ({ header, tokens, mayRepeat }: AttachmentOptions) =>
  (operation: OperationId): Attachment => {
    let sent: string | undefined
    return {
      async headers(signal) {
        sent = await tokens.token({ signal })
        return { [header]: sent }
      },
      mend(refusal) {
        if (sent === undefined || !hasEnded(refusal)) return false
        tokens.rejected(sent)
        return isProved(refusal) && mayRepeat(operation)
      },
    }
  }

function hasEnded(refusal: Refusal): boolean {
  if ('outcome' in refusal) return codeOf(refusal.outcome.answer) === endedCode
  const { error } = refusal
  if (error instanceof AnswerError) return error.context.unprovedCode === endedCode
  return error instanceof TransportError && error.context.status === endedStatus
}

// To ask for another token does no harm, whoever said that this one has ended; to call again may.
const isProved = (refusal: Refusal): boolean =>
  'outcome' in refusal || !(refusal.error instanceof AnswerError)
