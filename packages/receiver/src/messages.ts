// Reports each message once, without its content.
import type { SealedId } from '@custody-wallet/encryption'
import { notify } from '@custody-wallet/encryption/internal'
import { operations } from '@custody-wallet/types/operations'

/** What a genuine notification did. */
export type Effect = 'credit' | 'deduct' | 'record' | 'duplicate' | 'conflict'

/** Report on a message, without content, addresses and keys. */
export interface MessageReport {
  readonly operation: SealedId
  /** Absent if the message is not genuine. */
  readonly app_id?: string
  /**
   * `record`: a new fact without a credit, such as a failed deposit. `rejected`: not genuine, or not a valid notification.
   * `failed`: your function, the store or this side failed, everything was rolled back, and the sender retries.
   */
  readonly effect: Effect | 'rejected' | 'failed'
  /** Milliseconds until the response. */
  readonly duration: number
}

type Respond<Reply> = (request: Request) => Promise<Reply>

export interface MessageLog {
  /** Notes the outcome of a genuine message, which the signal of its request identifies. */
  readonly note: (signal: AbortSignal, outcome: Omit<MessageReport, 'duration'>) => void
  /** Reports each message that `respond` answers. */
  readonly watch: <Reply extends { readonly status: number }>(respond: Respond<Reply>) => Respond<Reply>
}

export function createMessageLog(
  onMessage: ((report: MessageReport) => unknown) | undefined,
  now: () => number,
): MessageLog {
  const outcomes = new WeakMap<AbortSignal, Omit<MessageReport, 'duration'>>()
  return {
    note: (signal, outcome) => void outcomes.set(signal, outcome),
    watch: (respond) => async (request) => {
      const start = now()
      const response = await respond(request)
      const outcome = outcomes.get(request.signal) ?? describeUnopened(request, response)
      const duration = now() - start
      // A slow hook does not delay the response.
      if (outcome) setImmediate(() => notify(onMessage, { ...outcome, duration }))
      return response
    },
  }
}

const sealedOperations = Object.values(operations).filter((operation) => operation.family !== 'token')

function describeUnopened(
  { url, method }: Request,
  { status }: { readonly status: number },
): Omit<MessageReport, 'duration' | 'app_id'> | undefined {
  const { pathname } = new URL(url)
  const operation = sealedOperations.find((one) => one.path === pathname && one.method === method)
  return operation && { operation: operation.id, effect: status >= 500 ? 'failed' : 'rejected' }
}
