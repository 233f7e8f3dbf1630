// Reports each message once, without its content.
import { notify } from '@custody-wallet/encryption/internal'
import { type AddFacts, readTraceparent } from '@custody-wallet/types/internal'
import { operations } from '@custody-wallet/types/operations'

import type { MessageReport, MessageTrace } from './reports.ts'
import { describeResponse, messageChannel } from './tracing.ts'

type Respond<Reply> = (request: Request) => Promise<Reply>

type Outcome = Omit<MessageReport, 'duration'>

export interface MessageLog {
  /** Notes the outcome of a message, which the signal of its request identifies. */
  readonly note: (signal: AbortSignal, outcome: Outcome, facts: Pick<MessageTrace, 'code' | 'reason'>) => void
  /** Reports each message that `respond` answers. */
  readonly watch: <Reply extends { readonly status: number; readonly length: number }>(
    respond: Respond<Reply>,
  ) => Respond<Reply>
}

export function createMessageLog(
  onMessage: ((report: MessageReport) => unknown) | undefined,
  now: () => number,
): MessageLog {
  const notes = new WeakMap<AbortSignal, Parameters<MessageLog['note']>>()
  const watch: MessageLog['watch'] = (respond) => {
    const respondAndReport = async (request: Request, add?: AddFacts<MessageTrace>) => {
      const start = now()
      const response = await respond(request)
      const [, outcome = describeUnopened(request, response), facts] = notes.get(request.signal) ?? []
      if (!outcome) return response
      const report = { ...outcome, duration: now() - start }
      add?.({ ...describeResponse(request, response), ...facts, ...report }, isError(report))
      // A slow hook does not delay the response.
      setImmediate(() => notify(onMessage, report))
      return response
    }
    return (request) => {
      const operation = messageChannel.hasSubscribers ? findOperation(request) : undefined
      if (!operation) return respondAndReport(request)
      const traceparent = readTraceparent(request.headers)
      const context = {
        operation: operation.id,
        family: operation.family,
        ...(traceparent !== undefined && { traceparent }),
      }
      return messageChannel.run(context, (add) => respondAndReport(request, add))
    }
  }
  return { note: (...note) => void notes.set(note[0], note), watch }
}

const isError = ({ effect }: MessageReport): boolean => effect === 'rejected' || effect === 'failed'

const sealedOperations = Object.values(operations).filter((operation) => operation.family !== 'token')

function findOperation({ url, method }: Request): (typeof sealedOperations)[number] | undefined {
  const { pathname } = new URL(url)
  return sealedOperations.find((one) => one.path === pathname && one.method === method)
}

function describeUnopened(request: Request, { status }: { readonly status: number }): Outcome | undefined {
  const operation = findOperation(request)
  return operation && { operation: operation.id, effect: status >= 500 ? 'failed' : 'rejected' }
}
