// Converts errors of PostgreSQL to messages with the next step.
import { UnavailableError } from '@custody-wallet/server'

import { DataError } from './data-error.ts'

// SQLSTATE codes and classes of temporary failures.
const transientStates: ReadonlySet<string> = new Set([
  '08', // connection
  '25P03', // idle in a transaction for too long
  '40', // deadlock or serialization
  '53', // too many connections, no memory, no disk
  '55P03', // lock not available
  '57', // shut down, or a statement that took too long
  '58', // system
])

const readOnlyTransaction = '25006'

// Next steps by SQLSTATE code or class.
const remedies: ReadonlyMap<string, string> = new Map([
  ['28', 'Check the user and the password in the address.'],
  ['3D000', 'Create the database with createdb, or use another one.'],
  ['42501', 'Use a user who may create the schema custody_sandbox and change its tables.'],
])

/** Converts errors of a database to sentences with its location, but without its password. */
export const createErrorExplainer =
  (location: string) =>
  (error: unknown): unknown => {
    if (!(error instanceof Error) || error instanceof TypeError) return error
    const state = 'severity' in error && 'code' in error ? String(error.code) : undefined
    if (state === readOnlyTransaction)
      return new DataError(`${location} was opened read-only: to change data, open it without read-only.`, {
        cause: error,
      })
    if (state === undefined || transientStates.has(state) || transientStates.has(state.slice(0, 2)))
      return new UnavailableError(`${location} does not respond: ${readReason(error)}.`, { cause: error })
    const remedy = remedies.get(state) ?? remedies.get(state.slice(0, 2))
    if (remedy === undefined) return error
    return new DataError(`${location} rejects the sandbox: ${readReason(error)}. ${remedy}`, { cause: error })
  }

// The error of a failed connection to several addresses has an empty message.
function readReason(error: Error): string {
  const text = error.message || ('code' in error ? String(error.code) : error.name)
  return text.replace(/\.$/, '')
}
