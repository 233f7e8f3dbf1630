// What makes the present unit of work change rows: a call of a merchant, a control call, or the clock.
import { AsyncLocalStorage } from 'node:async_hooks'

import { getCurrentRequest } from '@custody-wallet/server'

/** Why a record changed. */
export interface Cause {
  /** A call such as `withdraw` or `withdrawals.audit`, or `clock`; empty for a program in this process. */
  readonly cause: string
  /** Id of the request of a merchant; empty for other causes. */
  readonly request: string
}

const storage = new AsyncLocalStorage<Cause>()

/** Runs work that a control call or the clock causes. */
export const runWithCause = <Result>(cause: string, work: () => Result): Result =>
  storage.run({ cause, request: '' }, work)

/** The cause of what runs here. */
export function getCause(): Cause {
  const request = getCurrentRequest()
  return storage.getStore() ?? { cause: request?.operation ?? '', request: request?.requestId ?? '' }
}
