// What the tracing channels say about calls. The entries for Node pass the functions, because browsers have no channels.
import type { TracedCall } from '@custody-wallet/types/internal'
import type { OperationId } from '@custody-wallet/types/operations'

import type { Assurance, Outcome } from '../call.ts'
import type { CallReport } from './hooks.ts'

/** Context of `custody:call`: a call with its waits and retries. */
export interface CallTrace extends TracedCall {
  /** HTTP status of the response. */
  readonly status?: number
  readonly assurance?: Assurance
}

/** Context of `custody:attempt`: one attempt of a call, with the fields of its `CallReport`. */
export interface AttemptTrace extends CallTrace, Partial<Pick<CallReport, 'outcome' | 'received' | 'sent'>> {
  readonly attempt: number
}

/** Context of `custody:gate`: the wait of a call for its turn. */
export type GateTrace = TracedCall

/** Context of `custody:token`: a request for a token that calls share. */
export type TokenTrace = TracedCall

/** Runs the steps of a call, and publishes them if their channels have subscribers. */
export interface Tracing {
  readonly call: (operation: OperationId, work: () => Promise<Outcome>) => Promise<Outcome>
  /** `note` adds the report of the attempt. */
  readonly attempt: (
    operation: OperationId,
    attempt: number,
    work: (note?: (report: CallReport) => void) => Promise<Outcome>,
  ) => Promise<Outcome>
  readonly gate: (operation: OperationId, work: () => Promise<void>) => Promise<void>
  readonly token: (work: () => Promise<string>) => Promise<string>
}
