// The options of a sandbox, and their checks.
import { randomBytes } from 'node:crypto'

import { isLoopback } from '@custody-wallet/demo/cli'
import type { ProfileSettings, CallSettings, RejectionReport } from '@custody-wallet/encryption'
import type { CallReport } from '@custody-wallet/server'
import { checkOptions, type OptionNames } from '@custody-wallet/types/validate'

import type { DeliveryOptions } from './delivery/notifier.ts'

export interface SandboxOptions extends DeliveryOptions {
  /** Data file. Default: data is kept in memory. */
  readonly data?: string | undefined
  /** PostgreSQL database that several processes share, such as `postgres://user:password@host:5432/name`. */
  readonly database?: string | undefined
  /** Only reads `data` or `database`: the clock stands still, and every change is an error. */
  readonly readOnly?: boolean | undefined
  /** Which interpretation of the 5000-address rule applies to merchants. Default: `below-5000`. */
  readonly pushWhen?: CallSettings['pushWhen'] | undefined
  /** Overrides settings of all profiles, to try how another deployment may behave. */
  readonly settings?: Partial<ProfileSettings> | undefined
  /** Equal seeds make equal transaction ids. Default: random. A data file keeps its seed. */
  readonly seed?: string | undefined
  /** Folder with the keys of the demo merchants. Default: the folder of the mock. */
  readonly directory?: string | undefined
  /** Returns Unix milliseconds. Default: `Date.now`, or the time of `database`. */
  readonly machineClock?: (() => number) | undefined
  /** Called after each request with its operation, merchant, status, duration and sizes. */
  readonly onCall?: ((report: CallReport) => unknown) | undefined
  /** Called with the reason when a message is rejected. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with internal errors of the sandbox. */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

const optionNames = {
  data: true,
  database: true,
  readOnly: true,
  settings: true,
  pushWhen: true,
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

/** Throws a `TypeError` if options are invalid or conflict. */
export function checkSandboxOptions(options: SandboxOptions): void {
  checkOptions(options, optionNames, 'createSandbox()')
  const { data, database, readOnly, seed } = options
  if (data !== undefined && database !== undefined)
    throw new TypeError('createSandbox() accepts data or database, not both.')
  if (readOnly && data === undefined && database === undefined)
    throw new TypeError('readOnly requires data or database: set one of them.')
  checkTimeout(options.notificationTimeout)
  if (seed !== undefined && typeof seed !== 'string')
    throw new TypeError(`seed must be a string, not a ${typeof seed}.`)
}

// PostgreSQL ends idle transactions after 30 seconds, and with them the lock of a notification that is being sent.
const maxTimeout = 20_000

function checkTimeout(timeout: number = maxTimeout): void {
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > maxTimeout)
    throw new TypeError(
      `notificationTimeout must be an integer of milliseconds from 1 to ${maxTimeout}, not ${timeout}.`,
    )
}

export const isControlToken = (token: string): boolean => /^[\w.~+/-]{16,}=*$/.test(token)

/** Describes why a control port needs a token. `setting` sets it. */
export const describeMissingToken = (host: string, setting: string): string =>
  `Other machines can reach the control port on ${host}: set ${setting} to at least 16 letters, digits and -._~+/ without spaces.`

/** Returns the token of the control port on a host: the given one, or a random one for callers on this machine. */
export function readToken(host: string, token: string | undefined): string {
  if (token === undefined && !isLoopback(host)) throw new TypeError(describeMissingToken(host, 'controlToken'))
  if (token === undefined) return randomBytes(32).toString('base64url')
  if (isControlToken(token)) return token
  throw new TypeError('controlToken is invalid: use at least 16 letters, digits and -._~+/ without spaces.')
}
