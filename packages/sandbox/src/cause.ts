// Tracks what caused the current unit of work: a call of a merchant, a control call, or the clock.
import { AsyncLocalStorage } from 'node:async_hooks'

import { getCurrentRequest } from '@custody-wallet/server'

export interface Cause {
  /** A call such as `withdraw` or `withdrawals.audit`, or `clock`; empty for a program in this process. */
  readonly cause: string
  /** Id of the merchant's request; empty for other causes. */
  readonly request: string
}

const storage = new AsyncLocalStorage<Cause>()

/** Runs work on behalf of a control call or the clock. */
export const runWithCause = <Result>(cause: string, work: () => Result): Result =>
  storage.run({ cause, request: '' }, work)

export function getCause(): Cause {
  const request = getCurrentRequest()
  return storage.getStore() ?? { cause: request?.operation ?? '', request: request?.requestId ?? '' }
}
