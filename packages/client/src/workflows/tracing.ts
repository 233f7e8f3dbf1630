import { tracingChannel } from 'node:diagnostics_channel'

import { createChannel, trace, type Traced } from '@custody-wallet/types/internal'

import { CustodyError } from '../errors/errors.ts'
import { WorkflowError } from './errors.ts'

/** Context of `custody:workflow`: one step of a workflow. */
export interface WorkflowTrace extends Traced {
  readonly step:
    /** Asks how many addresses are available. */
    | 'check-pool'
    /** Passes a withdrawal to your function. */
    | 'hand-off'
    /** Looks up a batch of ids. */
    | 'look-up'
    | 'pull-withdrawals'
    | 'push-addresses'
    /** Reads a page of records. */
    | 'read-page'
    | 'save-checkpoint'
  /** Number of ids, records or addresses. */
  readonly count?: number
}

const channel = createChannel<WorkflowTrace>(tracingChannel, 'custody:workflow', (error) => ({
  code: error instanceof CustodyError || error instanceof WorkflowError ? error.code : 'threw',
}))

/** Runs a step of a workflow. `count` returns the number in its result. */
export const traceStep = <T>(
  step: WorkflowTrace['step'],
  work: () => Promise<T>,
  count: (result: T) => number,
): Promise<T> =>
  trace(
    channel,
    () => ({ step }),
    async (add) => {
      const result = await work()
      add?.({ count: count(result) })
      return result
    },
  )
