import { Failure } from '@custody-wallet/server/cli'

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

/** Turns an error of another package into a message for the user; undefined for a bug, whose stack is shown. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return new Failure(escapeControls(error.message), error.exitCode)
  if (!(error instanceof Error)) return undefined
  if (error.name === 'ServiceError') return new Failure(escapeControls(formatServiceMessage(error.message)))
  return names.has(error.name) ? new Failure(escapeControls(formatMessage(error))) : undefined
}

const formatServiceMessage = (message: string): string =>
  `${message} Run custody call with --raw to see the whole response.`

const nothingListens =
  ' Nothing listens there. Start the sandbox with npm start or custody sandbox, or correct the address: with --demo it comes from --url or CUSTODY_PORT_BASE, otherwise from the variables.'

// Steps that need code, and the same steps on the command line.
const steps: readonly (readonly [inCode: RegExp, onCommandLine: string])[] = [
  [/(?<=\(ECONNREFUSED\)\.) Check the address[^.]*\.$/, nothingListens],
  [/ Pass onRejected to createCustody[^.]*\.$/, ' Run custody doctor to find the cause.'],
  [/ Correct what context\.issues lists\.$/, ' custody call lists the parameters.'],
]

/** Formats the message with all violations instead of the first. */
function formatMessage(error: Error): string {
  const issues = readIssues(error)
  if (issues.length < 2) return steps.reduce((message, [inCode, step]) => message.replace(inCode, step), error.message)
  const [first = ''] = error.message.split('. ')
  return `${first}. ${issues.map(({ pointer, message }) => `${pointer} ${message}`).join(', ')}.`
}

interface Issue {
  readonly pointer: string
  readonly message: string
}

function readIssues(error: Error): readonly Issue[] {
  const context: unknown = 'context' in error ? error.context : undefined
  if (typeof context !== 'object' || context === null || !('issues' in context)) return []
  return Array.isArray(context.issues) ? context.issues : []
}
