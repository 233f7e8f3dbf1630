// The options of a port, and their checks.
import { checkOptions, isObject, type OptionNames } from '@custody-wallet/types/validate'

import type { ReadyChecks } from './health.ts'

export interface ListenOptions {
  /** `127.0.0.1` unless given. */
  readonly host?: string | undefined
  /** Any free port unless given. */
  readonly port?: number | undefined
  /** Number of proxies in front of the server that set `X-Forwarded-For`; 0 unless given. */
  readonly trustProxy?: number | undefined
  /** What `/health/ready` checks, by name; nothing unless given. */
  readonly checks?: ReadyChecks | undefined
  /** Milliseconds that each check may take; 1,000 unless given. */
  readonly checkDeadline?: number | undefined
  /** Returns the text of `/metrics`, such as `format` of `createCallMetrics()`; there is no such page unless given. */
  readonly metrics?: (() => string) | undefined
  /** Milliseconds from `drain()` until its end; 5,000 unless given. */
  readonly drain?: number | undefined
  /** Milliseconds that running calls may take after `close()`; 10,000 unless given. */
  readonly grace?: number | undefined
}

const optionNames = {
  host: true,
  port: true,
  trustProxy: true,
  checks: true,
  checkDeadline: true,
  metrics: true,
  drain: true,
  grace: true,
} as const satisfies OptionNames<ListenOptions>

type CheckedListenOptions = {
  readonly [Name in Exclude<keyof ListenOptions, 'metrics'>]-?: NonNullable<ListenOptions[Name]>
} & Pick<ListenOptions, 'metrics'>

// A longer timer fires immediately.
const longestTime = 2 ** 31 - 1

/** Checks options and adds defaults. */
export function checkListenOptions(options: ListenOptions): CheckedListenOptions {
  checkOptions(options, optionNames, 'listen()')
  const { host = '127.0.0.1', port = 0, trustProxy = 0, checks = {}, metrics } = options
  const { checkDeadline = 1000, drain = 5000, grace = 10_000 } = options
  // Node listens on every address of the machine for an empty host.
  if (typeof host !== 'string' || host.trim() === '') throw new TypeError('host must be an address, such as 127.0.0.1.')
  checkInteger('port', port, 65_535)
  checkInteger('trustProxy', trustProxy)
  checkInteger('checkDeadline', checkDeadline, longestTime)
  checkInteger('drain', drain, longestTime)
  checkInteger('grace', grace, longestTime)
  checkChecks(checks)
  if (metrics !== undefined && typeof metrics !== 'function')
    throw new TypeError('metrics must be a function that returns the text of /metrics.')
  return { host, port, trustProxy, checks, checkDeadline, metrics, drain, grace }
}

const milliseconds = 'an integer of milliseconds from 0'

const integerRules = {
  port: 'a port from 0 to 65535',
  trustProxy: 'the number of proxies in front of the server',
  checkDeadline: milliseconds,
  drain: milliseconds,
  grace: milliseconds,
} as const

function checkInteger(name: keyof typeof integerRules, value: number, most: number = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > most)
    throw new TypeError(
      `${name} must be ${integerRules[name]}, not ${typeof value === 'string' ? JSON.stringify(value) : String(value)}.`,
    )
}

function checkChecks(checks: unknown): void {
  if (!isObject(checks)) throw new TypeError('checks must be an object with a function for each name.')
  for (const [name, check] of Object.entries(checks)) {
    if (!/^\w[\w-]*$/.test(name))
      throw new TypeError(`checks has the name ${JSON.stringify(name)}: use letters, digits, _ and -.`)
    if (typeof check !== 'function') throw new TypeError(`checks.${name} must be a function, such as async () => true.`)
  }
}
