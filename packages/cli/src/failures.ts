import { Failure } from '@custody-wallet/demo/cli'

import { escapeControls } from './screen.ts'

// Compared by name, because importing the classes would load their packages.
const names: ReadonlySet<string> = new Set([
  'EncryptionError',
  'LookUpError',
  'ParametersError',
  'ResponseError',
  'StateError',
  'TransportError',
  'WorkflowError',
])

/** The fields of these errors that a message needs. */
interface NamedError extends Error {
  readonly code?: string
  readonly next?: string
  readonly context?: {
    readonly issues?: readonly { readonly pointer: string; readonly message: string }[]
    readonly reason?: string
  }
}

const isNamed = (error: Error): error is NamedError => names.has(error.name)

/** Turns an error of another package into a message for the user; undefined for a bug, whose stack is shown. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return new Failure(escapeControls(error.message), error.exitCode)
  if (!(error instanceof Error)) return undefined
  if (error.name === 'ServiceError') return new Failure(escapeControls(formatServiceMessage(error.message)))
  return isNamed(error) ? new Failure(escapeControls(formatMessage(error))) : undefined
}

const formatServiceMessage = (message: string): string =>
  `${message} Run custody call with --raw to see the whole response.`

const nothingListens =
  'Nothing listens there. Start the sandbox with npm start or custody sandbox, or correct the address: with --demo it comes from --url or CUSTODY_PORT_BASE, otherwise from the variables.'

// Steps on the command line, instead of steps in code.
const steps: Readonly<Record<string, string>> = {
  ENVELOPE_REJECTED: 'Run custody doctor to find the cause.',
  FAILURE_UNPROVED: 'Run custody doctor to find the cause.',
  PARAMETERS_INVALID: 'custody call lists the parameters.',
}

/** Formats the message with all violations instead of the first, and with the next step on the command line. */
function formatMessage({ message, code = '', next = '', context = {} }: NamedError): string {
  const { issues = [], reason } = context
  const step = reason === 'ECONNREFUSED' ? nothingListens : (steps[code] ?? next)
  const [first = ''] = message.split('. ')
  return issues.length === 0
    ? `${message.slice(0, message.length - next.length)}${next && step}`
    : `${first}. ${issues.map((issue) => `${issue.pointer} ${issue.message}`).join(', ')}. ${step}`.trim()
}
