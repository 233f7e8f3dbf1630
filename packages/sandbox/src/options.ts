// The options of a sandbox, and the mistakes that they may have.
import type { ProfileSettings, Profile, RejectionReport } from '@custody-wallet/encryption'
import type { CallReport } from '@custody-wallet/server'
import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'

import type { DeliveryOptions } from './notifications/notifier.ts'

export interface SandboxOptions extends DeliveryOptions {
  /** File that keeps the rows; in memory unless given. */
  readonly data?: string | undefined
  /** PostgreSQL that keeps the rows for several processes, such as `postgres://user:password@host:5432/name`. */
  readonly database?: string | undefined
  /** Responses from the rows of `data` or `database` as they are: the clock stands still, and every change is an error. */
  readonly readOnly?: boolean | undefined
  /** Which reading of the rule about 5000 addresses the merchants have; `reject-from-5000` unless given. */
  readonly poolRule?: Profile['poolRule'] | undefined
  /** Settings that all merchants have instead of those of their profiles, to try what another deployment may do. */
  readonly settings?: Partial<ProfileSettings> | undefined
  /** Equal seeds make equal transaction ids; random unless given. A data file keeps its own. */
  readonly seed?: string | undefined
  /** Folder with the keys of the demo merchants; the one that the mock uses unless given. */
  readonly directory?: string | undefined
  /** Unix milliseconds of the machine. Unless given: `Date.now`, or the time of `database`. */
  readonly machineClock?: (() => number) | undefined
  /** Called after every request with operation, merchant, status, duration and sizes. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  /** Called with the reason of a rejected message. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with errors of the sandbox itself. */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

const optionNames = {
  data: true,
  database: true,
  readOnly: true,
  settings: true,
  poolRule: true,
  seed: true,
  directory: true,
  machineClock: true,
  notificationHosts: true,
  notificationFetch: true,
  notificationTimeout: true,
  notificationLookup: true,
  onCall: true,
  onRejected: true,
  onError: true,
} satisfies OptionNames<SandboxOptions>

/** Throws a `TypeError` for options that do not fit together. */
export function checkSandboxOptions(options: SandboxOptions): void {
  checkOptions(options, optionNames, 'createSandbox()')
  const { data, database, readOnly, seed } = options
  if (data !== undefined && database !== undefined)
    throw new TypeError('createSandbox() takes data or database, not both.')
  if (readOnly && data === undefined && database === undefined)
    throw new TypeError('readOnly needs data or database: the rows to read.')
  checkTimeout(options.notificationTimeout)
  if (seed !== undefined && typeof seed !== 'string')
    throw new TypeError(`seed takes a text, not a ${typeof seed}.`)
}

// PostgreSQL ends transactions that wait for 30 seconds, and with them the lock of a notification in flight.
const maxTimeout = 20_000

function checkTimeout(timeout: number = maxTimeout): void {
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > maxTimeout)
    throw new TypeError(
      `notificationTimeout takes whole milliseconds from 1 to ${maxTimeout}, not ${timeout}.`,
    )
}

/** Whether a text can be the token of a control port. */
export const isControlToken = (token: string): boolean => /^[\w.~+/-]{16,}=*$/.test(token)

/** A token of the control port. */
export function checkToken(token: string): string {
  if (isControlToken(token)) return token
  throw new TypeError('controlToken takes at least 16 letters, digits and -._~+/ without spaces.')
}
