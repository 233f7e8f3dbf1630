// Which errors are for the user. All others are bugs: their stack is shown.
import { Failure } from '@custody-wallet/server/cli'

import { escapeControls } from './screen.ts'

// By name, because a class would load its package.
const names: ReadonlySet<string> = new Set([
  'ResponseError',
  'EncryptionError',
  'LookUpError',
  'ParametersError',
  'StateError',
  'TransportError',
  'WorkflowError',
])

/** The failure that an error of another package is for the user; undefined for a bug. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return new Failure(escapeControls(error.message), error.exitCode)
  if (!(error instanceof Error)) return undefined
  if (error.name === 'ServiceError') return new Failure(escapeControls(formatServiceMessage(error.message)))
  return names.has(error.name) ? new Failure(escapeControls(formatMessage(error))) : undefined
}

// Its own next step is for programs.
const formatServiceMessage = (message: string): string =>
  `${message.replace(/ Handle context\.serviceCode.*$/, '')} custody call with --raw shows the whole response.`

// A port without a server: the service runs elsewhere, or not yet.
const closed = /(?<=\(ECONNREFUSED\)\.) Check the address and the service\.$/
const nothingListens =
  ' Nothing listens there: start the sandbox with npm start or custody sandbox, or correct the address. With --demo it comes from --url or CUSTODY_PORT_BASE, otherwise from the variables.'

const rejectionHint = / Pass onRejected to createCustody to get the reason\.$/
const doctorShows = ' custody doctor shows which it is.'

/** The message, with all broken rules instead of the first one. */
function formatMessage(error: Error): string {
  const issues = readIssues(error)
  if (issues.length < 2)
    return error.message.replace(closed, nothingListens).replace(rejectionHint, doctorShows)
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
