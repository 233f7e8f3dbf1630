import type { OperationId } from '@custody-wallet/types/operations'

import type { Outcome } from '../call.ts'
import type { CallReport } from './hooks.ts'

/**
 * Runs the steps of a call, and publishes them if their channels have subscribers. The entries for Node pass it, because
 * browsers have no channels.
 */
export interface Tracing {
  readonly call: (work: () => Promise<Outcome>, operation: OperationId) => Promise<Outcome>
  /** `note` adds the report of the attempt. */
  readonly attempt: (
    work: (note?: (report: CallReport) => void) => Promise<Outcome>,
    operation: OperationId,
    attempt: number,
  ) => Promise<Outcome>
  readonly gate: (work: () => Promise<void>, operation: OperationId) => Promise<void>
  readonly token: (work: () => Promise<string>) => Promise<string>
}
