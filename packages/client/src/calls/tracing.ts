import type { OperationId } from '@custody-wallet/types/operations'

import type { Outcome } from '../call.ts'
import type { CallReport } from './hooks.ts'

/**
 * Runs the steps of a call, and publishes them if their channels have subscribers. The entries for Node pass it, because
 * browsers have no channels.
 */
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
