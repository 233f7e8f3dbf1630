import type { OperationId } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

import type { CustodyErrorCode } from '../errors/errors.ts'
import { personalFields } from '../generated/calls.ts'

/** One attempt of a call, without its content. */
export interface CallReport {
  readonly operation: OperationId
  readonly attempt: number
  /** Milliseconds from the first step of the attempt to its outcome. */
  readonly duration: number
  /** Bytes of URL and body that were sent, and of the body that was received. */
  readonly sent: number
  readonly received: number
  /** `responded` also for a failure of the service; the code of an error; `threw` if your own code threw. */
  readonly outcome: 'responded' | 'threw' | CustodyErrorCode
}

/** One line of a log. */
export interface LogEntry {
  readonly event: 'requested' | 'responded' | 'failed'
  readonly operation: OperationId
  /** The parameters, with personal data replaced. Only with the event `requested`. */
  readonly parameters?: unknown
  readonly report?: CallReport
}

export interface Logger {
  debug(entry: LogEntry): unknown
  warn(entry: LogEntry): unknown
}

export interface HookOptions {
  /** Called after every attempt, without content. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  readonly logger?: Logger | undefined
}

/** Calls a listener without waiting for it, and ignores its errors. */
export function notify<T>(listener: ((event: T) => unknown) | undefined, event: T): void {
  const callListener = async (): Promise<unknown> => listener?.(event)
  void callListener().catch(() => undefined)
}

/** Reports an attempt to the hooks, and to its channel with `note`. */
export function report({ onCall, logger }: HookOptions, callReport: CallReport, note: HookOptions['onCall']): void {
  note?.(callReport)
  notify(onCall, callReport)
  if (!logger) return
  const { operation, outcome } = callReport
  const [level, event] = outcome === 'responded' ? (['debug', 'responded'] as const) : (['warn', 'failed'] as const)
  notify((entry: LogEntry) => logger[level](entry), { event, operation, report: callReport })
}

/** Logs the start of a call. Replaces data that the contract marks as personal. */
export function logRequest(logger: Logger | undefined, operation: OperationId, parameters: unknown): void {
  if (!logger) return
  notify((entry: LogEntry) => logger.debug(entry), {
    event: 'requested',
    operation,
    parameters: redactParameters(parameters),
  })
}

const personal: readonly string[] = personalFields

// Unknown fields may hold personal data for another call, so all personal names are replaced.
function redactParameters(parameters: unknown): unknown {
  if (!isObject(parameters)) return {}
  const fields = Object.entries(parameters).map(([name, value]) => [
    name,
    personal.includes(name) ? '[redacted]' : value,
  ])
  return Object.fromEntries(fields)
}
