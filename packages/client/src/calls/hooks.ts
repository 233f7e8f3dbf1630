import type { OperationId } from '@custody-wallet/types/operations'

import type { CustodyErrorCode } from '../errors/table.ts'
import { personalMembers } from '../generated/calls.ts'

/** What is told about one attempt of a call. Content is never part of it. */
export interface CallReport {
  readonly operation: OperationId
  readonly attempt: number
  /** Milliseconds from the first step of the attempt to its outcome. */
  readonly duration: number
  /** Bytes of address and body that were sent, and of the body that came back. */
  readonly sent: number
  readonly received: number
  /** `answered`, also with a failure of the service, the code of the error, or `threw`, where code of yours did. */
  readonly outcome: 'answered' | 'threw' | CustodyErrorCode
}

/** One line of a log. */
export interface LogEntry {
  readonly event: 'asked' | 'answered' | 'failed'
  readonly operation: OperationId
  /** Of `asked`: what the caller gave, with personal data replaced. */
  readonly parameters?: unknown
  readonly report?: CallReport
}

/** Where log lines go. */
export interface Logger {
  debug(entry: LogEntry): unknown
  warn(entry: LogEntry): unknown
}

export interface HookOptions {
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  readonly logger?: Logger | undefined
}

/** Tells whoever listens. A listener that fails, at once or later, changes nothing. */
function tell<T>(listener: ((value: T) => unknown) | undefined, value: T): void {
  if (!listener) return
  try {
    // Whatever can be waited for counts, a promise of another realm included.
    Promise.resolve(listener(value)).catch(() => undefined)
  } catch {
    // There is nobody else to tell.
  }
}

/** Reports one attempt to all listeners. */
export function report({ onCall, logger }: HookOptions, call: CallReport): void {
  tell(onCall, call)
  if (!logger) return
  const { operation, outcome } = call
  const [level, event] =
    outcome === 'answered' ? (['debug', 'answered'] as const) : (['warn', 'failed'] as const)
  tell((entry: LogEntry) => logger[level](entry), { event, operation, report: call })
}

/** Logs that a call begins, with what the contract marks as personal replaced. */
export function logAsked(logger: Logger | undefined, operation: OperationId, parameters: unknown): void {
  if (!logger) return
  tell((entry: LogEntry) => logger.debug(entry), {
    event: 'asked',
    operation,
    parameters: redacted(parameters),
  })
}

const personal: readonly string[] = personalMembers

// What does not fit the call may be anything, a personal datum of another call included.
function redacted(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return {}
  const members = Object.entries(parameters).map(([name, value]: [string, unknown]) => [
    name,
    personal.includes(name) ? '[redacted]' : value,
  ])
  return Object.fromEntries(members)
}
