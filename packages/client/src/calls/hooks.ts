import type { OperationId } from '@custody-wallet/types/operations'

import type { CustodyErrorCode } from '../errors/errors.ts'
import { personalFields } from '../generated/calls.ts'

/** One attempt of a call, without its content. */
export interface CallReport {
  readonly operation: OperationId
  readonly attempt: number
  /** Milliseconds from the first step of the attempt to its outcome. */
  readonly duration: number
  /** Bytes of address and body that were sent, and of the body that came back. */
  readonly sent: number
  readonly received: number
  /** `answered`, even with a failure of the service; the code of the error; `threw`, if code of yours threw. */
  readonly outcome: 'answered' | 'threw' | CustodyErrorCode
}

/** One line of a log. */
export interface LogEntry {
  readonly event: 'requested' | 'answered' | 'failed'
  readonly operation: OperationId
  /** Of `requested`: the parameters, with personal data replaced. */
  readonly parameters?: unknown
  readonly report?: CallReport
}

/** Where log lines go. */
export interface Logger {
  debug(entry: LogEntry): unknown
  warn(entry: LogEntry): unknown
}

export interface HookOptions {
  /** Called after every attempt, without content. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  readonly logger?: Logger | undefined
}

/** Calls a listener without waiting for it. If the listener fails, now or later, nothing else changes. */
export function notify<T>(listener: ((event: T) => unknown) | undefined, event: T): void {
  const callListener = async (): Promise<unknown> => listener?.(event)
  void callListener().catch(() => undefined)
}

/** Reports one attempt to all listeners. */
export function report({ onCall, logger }: HookOptions, callListener: CallReport): void {
  notify(onCall, callListener)
  if (!logger) return
  const { operation, outcome } = callListener
  const [level, event] =
    outcome === 'answered' ? (['debug', 'answered'] as const) : (['warn', 'failed'] as const)
  notify((entry: LogEntry) => logger[level](entry), { event, operation, report: callListener })
}

/** Logs the start of a call. What the contract marks as personal is replaced. */
export function logRequest(logger: Logger | undefined, operation: OperationId, parameters: unknown): void {
  if (!logger) return
  notify((entry: LogEntry) => logger.debug(entry), {
    event: 'requested',
    operation,
    parameters: redactParameters(parameters),
  })
}

const personal: readonly string[] = personalFields

// Parameters that do not fit the call may hold anything, such as personal data for another call.
function redactParameters(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return {}
  const fields = Object.entries(parameters).map(([name, value]: [string, unknown]) => [
    name,
    personal.includes(name) ? '[redacted]' : value,
  ])
  return Object.fromEntries(fields)
}
