// What the tracing channel says about messages.
import { tracingChannel } from 'node:diagnostics_channel'

import { NotSupportedError } from '@custody-wallet/encryption/gateway'
import { RolledBackError } from '@custody-wallet/store'
import { type Channel, createChannel } from '@custody-wallet/types/internal'

import type { MessageTrace } from './reports.ts'
import { DeadlineError } from './transaction.ts'

export const messageChannel: Channel<MessageTrace> = createChannel<MessageTrace>(
  tracingChannel,
  'custody:message',
  (error) => ({ code: readErrorCode(error) }),
)

const codedErrors = [DeadlineError, NotSupportedError, RolledBackError] as const

/** Returns the code of an error, or `threw` for an error of your functions and the store. */
export function readErrorCode(error: unknown): string {
  for (const type of codedErrors) if (error instanceof type) return error.code
  return 'threw'
}

/** Returns what the response adds, and the code of a message that did not reach its function. */
export function describeResponse(
  { headers }: Request,
  { status, length }: { readonly status: number; readonly length: number },
): Partial<MessageTrace> {
  const received = Number(headers.get('content-length') ?? 0)
  return { status, received, sent: length, code: status === 200 ? 'PARAMETERS_INVALID' : 'HTTP_STATUS' }
}
