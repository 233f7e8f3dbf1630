import { createCallEntry, createFailureEntry, type Log } from '@custody-wallet/demo/cli'
import { type CallReport, InvalidResponseError, UnavailableError } from '@custody-wallet/server'
import type { CallMetrics } from '@custody-wallet/server/core'

import type { SandboxOptions } from '../options.ts'
import { DataError } from '../store/data-error.ts'

type Reports = Pick<SandboxOptions, 'onCall' | 'onError' | 'onRejected'>

/** Logs rejections, errors and calls, and counts calls. People see calls only in verbose mode. */
export const createReports = (
  { write }: Log,
  { verbose, metrics }: { readonly verbose: boolean; readonly metrics: Pick<CallMetrics, 'count'> },
): Reports => ({
  onRejected: ({ operation, reason }) =>
    write({
      level: 'warn',
      event: 'rejected',
      text: `Rejected ${operation}: ${reason}.`,
      facts: { operation, reason },
    }),
  onError: (error) => write(createFailureEntry(error, ownErrors)),
  onCall(report) {
    metrics.count(report)
    write(createCallEntry(report, verbose ? formatCall(report) : undefined))
  },
})

const ownErrors = [DataError, InvalidResponseError, UnavailableError] as const

function formatCall({ view, operation, appId, status, code, duration }: CallReport): string {
  const words = [view, operation ?? 'no-call', appId ?? 'no-merchant', status, code ?? '-']
  return `${words.join(' ')} ${duration.toFixed(1)} ms`
}
